import { act, renderHook } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { useFilter } from '@/features/library/filter/use-filter'

const find = vi.fn()

beforeEach(() => void vi.useFakeTimers())

it('asks once for what was typed, when the typing rests, and at once for what was chosen', () => {
  const { result } = renderHook(() => useFilter(null, find))
  for (const search of ['r', 'ra', ' rain ']) {
    act(() => result.current.change({ search }))
    act(() => void vi.advanceTimersByTime(299))
  }
  expect(find).not.toHaveBeenCalled()
  act(() => void vi.advanceTimersByTime(1))
  expect(find).toHaveBeenCalledExactlyOnceWith({ search: 'rain' })
  act(() => result.current.change({ isFailed: true }))
  act(() => void vi.advanceTimersByTime(0))
  expect(find).toHaveBeenLastCalledWith({ search: 'rain', isFailed: true })
})

it('lists all when nothing is asked for any more, and asks for nothing after it is cleared or gone', () => {
  const { result, unmount } = renderHook(() => useFilter(null, find))
  act(() => result.current.change({ hasSound: true }))
  act(() => result.current.change({ hasSound: false }))
  act(() => void vi.advanceTimersByTime(0))
  expect(find).toHaveBeenCalledExactlyOnceWith(null)
  act(() => result.current.change({ search: 'storm' }))
  act(() => result.current.clear())
  expect(result.current.filter).toEqual({})
  act(() => void vi.advanceTimersByTime(1000))
  expect(find.mock.calls).toEqual([[null], [null]])
  act(() => result.current.change({ search: 'storm' }))
  unmount()
  vi.advanceTimersByTime(1000)
  expect(find).toHaveBeenCalledTimes(2)
})

it('begins with what was found before another page was shown', () => {
  const found = { filter: { search: 'rain' }, status: 'ready', ids: [], nextCursor: null, newest: null } as const
  const { result } = renderHook(() => useFilter(found, find))
  expect(result.current.filter).toEqual({ search: 'rain' })
})

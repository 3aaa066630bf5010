import { act, renderHook } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { useFilter } from '@/features/library/filter/use-filter'
import type { JobFilter } from '@/lib/jobs-api'
import type { SearchResult } from '@/state/jobs/jobs-state'

const find = vi.fn()
const onAsk = vi.fn()

beforeEach(() => void vi.useFakeTimers())

function renderFilter(asked: JobFilter = {}, found: SearchResult | null = null) {
  return renderHook((props) => useFilter({ onAsk, find, ...props }), { initialProps: { asked, found } })
}

it('searches the library once after typing pauses, and at once after a choice', () => {
  const { result, rerender } = renderFilter()
  for (const search of ['r', 'ra', ' rain ']) {
    act(() => result.current.change({ search }))
    expect(result.current.filter).toEqual({ search })
    act(() => void vi.advanceTimersByTime(299))
  }
  expect(onAsk).not.toHaveBeenCalled()
  act(() => void vi.advanceTimersByTime(1))
  expect(onAsk).toHaveBeenCalledExactlyOnceWith({ search: 'rain' }, true)
  rerender({ asked: { search: 'rain' }, found: null })
  act(() => result.current.change({ isFailed: true }))
  expect(onAsk).toHaveBeenLastCalledWith({ search: 'rain', isFailed: true }, false)
})

it('adds unfinished search text to a chosen filter, and sends nothing after the search is cleared or unmounted', () => {
  const { result, unmount } = renderFilter({ isOldestFirst: true })
  act(() => result.current.change({ search: 'storm' }))
  act(() => result.current.change({ hasSound: true }))
  expect(onAsk).toHaveBeenLastCalledWith({ isOldestFirst: true, search: 'storm', hasSound: true }, false)
  act(() => result.current.change({ search: 'storms' }))
  act(() => result.current.clear())
  expect(onAsk).toHaveBeenLastCalledWith({ isOldestFirst: true }, false)
  act(() => void vi.advanceTimersByTime(1000))
  act(() => result.current.change({ search: 'storm' }))
  unmount()
  vi.advanceTimersByTime(1000)
  expect(onAsk).toHaveBeenCalledTimes(2)
})

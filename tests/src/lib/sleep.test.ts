import { beforeEach, expect, it, vi } from 'vitest'
import { sleep } from '@/lib/sleep'

beforeEach(() => {
  vi.useFakeTimers()
})

it('resolves after its time', async () => {
  const done = vi.fn()
  void sleep(5000).then(done)
  await vi.advanceTimersByTimeAsync(4999)
  expect(done).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(done).toHaveBeenCalled()
})

it('rejects with the reason of its signal and leaves no timer', async () => {
  const controller = new AbortController()
  const slept = sleep(5000, controller.signal)
  controller.abort('enough')
  await expect(slept).rejects.toBe('enough')
  expect(vi.getTimerCount()).toBe(0)
})

it('does not begin when its signal is aborted already', async () => {
  await expect(sleep(5000, AbortSignal.abort('before'))).rejects.toBe('before')
  expect(vi.getTimerCount()).toBe(0)
})

// @vitest-environment node
import { expect, it, vi } from 'vitest'
import { deferLoad } from '@/lib/defer-load'

interface Api {
  double(value: number): Promise<number>
  fail(): Promise<never>
}

const api: Api = {
  double: async (value) => 2 * value,
  fail: async () => {
    throw new RangeError('refused')
  },
}

it('loads with the first call, once for all', async () => {
  const load = vi.fn(async () => api)
  const late = deferLoad(load)
  expect(load).not.toHaveBeenCalled()
  expect(await Promise.all([late.double(2), late.double(3)])).toEqual([4, 6])
  expect(load).toHaveBeenCalledTimes(1)
})

it('is no promise: awaiting it loads nothing', async () => {
  const load = vi.fn(async () => api)
  const late = deferLoad(load)
  expect(await (async () => late)()).toBe(late)
  expect(load).not.toHaveBeenCalled()
})

it('tells a missing code from what a call throws, and tries again', async () => {
  const load = vi.fn(async () => api).mockRejectedValueOnce(new TypeError('Failed to fetch'))
  const late = deferLoad(load)
  await expect(late.double(1)).rejects.toMatchObject({ name: 'NetworkError', kind: 'network' })
  await expect(late.double(1)).resolves.toBe(2)
  await expect(late.fail()).rejects.toThrow(RangeError)
})

// @vitest-environment node
import { expect, it, vi } from 'vitest'
import { loadOnce } from '@/lib/http/load-once'

it('loads code with the first call, once for all callers', async () => {
  const load = vi.fn(async () => ({ size: 2 }))
  const get = loadOnce(load)
  expect(load).not.toHaveBeenCalled()
  const [one, other] = await Promise.all([get(), get()])
  expect(one).toBe(other)
  expect(load).toHaveBeenCalledTimes(1)
})

it('says that code failed to load, and loads it again', async () => {
  const load = vi.fn(async () => 'code').mockRejectedValueOnce(new TypeError('Failed to fetch'))
  const get = loadOnce(load)
  await expect(get()).rejects.toMatchObject({ name: 'NetworkError', kind: 'network' })
  await expect(get()).resolves.toBe('code')
})

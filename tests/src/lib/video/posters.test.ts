import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { clearPersonalData } from '@/lib/browser/personal-data'
import { drawFrame } from '@/lib/video/draw-frame'
import { clearPoster, drawPoster } from '@/lib/video/posters'
import { installDatabase } from '../../../support/app/image-platform'

vi.mock('@/lib/video/draw-frame', () => ({ drawFrame: vi.fn() }))

const revoked = vi.fn()
const store = vi.fn()

beforeEach(() => {
  installDatabase()
  let made = 0
  vi.mocked(drawFrame).mockImplementation(async () => new Blob(['a frame']))
  URL.createObjectURL = () => {
    made += 1
    return `blob:${made}`
  }
  URL.revokeObjectURL = revoked
})
afterEach(() => {
  Reflect.deleteProperty(URL, 'createObjectURL')
  Reflect.deleteProperty(URL, 'revokeObjectURL')
})

it('draws each poster once, and releases it with its job', async () => {
  expect(await drawPoster('a', '/a.mp4', store)).toBe('blob:1')
  expect(await drawPoster('a', '/a.mp4', store)).toBe('blob:1')
  expect(drawFrame).toHaveBeenCalledTimes(1)
  clearPoster('a')
  await vi.waitFor(() => expect(revoked).toHaveBeenCalledExactlyOnceWith('blob:1'))
})

it.each([
  ['a WebP of 40 KB', 'image/webp', 40 * 1024, 1],
  ['one that is larger', 'image/webp', 40 * 1024 + 1, 0],
  ['what a browser without WebP writes', 'image/png', 9, 0],
])('stores a drawn poster, if it is %s: %s of %i bytes, %i times', async (_what, type, bytes, times) => {
  const blob = new Blob(['x'.repeat(bytes)], { type })
  vi.mocked(drawFrame).mockResolvedValue(blob)
  store.mockClear()
  expect(await drawPoster('e', '/e.mp4', store)).toBe('blob:1')
  expect(store.mock.calls).toEqual(times ? [[blob]] : [])
  clearPoster('e')
})

it('releases all posters when the user signs out', async () => {
  await Promise.all([drawPoster('b', '/b.mp4', store), drawPoster('c', '/c.mp4', store)])
  await clearPersonalData()
  await vi.waitFor(() => expect(revoked.mock.calls.flat().sort()).toEqual(['blob:1', 'blob:2']))
  expect(await drawPoster('b', '/b.mp4', store)).toBe('blob:3')
  clearPoster('b')
})

it('draws a poster again after a failure', async () => {
  vi.mocked(drawFrame).mockRejectedValueOnce(new Error('no'))
  await expect(drawPoster('d', '/d.mp4', store)).rejects.toThrow('no')
  expect(await drawPoster('d', '/d.mp4', store)).toBe('blob:1')
})

import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { clearPersonalData } from '@/lib/browser/personal-data'
import { drawFrame } from '@/lib/video/draw-frame'
import { clearPoster, getPoster } from '@/lib/video/posters'
import { installDatabase } from '../../../support/app/image-platform'

vi.mock('@/lib/video/draw-frame', () => ({ drawFrame: vi.fn() }))

const revoked = vi.fn()

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
  expect(await getPoster('a', '/a.mp4')).toBe('blob:1')
  expect(await getPoster('a', '/a.mp4')).toBe('blob:1')
  expect(drawFrame).toHaveBeenCalledTimes(1)
  clearPoster('a')
  await vi.waitFor(() => expect(revoked).toHaveBeenCalledExactlyOnceWith('blob:1'))
})

it('releases all posters when the user signs out', async () => {
  await Promise.all([getPoster('b', '/b.mp4'), getPoster('c', '/c.mp4')])
  await clearPersonalData()
  await vi.waitFor(() => expect(revoked.mock.calls.flat().sort()).toEqual(['blob:1', 'blob:2']))
  expect(await getPoster('b', '/b.mp4')).toBe('blob:3')
  clearPoster('b')
})

it('draws a poster again after a failure', async () => {
  vi.mocked(drawFrame).mockRejectedValueOnce(new Error('no'))
  await expect(getPoster('d', '/d.mp4')).rejects.toThrow('no')
  expect(await getPoster('d', '/d.mp4')).toBe('blob:1')
})

import { MAX_POSTER_BYTES } from '@contract/shares'
import { beforeEach, expect, it, vi } from 'vitest'
import { drawSharePoster } from '@/features/library/share/draw-share-poster'
import { drawFrame } from '@/lib/video/draw-frame'

vi.mock('@/lib/video/draw-frame', () => ({ drawFrame: vi.fn() }))

const frame = (bytes: number) => new Blob(['x'.repeat(bytes)], { type: 'image/jpeg' })
const renew = vi.fn(async () => ({ videoUrl: '/fresh.mp4' }))
const draw = () => drawSharePoster({ videoUrl: '/old.mp4' }, renew)
const asked = () => vi.mocked(drawFrame).mock.calls.map(([url, { maxSide }]) => [url, maxSide])

beforeEach(() => {
  vi.mocked(drawFrame).mockReset()
})

it('draws smaller share posters until one is small enough in bytes', async () => {
  vi.mocked(drawFrame)
    .mockResolvedValueOnce(frame(MAX_POSTER_BYTES + 1))
    .mockResolvedValueOnce(frame(3))
  expect(await draw()).toBe(`data:image/jpeg;base64,${btoa('xxx')}`)
  expect(asked()).toEqual([
    ['/old.mp4', 1280],
    ['/old.mp4', 960],
  ])
})

it('uses a fresh address for the share poster if the known address has expired', async () => {
  vi.mocked(drawFrame).mockRejectedValueOnce(new Error('expired')).mockResolvedValueOnce(frame(3))
  expect(await draw()).toMatch(/^data:/)
  expect(asked()).toEqual([
    ['/old.mp4', 1280],
    ['/fresh.mp4', 1280],
  ])
})

it('returns no share poster if none can be drawn in time', async () => {
  vi.mocked(drawFrame).mockRejectedValue(new Error('no decoder'))
  expect(await draw()).toBeUndefined()
  renew.mockRejectedValueOnce(new Error('offline'))
  expect(await draw()).toBeUndefined()
  vi.useFakeTimers()
  vi.mocked(drawFrame).mockReturnValue(new Promise(() => {}))
  const late = draw()
  await vi.advanceTimersByTimeAsync(15_000)
  expect(await late).toBeUndefined()
  vi.useRealTimers()
})

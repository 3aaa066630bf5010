import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { drawFrame } from '@/lib/video/draw-frame'

/**
 * Replaces the video element and the canvas. The video jumps to each requested time at once. The canvas gets an image from the
 * try `visibleFrom` on.
 */
function stubElements(visibleFrom: number) {
  const video = Object.assign(new EventTarget(), {
    duration: 5,
    videoWidth: 1280,
    videoHeight: 720,
    removeAttribute: () => {},
    load: () => {},
  })
  const listen = video.addEventListener.bind(video)
  video.addEventListener = (name: string, ...rest: [EventListener]) => {
    listen(name, ...rest)
    if (name !== 'error') queueMicrotask(() => video.dispatchEvent(new Event(name)))
  }
  const drawImage = vi.fn()
  const alpha = () => (drawImage.mock.calls.length >= visibleFrom ? 255 : 0)
  let probe: number[] | null = null
  const pen = {
    drawImage,
    fillStyle: '',
    fillRect: () => {
      probe = (pen.fillStyle.match(/\d+/g) ?? []).map(Number)
    },
    clearRect: () => {
      probe = null
    },
    getImageData: () => ({ data: probe ? [...probe, 255] : [0, 0, 0, alpha()] }),
  }
  const canvas = {
    getContext: () => pen,
    toBlob: (give: (blob: Blob) => void) => give(new Blob([`drawn ${alpha()}`])),
  }
  vi.spyOn(document, 'createElement').mockImplementation((name) => (name === 'video' ? video : canvas) as never)
  return { drawImage, video, canvas, pen }
}

const draw = () => drawFrame('https://videos.test/a.mp4', { type: 'image/png' })

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.restoreAllMocks())

it('draws a video frame again until its image is available', async () => {
  const { drawImage } = stubElements(3)
  const blob = draw()
  await vi.runAllTimersAsync()
  expect(await (await blob).text()).toBe('drawn 255')
  expect(drawImage).toHaveBeenCalledTimes(3)
})

it("draws a video's last frame, and handles a title that fills the image", async () => {
  const { video } = stubElements(1)
  await draw()
  expect(video).toMatchObject({ currentTime: 4.98 })
})

it('draws no frame if the browser returns noise for what a page drew', async () => {
  const { pen, drawImage } = stubElements(1)
  pen.getImageData = () => ({ data: [12, 200, 99, 255] })
  await expect(draw()).rejects.toThrow('The browser scrambles images')
  expect(drawImage).not.toHaveBeenCalled()
})

it.each([
  [2.5, 2.5],
  [9, 4.98],
])('draws the frame at %s seconds, or the last one before that: %s', async (at, drawn) => {
  const { video } = stubElements(1)
  await drawFrame('https://videos.test/a.mp4', { at, type: 'image/png' })
  expect(video).toMatchObject({ currentTime: drawn })
})

it('waits for the sought frame, but no longer than a second on a hidden page', async () => {
  const { video, drawImage } = stubElements(1)
  let present: VideoFrameRequestCallback = () => undefined
  Object.assign(video, {
    requestVideoFrameCallback: (callback: VideoFrameRequestCallback) => {
      present = callback
    },
  })
  const at = (mediaTime: number) => present(0, { mediaTime } as VideoFrameCallbackMetadata)
  const first = draw()
  await vi.advanceTimersByTimeAsync(900)
  at(0)
  await vi.advanceTimersByTimeAsync(0)
  expect(drawImage).not.toHaveBeenCalled()
  at(4.8)
  await first
  expect(drawImage).toHaveBeenCalledOnce()

  const hidden = draw()
  await vi.advanceTimersByTimeAsync(1000)
  await hidden
  expect(drawImage).toHaveBeenCalledTimes(2)
})

it.each([
  [1280, 720, { maxSide: 640 }, 640, 360],
  [720, 1280, { maxSide: 640 }, 360, 640],
  [1280, 720, { maxSide: 1920 }, 1280, 720],
])('draws a frame of %d x %d px with %j as %d x %d px', async (videoWidth, videoHeight, limit, width, height) => {
  const { video, canvas } = stubElements(1)
  Object.assign(video, { videoWidth, videoHeight })
  await drawFrame('https://videos.test/a.mp4', { ...limit, type: 'image/webp' })
  expect(canvas).toMatchObject({ width, height })
})

it('fails for a frame that never becomes available, and returns no empty image', async () => {
  stubElements(Number.POSITIVE_INFINITY)
  const refused = expect(draw()).rejects.toThrow('The frame could not be drawn')
  await vi.runAllTimersAsync()
  await refused
})

describe('a limit of bytes', () => {
  async function drawAs(type: string, getSize: (quality: number) => number) {
    const { canvas } = stubElements(1)
    const qualities: number[] = []
    canvas.toBlob = ((give: (blob: Blob) => void, _type: string, quality: number) => {
      qualities.push(quality)
      give(new Blob(['x'.repeat(getSize(quality))], { type }))
    }) as never
    const { size } = await drawFrame('https://videos.test/a.mp4', { maxBytes: 100, type: 'image/webp' })
    return { size, qualities }
  }

  it('lowers the quality until the image fits', async () => {
    expect(await drawAs('image/webp', (quality) => Math.round(quality * 200))).toEqual({
      size: 90,
      qualities: [0.82, 0.65, 0.45],
    })
  })

  it('ends at the lowest quality, and at once where the browser writes another type', async () => {
    expect(await drawAs('image/webp', () => 101)).toMatchObject({ size: 101, qualities: { length: 5 } })
    expect(await drawAs('image/png', () => 101)).toEqual({ size: 101, qualities: [0.82] })
  })
})

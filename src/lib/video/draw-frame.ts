// Draws a frame of a video. It loads the video without cookies, because the URL is signed, and only the needed part.
import { canReadCanvas } from '@/lib/browser/canvas'

const GIVE_UP_MS = 30_000
const DRAW_TRIES = 50
const DRAW_AGAIN_MS = 40
/** Seconds before the end that are still in the last frame, at up to 50 frames per second. */
const BEFORE_END_SECONDS = 0.02
/** A duration in seconds that is longer than any frame. */
const FRAME_SECONDS = 0.5
/** The longest wait for a frame after its seek, in milliseconds. A hidden page renders no frames. */
const FRAME_MS = 1000

/** The qualities to try, the best first. */
const QUALITIES = [0.82, 0.65, 0.45, 0.25, 0.1]

interface FrameOptions {
  /** The frame's time in seconds. Default: the last frame, because the first one may be dark or incomplete. */
  at?: number
  /** The longer side in pixels. Default: the video's own. */
  maxSide?: number
  /** The size that the last quality may exceed. */
  maxBytes?: number
  /** A browser that can't write WebP returns a PNG. */
  type: 'image/webp' | 'image/png'
}

/**
 * Draws a frame as an image. Rejects if the file can't be loaded, played, or read.
 */
export async function drawFrame(
  url: string,
  { at = Infinity, maxSide = Infinity, maxBytes = Infinity, type }: FrameOptions,
): Promise<Blob> {
  const video = document.createElement('video')
  try {
    video.crossOrigin = 'anonymous'
    video.muted = true
    video.preload = 'auto'
    video.src = url
    await waitForEvent(video, 'loadedmetadata')
    const seconds = Math.max(0, Math.min(at, video.duration - BEFORE_END_SECONDS))
    const shown = waitForFrame(video, seconds)
    video.currentTime = seconds
    await waitForEvent(video, 'seeked')
    // A seek may end while the video still shows the first frame.
    await Promise.race([shown, wait(FRAME_MS)])
    const { videoWidth: width, videoHeight: height } = video
    const scale = Math.min(1, maxSide / Math.max(width, height))
    const canvas = document.createElement('canvas')
    canvas.width = Math.round(width * scale)
    canvas.height = Math.round(height * scale)
    const pen = canvas.getContext('2d')
    // A scrambled poster would be stored for everybody.
    if (pen && !canReadCanvas(pen)) throw new Error('The browser scrambles images')
    // Until the video has a frame, drawImage draws nothing.
    for (let tries = 1; ; tries += 1) {
      pen?.drawImage(video, 0, 0, canvas.width, canvas.height)
      if (pen?.getImageData(0, 0, 1, 1).data[3] === 255) break
      if (tries === DRAW_TRIES) throw new Error('The frame could not be drawn')
      await wait(DRAW_AGAIN_MS)
    }
    return await encode(canvas, type, maxBytes)
  } finally {
    // Frees the decoder, because a browser has only a few.
    video.removeAttribute('src')
    video.load()
  }
}

async function encode(canvas: HTMLCanvasElement, type: string, maxBytes: number): Promise<Blob> {
  let smallest: Blob | null = null
  for (const quality of QUALITIES) {
    smallest = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, quality))
    if (!smallest) throw new Error('The frame could not be drawn')
    if (smallest.size <= maxBytes || smallest.type !== type) return smallest
  }
  return smallest as Blob
}

/** Resolves once the video shows the frame at `seconds`, or at once in browsers that can't tell. Call it before the seek. */
function waitForFrame(video: HTMLVideoElement, seconds: number): Promise<void> {
  return new Promise((resolve) => {
    if (!video.requestVideoFrameCallback) return resolve()
    const look: VideoFrameRequestCallback = (_now, { mediaTime }) => {
      if (mediaTime > seconds - FRAME_SECONDS) resolve()
      else video.requestVideoFrameCallback(look)
    }
    video.requestVideoFrameCallback(look)
  })
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

function waitForEvent(video: HTMLVideoElement, event: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`The video gave no ${event}`)), GIVE_UP_MS)
    const settle = (end: () => void) => () => {
      clearTimeout(timer)
      end()
    }
    video.addEventListener(event, settle(resolve), { once: true })
    const fail = settle(() => reject(new Error("Couldn't load the video", { cause: video.error })))
    video.addEventListener('error', fail, { once: true })
  })
}

// Fetched without cookies, as the address is signed, and only as far as the frame needs.
const GIVE_UP_MS = 30_000
const DRAW_TRIES = 50
const DRAW_AGAIN_MS = 40
/** Seconds before the end that are still inside the last frame, at up to 50 frames per second. */
const BEFORE_END_SECONDS = 0.02
/** More than a frame's length. */
const FRAME_SECONDS = 0.5
/** The longest wait for a frame after its seek. A hidden page shows none. */
const FRAME_MS = 1000

interface FrameOptions {
  /** Width in pixels. Default: the video's own. */
  maxWidth?: number
  /** The longer side in pixels. Default: the video's own. */
  maxSide?: number
  type: 'image/jpeg' | 'image/png'
}

/**
 * Draws the last frame as an image: a video may begin in the dark, or before its title is written. Rejects if the file can't be
 * loaded, played, or read.
 */
export async function drawFrame(url: string, { maxWidth, maxSide, type }: FrameOptions): Promise<Blob> {
  const video = document.createElement('video')
  try {
    video.crossOrigin = 'anonymous'
    video.muted = true
    video.preload = 'auto'
    video.src = url
    await waitForEvent(video, 'loadedmetadata')
    const seconds = Math.max(0, video.duration - BEFORE_END_SECONDS)
    const shown = waitForFrame(video, seconds)
    video.currentTime = seconds
    await waitForEvent(video, 'seeked')
    // A seek may end while the first frame is still there.
    await Promise.race([shown, wait(FRAME_MS)])
    const { videoWidth: width, videoHeight: height } = video
    const scale = Math.min(1, (maxWidth ?? width) / width, (maxSide ?? Infinity) / Math.max(width, height))
    const canvas = document.createElement('canvas')
    canvas.width = Math.round(width * scale)
    canvas.height = Math.round(height * scale)
    const pen = canvas.getContext('2d')
    // Before its first frame is there, nothing is drawn.
    for (let tries = 1; ; tries += 1) {
      pen?.drawImage(video, 0, 0, canvas.width, canvas.height)
      if (pen?.getImageData(0, 0, 1, 1).data[3] === 255) break
      if (tries === DRAW_TRIES) throw new Error('The frame could not be drawn')
      await wait(DRAW_AGAIN_MS)
    }
    return await new Promise((resolve, reject) => {
      canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The frame could not be drawn'))), type, 0.82)
    })
  } finally {
    // Frees the decoder: a browser has few.
    video.removeAttribute('src')
    video.load()
  }
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

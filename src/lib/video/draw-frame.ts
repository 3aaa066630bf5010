// Fetched without cookies, as the address is signed, and only as far as the frame needs.
const GIVE_UP_MS = 30_000
const DRAW_TRIES = 50
const DRAW_AGAIN_MS = 40
/** Seconds before the end that are still inside the last frame, at up to 50 frames per second. */
const BEFORE_END_SECONDS = 0.02

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
    video.currentTime = Math.max(0, video.duration - BEFORE_END_SECONDS)
    await waitForEvent(video, 'seeked')
    const { videoWidth: width, videoHeight: height } = video
    const scale = Math.min(1, (maxWidth ?? width) / width, (maxSide ?? Infinity) / Math.max(width, height))
    const canvas = document.createElement('canvas')
    canvas.width = Math.round(width * scale)
    canvas.height = Math.round(height * scale)
    const pen = canvas.getContext('2d')
    // A seek ends shortly before its frame is there: until then nothing is drawn.
    for (let tries = 1; ; tries += 1) {
      pen?.drawImage(video, 0, 0, canvas.width, canvas.height)
      if (pen?.getImageData(0, 0, 1, 1).data[3] === 255) break
      if (tries === DRAW_TRIES) throw new Error('The frame could not be drawn')
      await new Promise((resolve) => setTimeout(resolve, DRAW_AGAIN_MS))
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

function waitForEvent(video: HTMLVideoElement, event: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`The video gave no ${event}`)), GIVE_UP_MS)
    const settle = (end: () => void) => () => {
      clearTimeout(timer)
      end()
    }
    video.addEventListener(event, settle(resolve), { once: true })
    const fail = settle(() => reject(new Error('The video could not be loaded', { cause: video.error })))
    video.addEventListener('error', fail, { once: true })
  })
}

import { MAX_POSTER_BYTES } from '@contract/shares'
import { drawFrame } from '@/lib/video/draw-frame'
import type { SucceededJob } from '@/state/jobs/job'

/** The longer sides to try, in pixels. A noisy picture may be too many bytes at the first. */
const SIDES = [1280, 960, 640]
/** A link does not wait longer for its poster. */
const GIVE_UP_MS = 15_000

/**
 * Draws a frame of the video for previews of its link, as a data URI. Resolves with undefined if it can't be drawn, because the link
 * works without it.
 * @param renew returns new addresses; the known one may have expired
 */
export async function drawSharePoster(
  job: Pick<SucceededJob, 'videoUrl'>,
  renew: () => Promise<{ videoUrl: string | null }>,
): Promise<string | undefined> {
  const tooLate = new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), GIVE_UP_MS))
  const drawn = draw(job.videoUrl)
    .catch(async () => draw((await renew()).videoUrl))
    .catch(() => undefined)
  return Promise.race([drawn, tooLate])
}

async function draw(url: string | null): Promise<string> {
  if (!url) throw new Error('The video has no URL')
  for (const maxSide of SIDES) {
    const blob = await drawFrame(url, { maxSide, type: 'image/jpeg' })
    if (blob.size <= MAX_POSTER_BYTES) return toDataUri(blob)
  }
  throw new Error('The share poster is too large')
}

function toDataUri(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(blob)
  })
}

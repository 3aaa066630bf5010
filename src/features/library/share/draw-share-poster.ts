import { MAX_POSTER_BYTES } from '@contract/shares'
import { drawFrame } from '@/lib/video/draw-frame'
import type { SucceededJob } from '@/state/jobs/job'

/** The longer sides to try, in pixels. A noisy image may exceed the size limit at the first. */
const SIDES = [1280, 960, 640]
/** The longest time to draw the poster, in milliseconds. After this time, the link is created without a poster. */
const GIVE_UP_MS = 15_000

/**
 * Draws a frame of the video as a data URI, for the previews of its link. Resolves with undefined if this fails,
 * because the link works without a poster.
 * @param renew returns new URLs, because the known URL may have expired
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

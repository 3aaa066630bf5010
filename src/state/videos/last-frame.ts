import { drawFrame } from '@/lib/video/draw-frame'
import type { SucceededJob } from '@/state/jobs/job'
import { getFrameName } from '@/state/jobs/video-chain'

/**
 * Draws a video's last frame, and names the file after the video. Rejects if the video can't be read.
 * @param renew returns new URLs, because the known URL may have expired
 */
export async function drawLastFrame(
  job: SucceededJob,
  renew: () => Promise<{ videoUrl: string | null }>,
): Promise<File> {
  const draw = (url: string | null) => {
    if (!url) throw new Error('The video has no URL')
    return drawFrame(url, { type: 'image/png' })
  }
  const blob = await Promise.resolve(job.videoUrl)
    .then(draw)
    .catch(async () => draw((await renew()).videoUrl))
  return new File([blob], `${getFrameName(job)}.png`, { type: 'image/png' })
}

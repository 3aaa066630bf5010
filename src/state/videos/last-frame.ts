import { drawFrame } from '@/lib/video/draw-frame'
import type { SucceededJob } from '@/state/jobs/job'
import { getFrameName } from '@/state/jobs/video-chain'

/** Returns new URLs, because the known URL may have expired. */
type Renew = () => Promise<{ videoUrl: string | null }>

/** Draws a video's last frame, and names the file after the video. Rejects if the video can't be read. */
export function drawLastFrame(job: SucceededJob, renew: Renew): Promise<File> {
  return draw(job, renew, Infinity, getFrameName(job))
}

/** Draws the frame of a video at `seconds`, or its last one. Rejects if the video can't be read. */
export function drawFrameAt(job: SucceededJob, renew: Renew, seconds = Infinity): Promise<File> {
  return draw(job, renew, seconds, 'frame')
}

async function draw(job: SucceededJob, renew: Renew, at: number, name: string): Promise<File> {
  const drawUrl = (url: string | null) => {
    if (!url) throw new Error('The video has no URL')
    return drawFrame(url, { at, type: 'image/png' })
  }
  const blob = await Promise.resolve(job.videoUrl)
    .then(drawUrl)
    .catch(async () => drawUrl((await renew()).videoUrl))
  return new File([blob], `${name}.png`, { type: 'image/png' })
}

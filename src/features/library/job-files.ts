import type { SucceededJob } from '@/state/jobs/job'
import type { Addresses } from '@/state/jobs/job-store'
import { frameNameOf } from '@/state/jobs/shots'
import { drawFrame } from './draw-frame'

/** Returns null when the image is gone. */
export async function fetchImage(renew: () => Promise<Addresses>): Promise<File | null> {
  try {
    const { imageUrl } = await renew()
    const response = imageUrl ? await fetch(imageUrl, { credentials: 'omit' }) : null
    if (!response?.ok) return null
    const blob = await response.blob()
    return new File([blob], `image.${blob.type.split('/')[1] ?? 'jpg'}`, { type: blob.type })
  } catch {
    return null
  }
}

/** Rejects when the video cannot be read. */
export async function lastFrame(job: SucceededJob, renew: () => Promise<Addresses>): Promise<File> {
  const draw = (url: string | null) => {
    if (!url) throw new Error('There is no address')
    return drawFrame(url, { at: 'end', type: 'image/png' })
  }
  const blob = await Promise.resolve(job.videoUrl)
    .then(draw)
    .catch(async () => draw((await renew()).videoUrl))
  return new File([blob], `${frameNameOf(job)}.png`, { type: 'image/png' })
}

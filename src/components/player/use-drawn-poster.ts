import { useEffect, useState } from 'react'
import { getPoster } from '@/lib/video/posters'

/** Returns a frame of the video as an image, which the library has usually drawn already. Null until it is ready. */
export function useDrawnPoster(jobId: string, videoUrl: string | null): string | null {
  const [poster, setPoster] = useState<string | null>(null)
  const hasVideo = videoUrl !== null
  // biome-ignore lint/correctness/useExhaustiveDependencies: a renewed address is no reason to draw again
  useEffect(() => {
    if (!videoUrl) return
    let isGone = false
    getPoster(jobId, videoUrl).then(
      (drawn) => {
        if (!isGone) setPoster(drawn)
      },
      () => undefined,
    )
    return () => {
      isGone = true
    }
  }, [jobId, hasVideo])
  return poster
}

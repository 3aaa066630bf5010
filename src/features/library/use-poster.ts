import { type RefObject, useEffect, useState } from 'react'
import { useInView } from '@/components/hooks/use-in-view'
import { getPoster } from '@/lib/video/posters'
import type { SucceededJob } from '@/state/jobs/job'

/** The time near the window before a poster is drawn, in milliseconds. Rows that only scroll past are skipped. */
const REST_MS = 200

/** Returns the poster, or null until the row is near the window. `isMissing`: whether drawing failed. */
export function usePoster(
  element: RefObject<Element | null>,
  { id, videoUrl }: SucceededJob,
  renew: () => Promise<{ videoUrl: string | null } | null>,
): { poster: string | null; isMissing: boolean } {
  const isNear = useInView(element, { rootMargin: '600px 0px', once: true })
  const [poster, setPoster] = useState<string | null>(null)
  const [isMissing, setIsMissing] = useState(videoUrl === null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: asked for once; a renewed address is no reason to draw again
  useEffect(() => {
    if (!isNear || !videoUrl || poster) return
    let isGone = false
    const draw = async () => {
      try {
        // URLs are signed for an hour. An expired URL is renewed once.
        const address = await getPoster(id, videoUrl).catch(async (cause: unknown) => {
          const fresh = (await renew())?.videoUrl
          if (!fresh || fresh === videoUrl) throw cause
          return getPoster(id, fresh)
        })
        if (!isGone) setPoster(address)
      } catch {
        // The player shows the error.
        if (!isGone) setIsMissing(true)
      }
    }
    const timer = setTimeout(draw, REST_MS)
    return () => {
      isGone = true
      clearTimeout(timer)
    }
  }, [isNear, id])

  return { poster, isMissing }
}

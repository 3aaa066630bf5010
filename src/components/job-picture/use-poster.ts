import { useEffect, useState } from 'react'
import { drawPoster } from '@/lib/video/posters'
import type { SucceededJob } from '@/state/jobs/job'
import { useJobActions } from '@/state/jobs/use-jobs'

interface PosterOptions {
  /** Whether to draw a missing poster. False while the job isn't visible. A stored poster is returned in any case. */
  canDraw?: boolean
  /** The time in milliseconds before a poster is drawn. */
  restMs?: number
}

interface ShownPoster {
  /** The URL. Null until there is a poster. */
  poster: string | null
  /** Whether no poster can be shown. */
  isMissing: boolean
  /** Call this if the poster doesn't load. Its URL is signed for an hour. */
  onError: () => void
}

/** Returns the stored poster of a video. Without one, it draws a frame and stores that. */
export function usePoster(job: SucceededJob | null, { canDraw = true, restMs = 0 }: PosterOptions = {}): ShownPoster {
  const actions = useJobActions()
  const [drawn, setDrawn] = useState<string | null>(null)
  const [hasFailed, setHasFailed] = useState(false)
  const [broken, setBroken] = useState<string | null>(null)
  const [isRenewed, setIsRenewed] = useState(false)
  const { id, videoUrl } = job ?? { id: '', videoUrl: null }
  const address = job?.poster?.url ?? null
  const stored = address === broken ? null : address
  const mustDraw = canDraw && videoUrl !== null && !stored && !drawn && (address === null || isRenewed)

  // biome-ignore lint/correctness/useExhaustiveDependencies: drawn once; a renewed address is no reason to draw again
  useEffect(() => {
    if (!mustDraw || !videoUrl) return
    let isGone = false
    const draw = (url: string) => drawPoster(id, url, (poster) => actions.savePreview(id, { poster }))
    const find = async () => {
      try {
        // An expired address is renewed once.
        const found = await draw(videoUrl).catch(async (cause: unknown) => {
          const fresh = (await actions.renew(id)).videoUrl
          if (!fresh || fresh === videoUrl) throw cause
          return draw(fresh)
        })
        if (!isGone) setDrawn(found)
      } catch {
        // The player says what is wrong.
        if (!isGone) setHasFailed(true)
      }
    }
    const timer = setTimeout(find, restMs)
    return () => {
      isGone = true
      clearTimeout(timer)
    }
  }, [mustDraw, id])

  return {
    poster: stored ?? drawn,
    isMissing: !stored && !drawn && (hasFailed || videoUrl === null),
    onError() {
      setBroken(address)
      if (isRenewed) return
      actions
        .renew(id)
        .catch(() => undefined)
        .finally(() => setIsRenewed(true))
    },
  }
}

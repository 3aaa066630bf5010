import { type SyntheticEvent, useEffect, useRef, useState } from 'react'
import { isOlderThan } from '@/lib/elapsed'

/** Returns a new URL, or null. It never rejects. */
export type Renew = () => Promise<{ videoUrl: string | null } | null>

/** A URL that fails this soon after a renewal, in milliseconds, didn't expire: URLs are signed for an hour. */
const RENEWED_MS = 60_000

/** Renews the URL when the video fails, and continues at the same position. */
export function useRenewal(first: string | null, renew?: Renew) {
  const [src, setSrc] = useState(first)
  const [isBroken, setIsBroken] = useState(false)
  const renewedAt = useRef(0)
  const left = useRef<{ at: number; wasPlaying: boolean } | null>(null)

  async function replace() {
    const mayRenew = isOlderThan(renewedAt.current, RENEWED_MS)
    renewedAt.current = Date.now()
    const fresh = mayRenew ? (await renew?.())?.videoUrl : null
    if (fresh && fresh !== src) setSrc(fresh)
    else setIsBroken(true)
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: asked for once
  useEffect(() => {
    if (!first) void replace()
  }, [])

  return {
    src,
    /** Whether no URL plays. */
    isBroken,
    onError({ currentTarget: video }: SyntheticEvent<HTMLVideoElement>) {
      left.current ??= { at: video.currentTime, wasPlaying: !video.paused }
      void replace()
    },
    /** Continues when the file's metadata has loaded. */
    resume(video: HTMLVideoElement) {
      if (!left.current) return
      const { at, wasPlaying } = left.current
      left.current = null
      video.currentTime = at
      if (wasPlaying) video.play().catch(() => undefined)
    },
  }
}

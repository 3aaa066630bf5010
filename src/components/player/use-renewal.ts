import { type SyntheticEvent, useEffect, useRef, useState } from 'react'
import { isOlderThan } from '@/lib/elapsed'

/** Returns a new address, or null; never rejects. */
export type Renew = () => Promise<{ videoUrl: string | null } | null>

/** An address is signed for an hour. One that breaks within this time after a renewal did not expire. */
const RENEWED_MS = 60_000

/** Renews the address when the video breaks, and continues at the same place. */
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
    /** True if no address plays. */
    isBroken,
    onError({ currentTarget: video }: SyntheticEvent<HTMLVideoElement>) {
      left.current ??= { at: video.currentTime, wasPlaying: !video.paused }
      void replace()
    },
    /** Resumes once the file's metadata has arrived. */
    resume(video: HTMLVideoElement) {
      if (!left.current) return
      const { at, wasPlaying } = left.current
      left.current = null
      video.currentTime = at
      if (wasPlaying) video.play().catch(() => undefined)
    },
  }
}

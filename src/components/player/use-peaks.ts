import { type RefObject, useEffect, useMemo, useState } from 'react'
import { shouldSaveData } from '@/components/footage/use-playback'
import { findPeaks } from './peaks'

interface PeaksOptions {
  src: string | null
  hasSound: boolean
  /** The known peaks, 0 to 100. */
  peaks?: readonly number[] | null | undefined
  onPeaks?: ((peaks: number[]) => void) | undefined
  file?: Blob | undefined
}

/** Returns the peaks, 0 to 1. Null until known or if they can't be read, empty for silence. */
export function usePeaks(
  video: RefObject<HTMLVideoElement | null>,
  { src, hasSound, peaks: known, onPeaks, file }: PeaksOptions,
): readonly number[] | null {
  const [found, setFound] = useState<readonly number[] | null>(null)
  const peaks = known ?? found
  const isKnown = peaks !== null

  // biome-ignore lint/correctness/useExhaustiveDependencies: the newest callback is as good as the first
  useEffect(() => {
    const clip = video.current
    if (!clip || !src || !hasSound || isKnown || (shouldSaveData() && !file)) return
    const ended = new AbortController()
    const { signal } = ended
    const find = async () => {
      // After the picture, which needs the network more.
      if (clip.readyState < HTMLMediaElement.HAVE_ENOUGH_DATA) {
        await new Promise((resolve) => clip.addEventListener('canplaythrough', resolve, { once: true, signal }))
      }
      const read = await findPeaks(src, file, signal)
      if (signal.aborted) return
      setFound(read)
      onPeaks?.(read)
    }
    // Without peaks, the seek bar is flat.
    find().catch(() => undefined)
    return () => ended.abort()
  }, [video, src, hasSound, file, isKnown])

  return useMemo(() => (hasSound && peaks ? peaks.map((peak) => peak / 100) : null), [hasSound, peaks])
}

import { type RefObject, useEffect, useState } from 'react'
import { shouldSaveData } from '@/components/footage/use-playback'
import { findPeaks, readStoredPeaks } from './peaks'

interface PeaksOptions {
  src: string | null
  hasSound: boolean
  jobId?: string | undefined
  file?: Blob | undefined
}

/** Returns the peaks. Null while unknown or unreadable. Empty for silence. */
export function usePeaks(
  video: RefObject<HTMLVideoElement | null>,
  { src, hasSound, jobId, file }: PeaksOptions,
): readonly number[] | null {
  const [levels, setLevels] = useState<readonly number[] | null>(null)

  useEffect(() => {
    const clip = video.current
    if (!clip || !src || !hasSound || levels) return
    const ended = new AbortController()
    const { signal } = ended
    const show = (found: readonly number[] | null) => {
      if (found && !signal.aborted) setLevels(found)
      return found !== null
    }
    const find = async () => {
      if (show(await readStoredPeaks({ jobId })) || signal.aborted || (shouldSaveData() && !file)) return
      // Wait for the video, which needs the network more.
      if (clip.readyState < HTMLMediaElement.HAVE_ENOUGH_DATA) {
        await new Promise((resolve) => clip.addEventListener('canplaythrough', resolve, { once: true, signal }))
      }
      show(await findPeaks(src, { jobId, file }, signal))
    }
    // Without peaks, the seek bar is flat.
    find().catch(() => undefined)
    return () => ended.abort()
  }, [video, src, hasSound, jobId, file, levels])

  return levels
}

// Clips play muted while in view, unless the user paused, or asked the system for less motion or data.
import { type RefObject, useEffect, useRef, useState } from 'react'
import { useMediaQuery } from '@/components/hooks/use-media-query'

/** The clip that has sound. There is one at most. */
let sounding: HTMLVideoElement | null = null

export interface Playback {
  isPlaying: boolean
  isMuted: boolean
  /** True if the file is missing or broken. Remove the video then. */
  hasFailed: boolean
  toggle: () => void
  /** Turns the sound on or off. Turning it on also plays the clip. */
  setSound: (isOn: boolean) => void
  /** Event handlers for the video element. */
  handlers: {
    onPlaying: () => void
    onPause: () => void
    onVolumeChange: () => void
    onError: () => void
  }
}

export function usePlayback(video: RefObject<HTMLVideoElement | null>, isInView: boolean): Playback {
  const isStill = useMediaQuery('(prefers-reduced-motion: reduce)')
  const [isPlaying, setIsPlaying] = useState(false)
  const [isMuted, setIsMuted] = useState(true)
  const [hasFailed, setHasFailed] = useState(false)
  /** The user's last choice. */
  const choice = useRef<'play' | 'pause' | null>(null)

  useEffect(() => {
    const clip = video.current
    if (!clip || hasFailed) return
    if (!isInView && !clip.paused) clip.pause()
    else if (isInView && (choice.current === 'play' || (choice.current === null && !isStill && !shouldSaveData())))
      start(clip)
  }, [video, isInView, isStill, hasFailed])

  useEffect(() => {
    const clip = video.current
    return () => {
      if (sounding === clip) sounding = null
    }
  }, [video])

  return {
    isPlaying,
    isMuted,
    hasFailed,
    toggle: () => {
      const clip = video.current
      if (!clip) return
      choice.current = clip.paused ? 'play' : 'pause'
      if (clip.paused) start(clip)
      else clip.pause()
    },
    setSound: (isOn) => {
      const clip = video.current
      if (!clip) return
      clip.muted = !isOn
      if (!isOn) return
      choice.current = 'play'
      start(clip)
    },
    handlers: {
      onPlaying: () => {
        setIsPlaying(true)
        if (choice.current === 'pause') choice.current = 'play'
      },
      onPause: () => {
        setIsPlaying(false)
        // Out of view this hook paused it, in a hidden tab the browser; otherwise the user did.
        if (isInView && document.visibilityState === 'visible') choice.current = 'pause'
      },
      onVolumeChange: () => {
        const clip = video.current
        if (!clip) return
        setIsMuted(clip.muted)
        if (clip.muted) return
        if (sounding && sounding !== clip) sounding.muted = true
        sounding = clip
      },
      onError: () => setHasFailed(true),
    },
  }
}

/** Returns whether the user saves data. Not all browsers report it. */
export function shouldSaveData(): boolean {
  return (navigator as Navigator & { connection?: { saveData?: boolean } }).connection?.saveData === true
}

/** Plays the clip. If the browser refuses to autoplay, poster and button remain. */
function start(clip: HTMLVideoElement): void {
  clip.play().catch(() => {})
}

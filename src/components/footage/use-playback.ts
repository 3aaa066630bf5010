// Plays clips muted while they are visible. They stay paused if the user paused them, or asked the system for less
// motion or data.
import { type RefObject, useEffect, useRef, useState } from 'react'
import { useMediaQuery } from '@/components/hooks/use-media-query'

/** The only clip with sound, if any. */
let sounding: HTMLVideoElement | null = null

export interface Playback {
  isPlaying: boolean
  isMuted: boolean
  /** Whether the file is missing or broken. Remove the video then. */
  hasFailed: boolean
  toggle: () => void
  /** Turns the sound on or off. Turning it on also plays the clip. */
  setSound: (isOn: boolean) => void
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
        // This hook pauses a clip out of view, and the browser pauses it in a hidden tab. Any other pause is the user's
        // choice.
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

/** Returns whether the user turned on data saving. Some browsers don't report it. */
export function shouldSaveData(): boolean {
  return (navigator as Navigator & { connection?: { saveData?: boolean } }).connection?.saveData === true
}

/** Plays the clip. If the browser refuses, the poster and the button remain. */
function start(clip: HTMLVideoElement): void {
  clip.play().catch(() => {})
}

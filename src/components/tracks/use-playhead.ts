import { type RefObject, useEffect } from 'react'

interface PlayheadParts {
  video: RefObject<HTMLVideoElement | null>
  /** Gets `--at`, 0 to 1. */
  lanes: RefObject<HTMLElement | null>
  timecode?: RefObject<HTMLElement | null>
  scrubber?: RefObject<HTMLInputElement | null>
}

/** At every frame it took 0.3 s of the main thread a second; the playhead glides by a transition of this duration (tracks.css). */
const PERIOD_MS = 125

/** Follows the shown frame without rendering again. */
export function usePlayhead({ video, lanes, timecode, scrubber }: PlayheadParts): void {
  useEffect(() => {
    const clip = video.current
    if (!clip) return
    const place = () => {
      if (clip.duration > 0) show(clip.currentTime, clip.duration)
    }
    const show = (seconds: number, duration: number) => {
      const at = seconds / duration
      lanes.current?.style.setProperty('--at', at.toFixed(4))
      if (timecode?.current) timecode.current.textContent = timecodeOf(seconds)
      if (scrubber?.current) scrubber.current.value = String(at)
    }
    let timer = 0
    const rest = () => clearInterval(timer)
    const follow = () => {
      rest()
      place()
      timer = window.setInterval(place, PERIOD_MS)
    }
    // What cannot be played is at no place.
    const fail = () => {
      rest()
      show(0, 1)
    }
    const handlers = { playing: follow, pause: rest, emptied: rest, seeked: place, error: fail }
    for (const [event, handler] of Object.entries(handlers)) clip.addEventListener(event, handler)
    if (!clip.paused) follow()
    return () => {
      rest()
      for (const [event, handler] of Object.entries(handlers)) clip.removeEventListener(event, handler)
    }
  }, [video, lanes, timecode, scrubber])
}

const FRAME_RATE = 24

/** Seconds and frames: 03:17. */
function timecodeOf(seconds: number): string {
  const whole = Math.floor(seconds)
  return [whole, Math.floor((seconds - whole) * FRAME_RATE)].map((part) => String(part).padStart(2, '0')).join(':')
}

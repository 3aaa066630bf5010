import { type RefObject, useEffect } from 'react'

interface PlayheadParts {
  video: RefObject<HTMLVideoElement | null>
  /** The element that receives `--at`, 0 to 1, whenever the video starts, pauses, or seeks. */
  lanes: RefObject<HTMLElement | null>
  timecode?: RefObject<HTMLElement | null>
  scrubber?: RefObject<HTMLInputElement | null>
}

/**
 * The interval of the timecode and of the drift check, in milliseconds. It isn't a multiple of 1/24 s, so the frame
 * number varies.
 */
const PERIOD_MS = 240
/** The largest allowed drift in milliseconds. Users don't notice less than two frames. */
const DRIFT_MS = 80

/**
 * The animations of the lanes over the whole video. While the video is paused, tracks.css positions the lanes by
 * `--at`.
 */
const MOVES = [
  ['.playhead', 0, 100],
  ['.played', -100, 0],
  ['.played>*', 100, 0],
] as const

/**
 * Moves the playhead with the video, without React renders. The compositor runs the animation. The same motion by
 * script used a third of the main thread's time.
 */
export function usePlayhead({ video, lanes, timecode, scrubber }: PlayheadParts): void {
  useEffect(() => {
    const clip = video.current
    if (!clip) return
    let timer = 0
    let moves: Animation[] = []
    const place = (isMoving = false, seconds = clip.currentTime, at = seconds / clip.duration) => {
      if (!(at >= 0)) return
      // `textContent` would replace the node, which makes the browser check every `:has()` rule again.
      if (timecode?.current?.firstChild) timecode.current.firstChild.nodeValue = formatTimecode(seconds)
      if (scrubber?.current) scrubber.current.value = String(at)
      if (isMoving) return
      lanes.current?.style.setProperty('--at', at.toFixed(4))
      // This also restarts the animations after the video has looped.
      for (const move of moves) {
        move.currentTime = seconds * 1000
        move.playbackRate = clip.playbackRate
      }
    }
    const rest = () => {
      clearInterval(timer)
      for (const move of moves) move.cancel()
      moves = []
      place()
    }
    const tick = () => place(Math.abs(Number(moves[0]?.currentTime) - clip.currentTime * 1000) < DRIFT_MS)
    const follow = () => {
      rest()
      if (!(clip.duration > 0)) return
      timer = window.setInterval(tick, PERIOD_MS)
      moves = MOVES.flatMap(
        ([part, ...ends]) =>
          lanes.current
            ?.querySelector(part)
            ?.animate(
              { transform: ends.map((end) => `translateX(${end}cqi)`) },
              { duration: clip.duration * 1000, fill: 'both' },
            ) ?? [],
      )
      place()
    }
    // A clip that can't play has no position.
    const fail = () => {
      rest()
      place(false, 0, 0)
    }
    const handlers = {
      playing: follow,
      pause: rest,
      waiting: rest,
      emptied: rest,
      seeked: () => place(),
      ratechange: () => place(),
      error: fail,
    }
    for (const [event, handler] of Object.entries(handlers)) clip.addEventListener(event, handler)
    if (!clip.paused) follow()
    return () => {
      rest()
      for (const [event, handler] of Object.entries(handlers)) clip.removeEventListener(event, handler)
    }
  }, [video, lanes, timecode, scrubber])
}

const FRAME_RATE = 24

/** Formats seconds and frames, such as '03:17'. */
function formatTimecode(seconds: number): string {
  const whole = Math.floor(seconds)
  return [whole, Math.floor((seconds - whole) * FRAME_RATE)].map((part) => String(part).padStart(2, '0')).join(':')
}

import { type RefObject, useEffect, useState } from 'react'

const EVENTS = [
  'loadstart',
  'loadedmetadata',
  'durationchange',
  'canplay',
  'play',
  'playing',
  'pause',
  'waiting',
  'seeking',
  'seeked',
  'timeupdate',
  'volumechange',
  'ratechange',
  'error',
  'enterpictureinpicture',
  'leavepictureinpicture',
] as const

export interface VideoState {
  isPaused: boolean
  /** Whether the video has played since it was opened. */
  hasPlayed: boolean
  /** Whether the video waits for data. */
  isWaiting: boolean
  isMuted: boolean
  volume: number
  rate: number
  /** The current second, rounded down. */
  second: number
  /** The duration in seconds. 0 while unknown. */
  seconds: number
  isInPicture: boolean
}

/** Returns the state of a `<video>`, updated by its events. */
export function useVideoState(video: RefObject<HTMLVideoElement | null>): VideoState {
  const [state, setState] = useState<VideoState>(() => read(video.current, NOTHING))
  useEffect(() => {
    const clip = video.current
    if (!clip) return
    const update = ({ type }: { type: string }) =>
      setState((before) => {
        const now = read(clip, { ...before, hasPlayed: before.hasPlayed || type === 'playing' })
        const keys = Object.keys(now) as (keyof VideoState)[]
        return keys.every((key) => now[key] === before[key]) ? before : now
      })
    for (const event of EVENTS) clip.addEventListener(event, update)
    // Reads the state once, because events may have fired before the listeners were added.
    update({ type: clip.paused ? '' : 'playing' })
    return () => {
      for (const event of EVENTS) clip.removeEventListener(event, update)
    }
  }, [video])
  return state
}

const NOTHING: VideoState = {
  isPaused: true,
  hasPlayed: false,
  isWaiting: false,
  isMuted: false,
  volume: 1,
  rate: 1,
  second: 0,
  seconds: 0,
  isInPicture: false,
}

function read(video: HTMLVideoElement | null, { hasPlayed }: VideoState): VideoState {
  if (!video) return NOTHING
  const { paused, muted, volume, playbackRate, currentTime, duration, networkState, readyState } = video
  const needed = paused ? HTMLMediaElement.HAVE_CURRENT_DATA : HTMLMediaElement.HAVE_FUTURE_DATA
  return {
    isPaused: paused,
    hasPlayed,
    isWaiting: networkState === HTMLMediaElement.NETWORK_LOADING && readyState < needed,
    isMuted: muted || volume === 0,
    volume,
    rate: playbackRate,
    second: Math.floor(currentTime),
    seconds: Number.isFinite(duration) ? duration : 0,
    isInPicture: document.pictureInPictureElement === video,
  }
}

// The player's actions, shared by buttons and keys.
import { follow, goTo } from './seek'

export const RATES: readonly number[] = [0.25, 0.5, 1, 1.5, 2]
/** The distance from the end where seeking stops, in seconds. At the very end, a looping video would start again. */
const BEFORE_END_SECONDS = 0.05
const VOLUME_STEP = 0.1

export type Actions = ReturnType<typeof createActions>

interface Listeners {
  /** Called when the user changes the volume or mutes the video. */
  onSound: (video: HTMLVideoElement) => void
  /** Called when the browser blocks sound that the user didn't turn on. */
  onAutoMuted: () => void
}

export function createActions(video: HTMLVideoElement, root: HTMLElement, { onSound, onAutoMuted }: Listeners) {
  const setRate = (rate: number) => {
    video.playbackRate = rate
  }
  const setVolume = (volume: number) => {
    video.volume = Math.min(1, Math.max(0, volume))
    video.muted = video.volume === 0
    onSound(video)
  }
  const getLast = () => Math.max(0, video.duration - BEFORE_END_SECONDS)
  /** Seeks as soon as the video's duration is known. */
  const seek = (getSeconds: () => number, go = goTo) => {
    if (video.readyState >= HTMLMediaElement.HAVE_METADATA) {
      go(video, Math.min(getLast(), Math.max(0, getSeconds())))
    } else {
      video.addEventListener('loadedmetadata', () => seek(getSeconds, go), { once: true })
    }
  }
  const play = () => start(video, onAutoMuted)
  return {
    play,
    toggle: () => (video.paused ? play() : video.pause()),
    seekBy: (seconds: number) => seek(() => video.currentTime + seconds),
    toStart: () => seek(() => 0),
    toEnd: () => seek(getLast),
    /** Seeks to a fraction of the video, 0 to 1, during a drag. */
    dragTo: (share: number) => seek(() => share * video.duration, follow),
    toFrame(seconds: number) {
      video.pause()
      seek(() => video.currentTime + seconds)
    },
    toggleSound() {
      if (video.muted && video.volume === 0) return setVolume(VOLUME_STEP)
      video.muted = !video.muted
      onSound(video)
    },
    setVolume,
    volumeBy: (step: -1 | 1) => setVolume((video.muted ? 0 : video.volume) + step * VOLUME_STEP),
    setRate,
    rateBy(step: -1 | 1) {
      const now = video.playbackRate
      // The browser may have set a rate between two of ours.
      setRate((step > 0 ? RATES.find((rate) => rate > now) : RATES.findLast((rate) => rate < now)) ?? now)
    },
    toggleFullScreen() {
      if (document.fullscreenElement) void document.exitFullscreen()
      else if (root.requestFullscreen) root.requestFullscreen().catch(() => undefined)
      else (video as HTMLVideoElement & { webkitEnterFullscreen?: () => void }).webkitEnterFullscreen?.()
    },
    togglePictureInPicture() {
      if (document.pictureInPictureElement === video) void document.exitPictureInPicture()
      else video.requestPictureInPicture().catch(() => undefined)
    },
  }
}

/** Plays the video. If the browser blocks sound, plays it muted. */
async function start(video: HTMLVideoElement, onAutoMuted: () => void): Promise<void> {
  try {
    await video.play()
  } catch (cause) {
    // Other errors, such as an immediate pause, don't mean that sound is blocked.
    if (!(cause instanceof DOMException && cause.name === 'NotAllowedError') || video.muted) return
    video.muted = true
    onAutoMuted()
    await video.play().catch(() => undefined)
  }
}

let sounding: HTMLVideoElement | null = null

/**
 * Makes this player the only one with sound. In a comparison, the previous player is muted. Elsewhere, the previous
 * player is paused.
 */
export function claimAudio(video: HTMLVideoElement, isOneOfSeveral: boolean): void {
  if (video.muted || video.paused) return
  if (sounding && sounding !== video) {
    if (isOneOfSeveral) sounding.muted = true
    else sounding.pause()
  }
  sounding = video
}

export function releaseAudio(video: HTMLVideoElement): void {
  if (sounding === video) sounding = null
}

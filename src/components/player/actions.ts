// The player's actions, for buttons and keys alike.
import { follow, goTo } from './seek'

export const RATES: readonly number[] = [0.25, 0.5, 1, 1.5, 2]
/** The distance from the end at which seeking stops, in seconds. At its very end, a looping video starts again. */
const BEFORE_END_SECONDS = 0.05
const VOLUME_STEP = 0.1

export type Actions = ReturnType<typeof createActions>

interface Listeners {
  /** Called when the user changes the volume or mutes the video. */
  onSound: (video: HTMLVideoElement) => void
  /** Called when the browser refuses sound that the user did not ask for. */
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
    /** Follows a drag to a share of the video, 0 to 1. */
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
      // The browser may have set one between them.
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

/** Plays the video, muted if the browser refuses sound. */
async function start(video: HTMLVideoElement, onAutoMuted: () => void): Promise<void> {
  try {
    await video.play()
  } catch (cause) {
    // Anything else, such as a pause at once, is no refusal.
    if (!(cause instanceof DOMException && cause.name === 'NotAllowedError') || video.muted) return
    video.muted = true
    onAutoMuted()
    await video.play().catch(() => undefined)
  }
}

let sounding: HTMLVideoElement | null = null

/** Gives the sound to one player. One of several mutes the others. A new player replaces the one before. */
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

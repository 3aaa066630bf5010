import { sleep } from '@/lib/sleep'

/** The longest wait for a slow video in milliseconds. The others then start without it. */
const LONGEST_WAIT_MS = 5000

/** Starts the videos from the beginning at the same moment, once all can play. Does nothing after the abort. */
export async function playTogether(videos: readonly HTMLVideoElement[], signal: AbortSignal): Promise<void> {
  for (const video of videos) {
    video.pause()
    video.currentTime = 0
  }
  const ready = videos.map((video) => waitUntilReady(video, signal))
  await Promise.race([Promise.all(ready), sleep(LONGEST_WAIT_MS, signal)]).catch(() => undefined)
  if (signal.aborted) return
  for (const video of videos) video.play().catch(() => undefined)
}

/** Returns whether the user has neither paused nor unmuted any of the videos. */
export function areMutedAndPlaying(videos: readonly HTMLVideoElement[]): boolean {
  return videos.every(({ muted, paused, currentTime }) => muted && !(paused && currentTime > 0))
}

/** Resolves when the video can play or has failed. */
function waitUntilReady(video: HTMLVideoElement, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = new AbortController()
    const check = () => {
      if (!video.error && (video.seeking || video.readyState < HTMLMediaElement.HAVE_FUTURE_DATA)) return
      done.abort()
      resolve()
    }
    for (const event of ['seeked', 'canplay', 'error']) {
      video.addEventListener(event, check, { signal: AbortSignal.any([done.signal, signal]) })
    }
    check()
  })
}

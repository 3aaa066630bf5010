import { act, fireEvent } from '@testing-library/react'

interface VideoState {
  duration?: number
  at?: number
}

/** Gives a `<video>` a duration and a position, as if its file had loaded. jsdom doesn't load or play videos. */
export function loadVideoElement(video: HTMLVideoElement, { duration = 8, at = 0 }: VideoState = {}): void {
  let place = at
  Object.defineProperties(video, {
    duration: { configurable: true, value: duration },
    readyState: { configurable: true, value: HTMLMediaElement.HAVE_ENOUGH_DATA },
    currentTime: {
      configurable: true,
      get: () => place,
      set(seconds: number) {
        place = seconds
        act(() => void video.dispatchEvent(new Event('seeked')))
      },
    },
  })
  fireEvent.loadedMetadata(video)
}

/** Refuses to play with sound, as browsers do before the user's first click on a page. */
export function refuseSound(): void {
  const { play } = HTMLMediaElement.prototype
  HTMLMediaElement.prototype.play = function refuse(this: HTMLMediaElement) {
    if (!this.muted) return Promise.reject(new DOMException('Interact first', 'NotAllowedError'))
    return play.call(this)
  }
}

import { act, fireEvent } from '@testing-library/react'

interface Film {
  duration?: number
  at?: number
}

/** jsdom plays nothing: gives a `<video>` a length and a place of its own, as if its file had been loaded. */
export function loadVideoElement(video: HTMLVideoElement, { duration = 8, at = 0 }: Film = {}): void {
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

/** Sound needs a press first, as in a tab that was just opened. Returns how it is allowed again. */
export function refuseSound(): void {
  const { play } = HTMLMediaElement.prototype
  HTMLMediaElement.prototype.play = function refuse(this: HTMLMediaElement) {
    if (!this.muted) return Promise.reject(new DOMException('Interact first', 'NotAllowedError'))
    return play.call(this)
  }
}

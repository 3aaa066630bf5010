const wanted = new WeakMap<HTMLVideoElement, number>()

export function goTo(video: HTMLVideoElement, seconds: number): void {
  wanted.delete(video)
  video.currentTime = seconds
}

/** Seeks during a drag, one seek at a time. An interrupted seek would show no frame. */
export function follow(video: HTMLVideoElement, seconds: number): void {
  if (!video.seeking) {
    goTo(video, seconds)
    return
  }
  const isListening = wanted.has(video)
  wanted.set(video, seconds)
  if (isListening) return
  const next = () => {
    const place = wanted.get(video)
    if (place !== undefined) goTo(video, place)
  }
  video.addEventListener('seeked', next, { once: true })
}

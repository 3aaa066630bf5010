import { describe, expect, it, vi } from 'vitest'
import { areMutedAndPlaying, playTogether } from '@/features/generator/result-panel/play-together'

/** Creates a video element that can play only when it is ready, and has reached its beginning. */
function makeVideo({ isReady = true, isSeeking = false } = {}) {
  const video = document.createElement('video')
  let state = isReady ? HTMLMediaElement.HAVE_ENOUGH_DATA : HTMLMediaElement.HAVE_METADATA
  let seeking = isSeeking
  const play = vi.fn(async () => undefined)
  Object.defineProperties(video, {
    readyState: { get: () => state },
    seeking: { get: () => seeking },
    currentTime: { value: 3, writable: true },
    pause: { value: vi.fn() },
    play: { value: play },
  })
  return {
    video,
    play,
    becomeReady() {
      state = HTMLMediaElement.HAVE_ENOUGH_DATA
      video.dispatchEvent(new Event('canplay'))
    },
    reachBeginning() {
      seeking = false
      video.dispatchEvent(new Event('seeked'))
    },
  }
}

const settle = () => vi.advanceTimersByTimeAsync(0)

describe('Videos side by side', () => {
  it('starts videos side by side from the beginning, once the slowest can play', async () => {
    vi.useFakeTimers()
    const [fast, slow, far] = [makeVideo(), makeVideo({ isReady: false }), makeVideo({ isSeeking: true })]
    void playTogether([fast.video, slow.video, far.video], new AbortController().signal)
    await vi.advanceTimersByTimeAsync(4000)
    expect(fast.play).not.toHaveBeenCalled()
    slow.becomeReady()
    await settle()
    expect(fast.play).not.toHaveBeenCalled()
    far.reachBeginning()
    await settle()
    expect([fast.play, slow.play].map(({ mock }) => mock.calls.length)).toEqual([1, 1])
    expect([fast.video.currentTime, slow.video.currentTime]).toEqual([0, 0])
  })

  it('starts videos side by side without a video that is broken or not ready after five seconds', async () => {
    vi.useFakeTimers()
    const [fast, broken] = [makeVideo(), makeVideo({ isReady: false })]
    void playTogether([fast.video, broken.video], new AbortController().signal)
    await vi.advanceTimersByTimeAsync(5000)
    expect(fast.play).toHaveBeenCalledOnce()

    Object.defineProperty(broken.video, 'error', { value: {} })
    void playTogether([fast.video, broken.video], new AbortController().signal)
    await settle()
    expect(fast.play).toHaveBeenCalledTimes(2)
  })

  it('starts no video side by side after the abort', async () => {
    vi.useFakeTimers()
    const [fast, slow] = [makeVideo(), makeVideo({ isReady: false })]
    const leaving = new AbortController()
    const done = playTogether([fast.video, slow.video], leaving.signal)
    leaving.abort()
    await done
    slow.becomeReady()
    await settle()
    expect(fast.play).not.toHaveBeenCalled()
  })

  it('detects that the user changed a video side by side: sound turned on, or paused in the middle', () => {
    const video = (state: object) => state as HTMLVideoElement
    const playing = video({ muted: true, paused: false, currentTime: 2 })
    expect(areMutedAndPlaying([playing, video({ muted: true, paused: true, currentTime: 0 })])).toBe(true)
    expect(areMutedAndPlaying([playing, video({ muted: true, paused: true, currentTime: 2 })])).toBe(false)
    expect(areMutedAndPlaying([playing, video({ muted: false, paused: false, currentTime: 2 })])).toBe(false)
  })
})

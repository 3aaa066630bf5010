import { fireEvent, render } from '@testing-library/react'
import { createRef } from 'react'
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { SoundLane } from '@/components/tracks/sound-lane'

const moves = new Set<{ currentTime: number }>()

beforeEach(() => {
  moves.clear()
  Element.prototype.animate = () => {
    const move = { currentTime: 0, playbackRate: 1, cancel: () => moves.delete(move) }
    moves.add(move)
    return move as unknown as Animation
  }
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
})

function open() {
  const video = createRef<HTMLVideoElement>()
  const view = render(
    <>
      {/* biome-ignore lint/a11y/useMediaCaption: it says nothing */}
      <video ref={video} />
      <SoundLane video={video} levels={[0.2, 0.8]} />
    </>,
  )
  const clip = video.current as HTMLVideoElement
  Object.defineProperty(clip, 'duration', { value: 8 })
  const seek = (seconds: number) => {
    clip.currentTime = seconds
  }
  const at = () => view.container.querySelector<HTMLElement>('.lanes')?.style.getPropertyValue('--at')
  const places = () => [...moves].map(({ currentTime }) => currentTime)
  return { ...view, clip, seek, at, places }
}

it('corrects the playhead when it drifts from the video, and restarts with the video', async () => {
  const { clip, seek, places } = open()
  await clip.play()
  seek(0.05)
  vi.advanceTimersByTime(240)
  expect(places()).toEqual([0, 0, 0])
  seek(1)
  vi.advanceTimersByTime(240)
  expect(places()).toEqual([1000, 1000, 1000])
  for (const move of moves) move.currentTime = 8000
  seek(0)
  fireEvent(clip, new Event('seeked'))
  expect(places()).toEqual([0, 0, 0])
})

it('pauses the playhead while the video stalls or is paused, resumes with it, and cleans up on stop', async () => {
  const { clip, seek, at, places, unmount } = open()
  await clip.play()
  seek(4)
  fireEvent(clip, new Event('waiting'))
  expect([moves.size, at(), vi.getTimerCount()]).toEqual([0, '0.5000', 0])
  fireEvent(clip, new Event('playing'))
  expect(places()).toEqual([4000, 4000, 4000])
  seek(6)
  fireEvent(clip, new Event('seeked'))
  expect([at(), ...places()]).toEqual(['0.7500', 6000, 6000, 6000])
  clip.pause()
  expect([moves.size, at(), vi.getTimerCount()]).toEqual([0, '0.7500', 0])
  await clip.play()
  unmount()
  expect([moves.size, vi.getTimerCount()]).toEqual([0, 0])
})

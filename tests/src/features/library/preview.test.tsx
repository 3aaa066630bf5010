import { act, fireEvent, render, screen } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { VideoPoster } from '@/features/library/video-card/video-poster'
import type { SucceededJob } from '@/state/jobs/job'
import { mergeServerJob } from '@/state/jobs/job-reducer'
import { ServicesProvider } from '@/state/services-context'
import { createFakeServices } from '../../../support/app/fake-services'
import { testJob } from '../../../support/app/jobs'
import { askForLessData, askForLessMotion } from '../../../support/app/platform'

const job = (id: string) => mergeServerJob(undefined, testJob({ id, prompt: id }), 0) as SucceededJob
const renew = vi.fn(async () => null as { videoUrl: string } | null)

function renderPosters() {
  render(
    <ServicesProvider services={createFakeServices().services}>
      {['one', 'two'].map((id) => (
        <VideoPoster key={id} job={job(id)} renew={renew} onPlay={() => undefined} />
      ))}
    </ServicesProvider>,
  )
  const poster = (id: string) => screen.getByRole('button', { name: `Play: ${id}` })
  const playing = () => [...document.querySelectorAll('video')].map((video) => video.getAttribute('src'))
  const rest = (ms: number) => act(() => void vi.advanceTimersByTime(ms))
  return { poster, playing, rest }
}
const over = (element: Element, pointerType = 'mouse') =>
  // React listens to pointerover for an entering pointer.
  fireEvent(element, Object.assign(new MouseEvent('pointerover', { bubbles: true }), { pointerType }))

beforeEach(() => {
  vi.useFakeTimers()
  HTMLMediaElement.prototype.load = () => undefined
})

it('plays a video silently while the pointer is on its poster, and releases the file when the pointer leaves', () => {
  const { poster, playing, rest } = renderPosters()
  over(poster('one'))
  rest(149)
  expect(playing()).toEqual([])
  rest(1)
  expect(playing()).toEqual([job('one').videoUrl])
  const video = document.querySelector('video') as HTMLVideoElement
  expect([video.muted, video.paused]).toEqual([true, false])
  fireEvent.pointerOut(poster('one'))
  expect(playing()).toEqual([])
  expect([video.hasAttribute('src'), video.paused]).toEqual([false, true])
})

it('plays one preview at most, and none for a touch or a passing pointer', () => {
  const { poster, playing, rest } = renderPosters()
  over(poster('one'), 'touch')
  rest(1000)
  expect(playing()).toEqual([])
  over(poster('one'))
  rest(100)
  fireEvent.pointerOut(poster('one'))
  rest(1000)
  expect(playing()).toEqual([])
  over(poster('one'))
  rest(150)
  act(() => poster('two').focus())
  rest(150)
  expect(playing()).toEqual([job('two').videoUrl])
})

it.each([
  ['motion', askForLessMotion],
  ['data', askForLessData],
])('plays no preview if the user prefers reduced %s', (_, ask) => {
  ask()
  const { poster, playing, rest } = renderPosters()
  over(poster('one'))
  rest(1000)
  expect(playing()).toEqual([])
})

it("shows the poster again when the preview's file can't be loaded", async () => {
  const { poster, playing, rest } = renderPosters()
  over(poster('one'))
  rest(150)
  await act(async () => void fireEvent.error(document.querySelector('video') as HTMLVideoElement))
  expect(renew).toHaveBeenCalledTimes(1)
  expect(playing()).toEqual([])
})

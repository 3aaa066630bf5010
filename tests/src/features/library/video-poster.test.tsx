import type { ServerJob } from '@contract/jobs'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { VideoPoster } from '@/features/library/video-card/video-poster'
import { drawFrame } from '@/lib/video/draw-frame'
import type { SucceededJob } from '@/state/jobs/job'
import { mergeServerJob } from '@/state/jobs/job-reducer'
import { ServicesProvider } from '@/state/services-context'
import { createFakeServices } from '../../../support/app/fake-services'
import { installDatabase } from '../../../support/app/image-platform'
import { showInWindow } from '../../../support/app/intersection'
import { testJob } from '../../../support/app/jobs'

vi.mock('@/lib/video/draw-frame', () => ({ drawFrame: vi.fn() }))

const POSTER = { url: 'https://files.test/a.webp?token=1', width: 640, height: 360 }
const frame = new Blob(['a frame'], { type: 'image/webp' })

beforeEach(() => {
  installDatabase()
  vi.useFakeTimers()
  URL.createObjectURL = () => 'blob:drawn'
  vi.mocked(drawFrame).mockReset().mockResolvedValue(frame)
  return () => Reflect.deleteProperty(URL, 'createObjectURL')
})

const getImage = () => document.querySelector('img')
const rest = () => act(() => vi.advanceTimersByTimeAsync(1000))

function renderPoster(patch: Partial<ServerJob>) {
  const fakes = createFakeServices()
  const show = (given: Partial<ServerJob>) => (
    <ServicesProvider services={fakes.services}>
      <VideoPoster
        job={mergeServerJob(undefined, testJob({ ...patch, ...given }), 0) as SucceededJob}
        renew={async () => null}
        onPlay={() => undefined}
        length="8 s"
      />
    </ServicesProvider>
  )
  const view = render(show({}))
  const comeNear = async () => {
    act(() => showInWindow(screen.getByRole('button', { name: /^Play: / }), 1))
    await rest()
  }
  return { ...fakes, comeNear, change: (given: Partial<ServerJob>) => view.rerender(show(given)) }
}

it('shows the stored poster as an image that loads near the window, and reads no video', async () => {
  const { comeNear, jobsApi } = renderPoster({ id: 'stored', poster: POSTER })
  await comeNear()
  expect(getImage()).toHaveAttribute('src', POSTER.url)
  expect(getImage()).toHaveAttribute('loading', 'lazy')
  expect(getImage()).toHaveAttribute('decoding', 'async')
  expect(getImage()).toHaveAttribute('width', '640')
  expect(getImage()).toHaveAttribute('height', '360')
  expect(document.querySelector('video')).toBeNull()
  expect(drawFrame).not.toHaveBeenCalled()
  expect(jobsApi.savePreview).not.toHaveBeenCalled()
})

it('draws a poster that is not stored yet near the window, and stores it', async () => {
  const { comeNear, jobsApi } = renderPoster({ id: 'new' })
  await rest()
  expect(drawFrame).not.toHaveBeenCalled()
  await comeNear()
  expect(getImage()).toHaveAttribute('src', 'blob:drawn')
  await vi.waitFor(() =>
    expect(jobsApi.savePreview).toHaveBeenCalledExactlyOnceWith('new', {
      poster: `data:image/webp;base64,${btoa('a frame')}`,
    }),
  )
})

it('asks once for a fresh address of a poster that does not load, and then draws one', async () => {
  const { comeNear, change, jobsApi } = renderPoster({ id: 'lost', poster: POSTER })
  const fresh = { ...POSTER, url: 'https://files.test/a.webp?token=2' }
  jobsApi.get.mockResolvedValue(testJob({ id: 'lost', poster: fresh }))
  await comeNear()
  fireEvent.error(getImage() as Element)
  await rest()
  expect(jobsApi.get).toHaveBeenCalledOnce()
  change({ poster: fresh })
  expect(getImage()).toHaveAttribute('src', fresh.url)
  expect(drawFrame).not.toHaveBeenCalled()
  fireEvent.error(getImage() as Element)
  await rest()
  expect(getImage()).toHaveAttribute('src', 'blob:drawn')
  expect(jobsApi.get).toHaveBeenCalledOnce()
})

it('says that there is no preview when none can be drawn, and nothing of it before', async () => {
  const drawing = Promise.withResolvers<Blob>()
  vi.mocked(drawFrame).mockReturnValue(drawing.promise)
  const { comeNear } = renderPoster({ id: 'broken' })
  await comeNear()
  expect(screen.queryByText('No preview')).not.toBeInTheDocument()
  await act(async () => drawing.reject(new Error('no')))
  expect(screen.getByText('No preview')).toBeInTheDocument()
})

it('says so at once of a video whose file has no address', () => {
  renderPoster({ id: 'gone', videoUrl: null })
  expect(screen.getByText('No preview')).toBeInTheDocument()
})

it('shows a skeleton until the poster has loaded, and no sign of a video that can be played before', async () => {
  const { comeNear } = renderPoster({ id: 'slow', poster: POSTER })
  await comeNear()
  const button = screen.getByRole('button', { name: /^Play: / })
  expect(button.querySelector('.animate-pulse-soft')).not.toBeNull()
  expect(document.querySelector('svg')).toBeNull()
  fireEvent.load(getImage() as Element)
  expect(button.querySelector('.animate-pulse-soft')).toBeNull()
  expect(document.querySelector('svg')).not.toBeNull()
})

it("draws the wave of a video without a picture from the video's own peaks, and a row of dots for silence", () => {
  const wave = () => document.querySelector('svg[viewBox$=" 48"] path:last-child')?.getAttribute('d')
  const { change } = renderPoster({ id: 'wave', videoUrl: null })
  const drawn = wave()
  change({ peaks: Array.from({ length: 160 }, (_, at) => (at < 80 ? 100 : 0)) })
  expect(wave()).not.toBe(drawn)
  expect(new Set(wave()?.match(/v[\d.]+/g)).size).toBe(2)
  change({ peaks: [] })
  expect(new Set(wave()?.match(/v[\d.]+/g)).size).toBe(1)
})

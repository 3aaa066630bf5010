// A poll of one job draws the row of this job and its panel, and nothing else of the page.
import { act, screen, within } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { fakeVideo, statusAnswer } from '../../../support/app/fake-video'
import { openJob, testJob } from '../../../support/app/jobs'
import { renderApp } from '../../../support/app/render-app'
import { takeRenders } from '../../../support/app/renders'
import { testSession } from '../../../support/app/session'
import { useSlowTime } from '../../../support/app/slow-time'

vi.mock('react/jsx-dev-runtime', async (load) => (await import('../../../support/app/renders')).countRenders(load))

/** The row, the panel, and what stands in them. */
const OF_THE_JOB = new Set([
  ...['VideoRow', 'JobRow', 'JobPicture', 'VideoName', 'IconButton', 'VideoEnd', 'VideoFacts', 'RowProgress'],
  ...['StagePanel', 'StageJob', 'StageGenerating', 'NotifyControl'],
  ...['Button', 'CancelJob', 'Grain', 'BlankFrame', 'Frames', 'TakeTracks', 'Waveform'],
  // The tab's title shows the time that has passed.
  'ActivityNote',
])

beforeEach(useSlowTime)

it('draws only the row and the panel of the job that is polled, in a library of 50 videos', async () => {
  const video = fakeVideo()
  video.status.mockResolvedValue(statusAnswer('processing', { progress: 0.1 }))
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(100)
  const running = openJob({ id: 'running', createdAt: '2026-11-21' })
  const others = Array.from({ length: 50 }, (_, at) => testJob({ id: `done-${at}`, createdAt: `2026-10-${at + 10}` }))
  renderApp({
    route: '/create-video',
    session: testSession(),
    credits: 2500,
    services: { video },
    prepare: ({ jobsApi }) => {
      jobsApi.list.mockImplementation(async (options) => ({
        jobs: options?.open ? [running] : [running, ...others],
        nextCursor: null,
      }))
    },
  })
  const library = within(await screen.findByRole('region', { name: 'Your videos' }))
  await library.findAllByRole('listitem')
  await act(() => vi.advanceTimersByTimeAsync(6000))
  video.status.mockResolvedValue(statusAnswer('processing', { progress: 0.4 }))
  takeRenders()
  await act(() => vi.advanceTimersByTimeAsync(5000))
  const drawn = Object.keys(takeRenders())
  expect(drawn).toEqual(expect.arrayContaining(['JobRow', 'StageGenerating']))
  expect(drawn.filter((name) => !OF_THE_JOB.has(name))).toEqual([])
})

import { act, render, screen } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { VideoPoster } from '@/features/library/video-list/video-poster'
import { drawFrame } from '@/lib/video/draw-frame'
import type { SucceededJob } from '@/state/jobs/job'
import { mergeServerJob } from '@/state/jobs/job-reducer'
import { installDatabase } from '../../../support/app/image-platform'
import { showInWindow } from '../../../support/app/intersection'
import { testJob } from '../../../support/app/jobs'

vi.mock('@/lib/video/draw-frame', () => ({ drawFrame: vi.fn() }))

beforeEach(() => {
  installDatabase()
  vi.useFakeTimers()
})

async function renderNear(patch: Parameters<typeof testJob>[0]) {
  const job = mergeServerJob(undefined, testJob(patch), 0) as SucceededJob
  render(<VideoPoster job={job} renew={async () => null} onPlay={() => undefined} />)
  const button = screen.getByRole('button', { name: /^Play: / })
  act(() => showInWindow(button, 1))
  await act(() => vi.advanceTimersByTimeAsync(1000))
}

it("says that a video has no preview only after its poster couldn't be drawn", async () => {
  const drawing = Promise.withResolvers<Blob>()
  vi.mocked(drawFrame).mockReturnValue(drawing.promise)
  await renderNear({ id: 'broken' })
  expect(screen.queryByText('No preview')).not.toBeInTheDocument()
  await act(async () => drawing.reject(new Error('no')))
  expect(screen.getByText('No preview')).toBeInTheDocument()
})

it('says at once that a video without a file address has no preview', async () => {
  await renderNear({ id: 'gone', videoUrl: null })
  expect(screen.getByText('No preview')).toBeInTheDocument()
})

import { act, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { statusAnswer } from '../../../support/app/fake-video'
import { openJob, testJob } from '../../../support/app/jobs'
import { useSlowTime } from '../../../support/app/slow-time'
import { advance, INTERVAL_MS, PROMPT, press, renderGenerator } from './page'

beforeEach(() => {
  useSlowTime()
})
afterEach(() => {
  vi.useRealTimers()
})

async function renderRunning() {
  const page = await renderGenerator()
  page.jobsApi.get.mockImplementation(async (id) => openJob({ id, prompt: PROMPT }))
  await press(page)
  await page.stage().findByText(/330 credits held/)
  const library = within(screen.getByRole('region', { name: 'Your videos' }))
  const setAside = () => page.user.click(page.stage().getByRole('button', { name: 'Start another' }))
  return { ...page, library, setAside }
}

describe('Start another', () => {
  it('leaves the job to its row, frees the form as it is, and says how many are being made', async () => {
    const page = await renderRunning()
    expect(page.generateButton()).toBeDisabled()
    await page.setAside()
    expect(page.stage().getByText('Your next take')).toBeInTheDocument()
    expect(page.prompt()).toHaveValue(PROMPT)
    expect(page.prompt()).toHaveFocus()
    expect(page.form.getByText('1 of 3 videos are being made.')).toBeInTheDocument()
    expect(screen.getByText('It goes on in Your videos, below. The form is free for another one.')).toBeInTheDocument()
    expect(await page.library.findByText('330 credits held')).toBeInTheDocument()
    await page.user.click(page.generateButton())
    expect(await page.stage().findByText('Generating your video...')).toBeInTheDocument()
    expect(page.video.create).toHaveBeenCalledTimes(2)
  })

  it('says by a message when the one that was set aside is ready', async () => {
    const page = await renderRunning()
    await page.setAside()
    page.jobsApi.get.mockImplementation(async (id) => testJob({ id, prompt: PROMPT }))
    page.video.status.mockResolvedValue(statusAnswer('succeed', { url: '/v.mp4' }))
    await advance(INTERVAL_MS)
    expect(screen.getByText('🎉 Your video is ready! It is in Your videos, below.')).toBeInTheDocument()
    expect(await page.library.findByText('330 credits charged')).toBeInTheDocument()
    expect(page.stage().getByText('Your next take')).toBeInTheDocument()
  })

  it('frees the form also while the hold hangs', async () => {
    const page = await renderGenerator()
    page.consume.mockReturnValue(new Promise(() => {}))
    await press(page)
    await page.user.click(await page.stage().findByRole('button', { name: 'Start another' }))
    expect(page.generateButton()).toBeEnabled()
  })

  it('leaves it there after a reload', async () => {
    const first = await renderRunning()
    await first.setAside()
    first.unmount()
    const page = await renderGenerator()
    await vi.waitFor(() => expect(page.video.status).toHaveBeenCalled())
    expect(page.stage().getByText('Your next take')).toBeInTheDocument()
  })
})

it('as many as the server takes at a time are said at the button, and nothing is sent', async () => {
  const page = await renderGenerator()
  const jobs = ['a', 'b', 'c'].map((id) => openJob({ id, elapsedSeconds: 1000 }))
  page.jobsApi.list.mockResolvedValue({ jobs, nextCursor: null })
  vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 20_000)
  await act(async () => void document.dispatchEvent(new Event('visibilitychange')))
  const most = '3 videos are being made, which is the most at a time. Start the next one when one of them has ended.'
  expect(await page.form.findByText(most)).toBeInTheDocument()
  await press(page)
  expect(page.form.getByText(most)).toHaveClass('text-bad')
  expect(page.consume).not.toHaveBeenCalled()

  page.video.status.mockImplementation(async ({ path }) => statusAnswer(path.includes('/a/') ? 'failed' : 'waiting'))
  vi.mocked(Date.now).mockRestore()
  await advance(INTERVAL_MS)
  expect(page.form.getByText('2 of 3 videos are being made.')).toBeInTheDocument()
  expect(page.form.queryByText(most)).not.toBeInTheDocument()
})

import { screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { NetworkError } from '@/lib/http/api-error'
import { findJobs } from '@/state/jobs/stored-job'
import { statusAnswer } from '../../../../support/app/fake-video'
import { failedJob, openJob } from '../../../../support/app/jobs'
import { testSession } from '../../../../support/app/session'
import { useSlowTime } from '../../../../support/app/slow-time'
import { advance, apiError, INTERVAL_MS, PROMPT, press, renderGenerator } from '../page'

beforeEach(() => {
  useSlowTime()
})
afterEach(() => {
  vi.useRealTimers()
})

async function renderRunning() {
  const page = await renderGenerator()
  await press(page)
  return { ...page, cancel: await page.stage().findByRole('button', { name: 'Cancel' }) }
}

describe('Cancel', () => {
  it('says beforehand what it is worth', async () => {
    const { cancel } = await renderRunning()
    expect(cancel).toHaveAccessibleDescription('If the video service can still stop it, your 330 credits come back.')
  })

  it('stops the job, says what came back, and leaves the form as it was', async () => {
    const { cancel, user, jobsApi, stage, prompt, generateButton } = await renderRunning()
    jobsApi.cancel.mockImplementation(async (id) => ({
      outcome: 'stopped',
      job: failedJob({ id, failureCode: 'cancelled' }),
    }))
    await user.click(cancel)
    expect(await stage().findByRole('heading', { name: 'Stopped, 330 credits back.' })).toBeInTheDocument()
    expect(stage().getByText('You were not charged.')).toBeInTheDocument()
    expect(prompt()).toHaveValue(PROMPT)
    expect(generateButton()).toBeEnabled()
    await user.click(stage().getByRole('button', { name: 'Generate New' }))
    expect(stage().getByText('Your next take')).toBeInTheDocument()
    expect(prompt()).toHaveFocus()
  })

  it.each([
    ['too_late', 'Too late to stop, the video is coming.'],
    ['already_finished', 'It had just finished. One moment.'],
  ] as const)('%s: says so, and is not offered again', async (outcome, sentence) => {
    const { cancel, user, jobsApi, stage } = await renderRunning()
    jobsApi.cancel.mockImplementation(async (id) => ({ outcome, job: openJob({ id }) }))
    await user.click(cancel)
    expect(await stage().findByText(sentence)).toBeInTheDocument()
    expect(stage().queryByRole('button', { name: 'Cancel' })).not.toBeInTheDocument()
    expect(stage().getByText('Generating your video...')).toBeInTheDocument()
  })

  it('says that it was not heard, and is offered again', async () => {
    const { cancel, user, jobsApi, stage } = await renderRunning()
    jobsApi.cancel.mockRejectedValue(new NetworkError('network'))
    await user.click(cancel)
    expect(
      await stage().findByText('The server could not be asked to stop it. It goes on; you can try again.'),
    ).toBeInTheDocument()
    expect(stage().getByRole('button', { name: 'Cancel' })).toBeEnabled()
  })

  it('says that the vendor has not decided, and is offered again', async () => {
    const { cancel, user, jobsApi, stage, video } = await renderRunning()
    jobsApi.cancel.mockRejectedValue(apiError(503, 'cancel_undecided'))
    await user.click(cancel)
    expect(
      await stage().findByText(
        'The video service has not said yet whether it could stop. We go on asking: if it did, your credits come back; else the video comes.',
      ),
    ).toBeInTheDocument()
    expect(stage().getByRole('button', { name: 'Cancel' })).toBeEnabled()
    // What was asked for here is not said to come from elsewhere.
    video.status.mockResolvedValue(statusAnswer('failed', { settlement: 'released', failureCode: 'cancelled' }))
    await advance(INTERVAL_MS)
    expect(await stage().findByRole('heading', { name: 'Stopped, 330 credits back.' })).toBeInTheDocument()
    expect(stage().queryByText(/another device/)).not.toBeInTheDocument()
  })

  it('on another device is said here as what it is, and not as a failure', async () => {
    const { stage, video, generateButton } = await renderRunning()
    video.status.mockResolvedValue(statusAnswer('failed', { settlement: 'released', failureCode: 'cancelled' }))
    await advance(INTERVAL_MS)
    expect(await stage().findByRole('heading', { name: 'Stopped, 330 credits back.' })).toBeInTheDocument()
    expect(stage().getByText('It was stopped on another device, or in another window.')).toBeInTheDocument()
    expect(stage().getByText('You were not charged.')).toBeInTheDocument()
    expect(screen.queryByText('Video generation failed. Please try again.')).not.toBeInTheDocument()
    expect(findJobs(testSession().user.id, Date.now())).toEqual([])
    expect(generateButton()).toBeEnabled()
  })

  it('says that it is asking', async () => {
    const { cancel, user, jobsApi, stage } = await renderRunning()
    jobsApi.cancel.mockReturnValue(new Promise(() => {}))
    await user.click(cancel)
    expect(stage().getByText('Asking the video service to stop.')).toBeInTheDocument()
    expect(cancel).toHaveAttribute('aria-disabled', 'true')
  })
})

import { screen } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { NetworkError } from '@/lib/http/api-error'
import { findStoredJobs } from '@/state/jobs/stored-job'
import { statusResponse } from '../../../../support/app/fake-video'
import { failedJob } from '../../../../support/app/jobs'
import { testSession } from '../../../../support/app/session'
import { useSlowTime } from '../../../../support/app/slow-time'
import { advance, apiError, clickGenerate, INTERVAL_MS, PROMPT, renderGenerator } from '../page'

beforeEach(useSlowTime)

describe('Result panel after a failure', () => {
  it('offers a sign-in after a 401, and clears the local user', async () => {
    localStorage.setItem('user', JSON.stringify({ id: 'local-1', credits: 500 }))
    localStorage.setItem('token', 'stale')
    const page = await renderGenerator({ signedIn: false })
    page.consume.mockRejectedValue(apiError(401, 'unauthorized'))
    await clickGenerate(page)
    expect(await page.stage().findByText('Please login before generating a video')).toBeInTheDocument()
    expect(page.stage().getByRole('button', { name: 'Try Again' })).toBeInTheDocument()
    expect(page.form.getByRole('link', { name: 'Login' })).toHaveAttribute('href', '/login')
    expect(localStorage.getItem('user')).toBeNull()
    expect(localStorage.getItem('token')).toBeNull()
    expect(page.form.getByText('Please login to generate videos')).toBeInTheDocument()
  })
})

it('says after 180 polls that a job still runs and may be charged later, and frees the form', async () => {
  const page = await renderGenerator()
  await clickGenerate(page)
  await advance(180 * INTERVAL_MS)
  const stage = page.stage()
  expect(stage.getByText('Video generation timed out. Please try again later.')).toBeInTheDocument()
  expect(stage.getByText("You're charged only if it finishes.")).toBeInTheDocument()
  expect(stage.getByText(/^We'll keep checking for up to an hour\./)).toBeInTheDocument()
  await page.user.click(stage.getByRole('button', { name: 'Try Again' }))
  expect(page.generateButton()).toBeEnabled()
})

async function renderRunning() {
  const page = await renderGenerator()
  await clickGenerate(page)
  return { ...page, cancel: await page.stage().findByRole('button', { name: 'Cancel' }) }
}

describe('Cancel in the result panel', () => {
  it('sends a lost cancel request again, shows the returned credits, and leaves the form unchanged', async () => {
    const { cancel, user, jobsApi, stage, prompt, generateButton } = await renderRunning()
    jobsApi.cancel.mockImplementation(async (id) => ({
      outcome: 'stopped',
      job: failedJob({ id, failureCode: 'cancelled' }),
    }))
    jobsApi.cancel.mockRejectedValueOnce(new NetworkError('network'))
    expect(cancel).toHaveAccessibleDescription(
      'If the video service can still cancel it, your 330 credits are returned.',
    )
    await user.click(cancel)
    const notReached = "We couldn't reach the server to cancel. Your video is still in progress. Try again."
    expect(await stage().findByText(notReached)).toBeInTheDocument()
    await user.click(cancel)
    expect(await stage().findByRole('heading', { name: 'Canceled. 330 credits returned.' })).toBeInTheDocument()
    expect(stage().getByText("You weren't charged.")).toBeInTheDocument()
    expect(prompt()).toHaveValue(PROMPT)
    expect(generateButton()).toBeEnabled()
    await user.click(stage().getByRole('button', { name: 'Generate New' }))
    expect(stage().getByText('Your next video')).toBeInTheDocument()
    expect(prompt()).toHaveFocus()
  })

  it("offers Cancel again while the provider hasn't decided, and then doesn't name another device", async () => {
    const { cancel, user, jobsApi, stage, video } = await renderRunning()
    jobsApi.cancel.mockRejectedValue(apiError(503, 'cancel_pending'))
    await user.click(cancel)
    expect(await stage().findByText(/^We asked the video service to cancel\./)).toBeInTheDocument()
    expect(stage().getByRole('button', { name: 'Cancel' })).toBeEnabled()
    video.status.mockResolvedValue(statusResponse('failed', { settlement: 'released', failureCode: 'cancelled' }))
    await advance(INTERVAL_MS)
    expect(await stage().findByRole('heading', { name: 'Canceled. 330 credits returned.' })).toBeInTheDocument()
    expect(stage().queryByText(/another device/)).not.toBeInTheDocument()
  })

  it('says what to change after a safety refusal, not only to try again', async () => {
    const { stage, video } = await renderRunning()
    const sentence = "The video service's safety check refused your prompt. Change the prompt, then generate again."
    video.status.mockResolvedValue(
      statusResponse('failed', { settlement: 'released', failureCode: 'content_refused', failMsg: sentence }),
    )
    await advance(INTERVAL_MS)
    expect(await stage().findByText(sentence)).toBeInTheDocument()
    expect(stage().getByText("You weren't charged.")).toBeInTheDocument()
    expect(screen.queryByText('Video generation failed. Please try again.')).not.toBeInTheDocument()
  })

  it('says that a job was canceled on another device, not that the job failed', async () => {
    const { stage, video, generateButton } = await renderRunning()
    video.status.mockResolvedValue(statusResponse('failed', { settlement: 'released', failureCode: 'cancelled' }))
    await advance(INTERVAL_MS)
    expect(await stage().findByRole('heading', { name: 'Canceled. 330 credits returned.' })).toBeInTheDocument()
    expect(stage().getByText('You canceled it in another window or on another device.')).toBeInTheDocument()
    expect(stage().getByText("You weren't charged.")).toBeInTheDocument()
    expect(screen.queryByText('Video generation failed. Please try again.')).not.toBeInTheDocument()
    expect(findStoredJobs(testSession().user.id, Date.now())).toEqual([])
    expect(generateButton()).toBeEnabled()
  })
})

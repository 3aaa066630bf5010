import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { NetworkError } from '@/lib/api-error'
import { failedJob, openJob } from '../../../support/app/jobs'
import { PROMPT, press, renderGenerator } from './page'

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
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
    jobsApi.cancel.mockResolvedValue({ outcome: 'stopped', credits: 330, job: failedJob() })
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
    jobsApi.cancel.mockResolvedValue({ outcome, credits: 330, job: openJob() })
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

  it('says that it is asking', async () => {
    const { cancel, user, jobsApi, stage } = await renderRunning()
    jobsApi.cancel.mockReturnValue(new Promise(() => {}))
    await user.click(cancel)
    expect(stage().getByText('Asking the video service to stop.')).toBeInTheDocument()
    expect(cancel).toBeDisabled()
  })
})

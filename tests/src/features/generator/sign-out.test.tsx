import { act, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { EMPTY_FIELDS } from '@/state/jobs/fields'
import { saveJob } from '@/state/jobs/stored-job'
import { fakeVideo, JOB_ID } from '../../../support/app/fake-video'
import { openJob } from '../../../support/app/jobs'
import { testSession } from '../../../support/app/session'
import { useSlowTime } from '../../../support/app/slow-time'
import { apiError, PROMPT, press, renderGenerator } from './page'

beforeEach(() => {
  useSlowTime()
})
afterEach(() => {
  vi.useRealTimers()
})

const everythingStored = () => JSON.stringify([{ ...localStorage }, { ...sessionStorage }])

describe('after Sign out', () => {
  it('nothing that was typed or sent can be read here, and the job is found again with the next sign-in', async () => {
    const page = await renderGenerator()
    await press(page)
    await page.stage().findByText(/330 credits held/)
    expect(everythingStored()).toContain(PROMPT)
    await page.user.click(screen.getByRole('button', { name: /^Account of/ }))
    await page.user.click(within(screen.getByRole('banner')).getByRole('button', { name: 'Sign out' }))
    await within(screen.getByRole('banner')).findByRole('link', { name: 'Login' })
    expect(everythingStored()).not.toContain(PROMPT)

    page.jobsApi.list.mockResolvedValue({ jobs: [openJob({ prompt: PROMPT })], nextCursor: null })
    await act(() => page.router.navigate('/create-video'))
    expect(await page.stage().findByText('Your next take')).toBeInTheDocument()
    expect(page.prompt()).toHaveValue('')
    await act(async () => page.supabase.emit('SIGNED_IN', testSession({ sessionId: 'session-2' })))
    expect(await page.stage().findByText('Generating your video...')).toBeInTheDocument()
    expect(page.stage().getByText(PROMPT)).toBeInTheDocument()
    expect(page.video.create).toHaveBeenCalledTimes(1)
  })

  it('in another tab this one shows nothing of it either', async () => {
    const page = await renderGenerator()
    await page.user.click(page.prompt())
    await page.user.paste(PROMPT)
    await act(async () => {
      window.dispatchEvent(new StorageEvent('storage', { key: 'forgotten-at' }))
      page.supabase.emit('SIGNED_OUT', null)
    })
    await page.form.findByText('Please login to generate videos')
    expect(page.prompt()).toHaveValue('')
  })
})

it('a session that dies leaves the form as it is', async () => {
  const video = fakeVideo()
  video.status.mockRejectedValue(apiError(401, 'unauthorized'))
  const page = await renderGenerator({ video })
  page.supabase.auth.refreshSession.mockResolvedValue({ data: { session: null, user: null }, error: null })
  await press(page)
  await page.stage().findByText(/Your sign-in ended/)
  await page.form.findByText('Please login to generate videos')
  expect(page.prompt()).toHaveValue(PROMPT)
  expect(everythingStored()).toContain(PROMPT)
})

it('what somebody sent whose session died is not there for the next person', async () => {
  const fields = { ...EMPTY_FIELDS, prompt: PROMPT }
  saveJob({ jobId: JOB_ID, userId: 'somebody else', fields, credits: 330, startedAt: Date.now() })
  await renderGenerator()
  expect(everythingStored()).not.toContain(PROMPT)
})

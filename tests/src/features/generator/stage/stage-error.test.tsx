import { act, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { NetworkError } from '@/lib/http/api-error'
import { findJobs, saveJob } from '@/state/jobs/stored-job'
import { fakeVideo, JOB_ID, statusAnswer } from '../../../../support/app/fake-video'
import { testSession } from '../../../../support/app/session'
import { useSlowTime } from '../../../../support/app/slow-time'
import { advance, apiError, INTERVAL_MS, type Page, PROMPT, press, renderGenerator } from '../page'

const USER_ID = testSession().user.id

beforeEach(() => {
  useSlowTime()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('when it goes wrong', () => {
  const failures: [string, (page: Page) => void, string[]][] = [
    [
      'the hold is refused',
      ({ consume }) => consume.mockRejectedValue(apiError(422, 'unknown_type')),
      ['Failed to consume credits, please try again later'],
    ],
    [
      'the person is not known to the server',
      ({ consume }) => consume.mockRejectedValue(apiError(401, 'unauthorized')),
      ['Please login before generating a video'],
    ],
    [
      'another tab took the credits',
      ({ consume }) => consume.mockRejectedValue(apiError(402, 'insufficient_credits', { have: 20, need: 330 })),
      ['Not enough credits! Generating a Veo 3 video requires 330 credits, you currently have 20 credits'],
    ],
    [
      'the create is refused',
      ({ video }) => video.create.mockRejectedValue(apiError(422, 'vendor_rejected', { settlement: 'released' }, 'No')),
      ['Request failed: No', 'You were not charged.'],
    ],
    [
      'there is no task id',
      ({ video }) => video.create.mockResolvedValue({ code: 'SUCCESS' }),
      ['Could not extract task ID from API response. API returned: {"code":"SUCCESS"}'],
    ],
    [
      'the job fails',
      ({ video }) =>
        video.status.mockResolvedValue(statusAnswer('failed', { failMsg: 'Moderated', settlement: 'released' })),
      ['Video generation failed. Please try again.', 'Moderated', 'You were not charged.'],
    ],
    [
      'the video has no address',
      ({ video }) => video.status.mockResolvedValue(statusAnswer('succeed')),
      ['Unable to retrieve video. Please try again.'],
    ],
    [
      'neither request reached the server',
      ({ video, consume }) => {
        consume.mockRejectedValue(new NetworkError('network'))
        video.create.mockRejectedValue(new NetworkError('network'))
        video.status.mockRejectedValue(apiError(404, 'not_found'))
      },
      [
        'We could not reach the server, so nothing was started. Please try again.',
        'You were not charged, and your form is as you left it.',
      ],
    ],
    [
      'the hold arrived and the create did not',
      ({ video }) => {
        video.create.mockRejectedValue(new NetworkError('network'))
        video.status.mockRejectedValue(apiError(404, 'not_found'))
      },
      [
        'We could not reach the server, so nothing was started. Please try again.',
        'You were not charged. The 330 credits held are used when you try again, or come back after 15 minutes.',
      ],
    ],
    [
      'the session dies meanwhile',
      ({ video }) => video.status.mockRejectedValue(apiError(401, 'unauthorized')),
      ['Your sign-in ended. Log in again to see your video: it is still being made.'],
    ],
  ]

  it.each(failures)('%s: it says so, keeps the form, and Try Again clears it', async (_, arrange, sentences) => {
    const page = await renderGenerator()
    arrange(page)
    await press(page)
    const alert = await page.stage().findByRole('alert')
    expect(
      within(alert)
        .getAllByText(/./)
        .map((line) => line.textContent),
    ).toEqual(sentences)
    expect(page.prompt()).toHaveValue(PROMPT)
    expect(page.generateButton()).toBeEnabled()

    page.video.status.mockRejectedValue(apiError(404, 'not_found'))
    await page.user.click(page.stage().getByRole('button', { name: 'Try Again' }))
    expect(await page.stage().findByText('Your next take')).toBeInTheDocument()
    expect(page.prompt()).toHaveValue(PROMPT)
    expect(page.prompt()).toHaveFocus()
  })

  it('times out after 180 polls, and says what that costs', async () => {
    const page = await renderGenerator()
    await press(page)
    await page.stage().findByText(/330 credits held/)
    await advance(180 * INTERVAL_MS)
    expect(page.stage().getByRole('alert')).toHaveTextContent(
      [
        'Video generation timed out. Please try again later.',
        'The server goes on checking for up to an hour. If it arrives, it appears in Your videos below.',
        'You are charged only if it finishes.',
      ].join(''),
    )
    expect(page.video.status).toHaveBeenCalledTimes(180)
  })

  it('shows the new price, and quotes it on the next press', async () => {
    const page = await renderGenerator()
    page.consume.mockRejectedValueOnce(apiError(409, 'price_changed', { price: 350, settlement: 'none' }))
    await press(page)
    expect(
      await page.stage().findByText('The price of Veo 3 is now 350 credits. Press Generate Video again to confirm.'),
    ).toBeInTheDocument()
    expect(page.generateButton()).toHaveAccessibleName('Generate Video 350 credits')
    expect(page.form.getByRole('option', { name: /Veo 3/ })).toHaveTextContent('350 credits')
    expect(page.prompt()).toHaveValue(PROMPT)

    await page.user.click(page.generateButton())
    await vi.waitFor(() => expect(page.video.create).toHaveBeenCalled())
    expect(page.consume).toHaveBeenLastCalledWith(expect.objectContaining({ amount: 350 }))
    expect(page.video.requests[0]?.headers).toMatchObject({ 'X-Quoted-Credits': '350' })
  })

  it('takes a new id after a spent one', async () => {
    const page = await renderGenerator()
    page.consume.mockRejectedValueOnce(apiError(409, 'key_spent'))
    await press(page)
    await page.stage().findByRole('alert')
    await page.user.click(page.generateButton())
    await vi.waitFor(() => expect(page.consume).toHaveBeenCalledTimes(2))
    const [first, second] = page.consume.mock.calls.map(([{ jobId }]) => jobId)
    expect(second).not.toBe(first)
  })

  it('offers the way to sign in after a 401, and clears the local user', async () => {
    localStorage.setItem('user', JSON.stringify({ id: 'local-1', credits: 500 }))
    localStorage.setItem('token', 'stale')
    const page = await renderGenerator({ signedIn: false })
    page.consume.mockRejectedValue(apiError(401, 'unauthorized'))
    await press(page)
    expect(await page.stage().findByText('Please login before generating a video')).toBeInTheDocument()
    expect(page.stage().getByRole('link', { name: 'Login' })).toHaveAttribute('href', '/login')
    expect(localStorage.getItem('user')).toBeNull()
    expect(localStorage.getItem('token')).toBeNull()
    expect(page.form.getByText('Please login to generate videos')).toBeInTheDocument()
  })

  it('picks the job up after the next sign-in', async () => {
    const page = await renderGenerator()
    page.video.status.mockRejectedValueOnce(apiError(401, 'unauthorized'))
    page.supabase.auth.refreshSession.mockResolvedValue({ data: { session: null, user: null }, error: null })
    await press(page)
    await page.stage().findByText(/Your sign-in ended/)
    // The dead session is ended here too: the login page would send away somebody who has one.
    expect(await page.form.findByText('Please login to generate videos')).toBeInTheDocument()
    expect(page.supabase.auth.signOut).toHaveBeenCalledWith({ scope: 'local' })
    expect(page.stage().getByText(/Your sign-in ended/)).toBeInTheDocument()
    page.video.status.mockResolvedValue(statusAnswer('succeed', { url: '/v.mp4' }))
    await act(async () => page.supabase.emit('SIGNED_IN', testSession({ sessionId: 'session-2' })))
    expect(await page.stage().findByText(/Your video is ready!/)).toBeInTheDocument()
    expect(page.video.create).toHaveBeenCalledTimes(1)
  })

  it('says nothing about a stored job that the server never heard of', async () => {
    saveJob({
      jobId: JOB_ID,
      userId: USER_ID,
      fields: {
        mode: 'text',
        model: 'veo-3',
        prompt: PROMPT,
        negativePrompt: '',
        length: 8,
        generateAudio: true,
        seed: null,
      },
      credits: 330,
      startedAt: Date.now() - 3 * 60_000,
    })
    const video = fakeVideo()
    video.status.mockRejectedValue(apiError(404, 'not_found'))
    const page = await renderGenerator({ video })
    await vi.waitFor(() => expect(findJobs(USER_ID, Date.now())).toEqual([]))
    expect(page.stage().getByText('Your next take')).toBeInTheDocument()
    expect(page.stage().queryByRole('alert')).not.toBeInTheDocument()
  })
})

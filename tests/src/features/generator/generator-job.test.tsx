import { act, fireEvent, screen, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { parseEnv } from '@/config/env'
import { findJob, saveJob } from '@/features/generator/stored-jobs'
import { ApiError, NetworkError } from '@/lib/api-error'
import { createServices } from '@/lib/services'
import { network } from '../../../support/app/network'
import { testSession } from '../../../support/app/session'
import { fakeVideo, JOB_ID, statusAnswer } from './fakes'
import { renderGenerator } from './page'

const PROMPT = 'a fox in the rain'
const USER_ID = testSession().user.id
const INTERVAL_MS = 5000

type Page = Awaited<ReturnType<typeof renderGenerator>>

function apiError(status: number, code: string, data?: unknown, message = 'The server says no') {
  return new ApiError({ status, code, message, data })
}

async function press({ user, prompt, generateButton }: Page) {
  if (!prompt().value) {
    await user.click(prompt())
    await user.paste(PROMPT)
  }
  await user.click(generateButton())
}

function advance(ms: number) {
  return act(() => vi.advanceTimersByTimeAsync(ms))
}

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
})
afterEach(() => {
  vi.useRealTimers()
})

describe('while a video is made', () => {
  it('shows message, elapsed time, estimate and hold, and takes no other press', async () => {
    const page = await renderGenerator()
    await press(page)
    const stage = page.stage()
    expect(await stage.findByText('330 credits held. You pay only if it arrives.')).toBeInTheDocument()
    expect(stage.getByRole('status')).toHaveTextContent('Generating your video...')
    expect(stage.getByText('Estimated time: 5-8 min')).toBeInTheDocument()
    expect(stage.getByText(PROMPT)).toBeInTheDocument()
    expect(page.generateButton()).toBeDisabled()
    expect(screen.getByRole('region', { name: 'Your video' })).toHaveFocus()
    expect(page.consume).toHaveBeenCalledTimes(1)

    await advance(134_000)
    expect(stage.getByRole('timer')).toHaveTextContent(/^2:1\d$/)
    expect(stage.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '28')
  })

  it('says after three polls without news that it is reconnecting, and stops saying so with the next', async () => {
    const page = await renderGenerator()
    await press(page)
    await page.stage().findByText(/330 credits held/)
    page.video.status.mockRejectedValue(new NetworkError('network'))
    await advance(2 * INTERVAL_MS)
    expect(page.stage().queryByText(/Reconnecting/)).not.toBeInTheDocument()
    await advance(INTERVAL_MS)
    expect(page.stage().getByRole('status')).toHaveTextContent(
      'Generating your video...Reconnecting… This page asks again every few seconds.',
    )
    page.video.status.mockResolvedValue(statusAnswer('processing'))
    await advance(INTERVAL_MS)
    expect(page.stage().getByRole('status')).toHaveTextContent(/^Generating your video...$/)
  })

  it('does not call credits held before they are', async () => {
    const page = await renderGenerator()
    page.consume.mockReturnValue(new Promise(() => {}))
    await press(page)
    expect(page.stage().getByText('Generating your video...')).toBeInTheDocument()
    expect(page.stage().queryByText(/credits held/)).not.toBeInTheDocument()
  })

  it('estimates 3-5 min for 5 seconds', async () => {
    const page = await renderGenerator()
    await page.user.click(page.form.getByRole('button', { name: '5 seconds' }))
    await press(page)
    expect(await page.stage().findByText('Estimated time: 3-5 min')).toBeInTheDocument()
    expect(page.video.requests[0]?.body).toMatchObject({ input: { length: 5 } })
  })

  it('says that it is still working from the 15th poll on', async () => {
    const page = await renderGenerator()
    await press(page)
    const status = await page.stage().findByRole('status')
    await advance(13 * INTERVAL_MS)
    expect(status).toHaveTextContent('Generating your video...')
    await advance(INTERVAL_MS)
    expect(status).toHaveTextContent('Still working on your video...')
    await advance(5 * INTERVAL_MS)
    expect(status).toHaveTextContent('Still working on your video...')
  })

  it('makes one job of a double click, and of Enter pressed twice', async () => {
    const page = await renderGenerator()
    await page.user.click(page.prompt())
    await page.user.paste(PROMPT)
    await page.user.dblClick(page.generateButton())
    await page.user.type(page.prompt(), '{Control>}{Enter}{Enter}{/Control}')
    await advance(0)
    expect(page.consume).toHaveBeenCalledTimes(1)
    expect(page.video.create).toHaveBeenCalledTimes(1)
  })

  it('shows a pending deduction when the hold gets no answer, and goes on', async () => {
    const page = await renderGenerator()
    page.consume.mockRejectedValue(new NetworkError('timeout'))
    await press(page)
    expect(await screen.findAllByText(/^−330/)).not.toHaveLength(0)
    expect(page.video.create).toHaveBeenCalledTimes(1)
    expect(page.stage().getByText('Generating your video...')).toBeInTheDocument()
  })

  it('goes on while another page is shown', async () => {
    const page = await renderGenerator()
    await press(page)
    await page.stage().findByText(/330 credits held/)
    await act(() => page.router.navigate('/pricing'))
    page.video.status.mockResolvedValue(statusAnswer('succeed', { url: '/v.mp4' }))
    await advance(INTERVAL_MS)
    await act(() => page.router.navigate('/create-video'))
    expect(await screen.findByText(/Your video is ready!/)).toBeInTheDocument()
    expect(page.video.create).toHaveBeenCalledTimes(1)
  })

  it('is picked up again after a reload', async () => {
    const first = await renderGenerator()
    await press(first)
    await first.stage().findByText(/330 credits held/)
    first.unmount()

    const page = await renderGenerator()
    expect(await page.stage().findByText('Generating your video...')).toBeInTheDocument()
    page.video.status.mockResolvedValue(statusAnswer('succeed', { url: '/v.mp4' }))
    await advance(INTERVAL_MS)
    expect(page.stage().getByText(/Your video is ready!/)).toBeInTheDocument()
    expect(page.consume).not.toHaveBeenCalled()
    expect(findJob(USER_ID, Date.now())).toBeNull()
  })

  it('leaves the screen when the person signs out, and the entry for the next time', async () => {
    const page = await renderGenerator()
    await press(page)
    await page.stage().findByText(/330 credits held/)
    await act(async () => page.supabase.emit('SIGNED_OUT', null))
    expect(await page.stage().findByText('Your next take')).toBeInTheDocument()
    expect(findJob(USER_ID, Date.now())).not.toBeNull()
  })
})

describe('when the video is ready', () => {
  async function renderReady() {
    const page = await renderGenerator()
    page.video.status.mockResolvedValue(statusAnswer('succeed', { url: 'https://cdn.test/v.mp4' }))
    await press(page)
    expect(await page.stage().findByRole('heading', { name: '🎉 Your video is ready!' })).toBeInTheDocument()
    return page
  }

  it('plays it in place', async () => {
    const { stage } = await renderReady()
    const video = stage().getByLabelText<HTMLVideoElement>(`Your video: ${PROMPT}`)
    expect(video).toHaveAttribute('src', 'https://cdn.test/v.mp4')
    expect(video).toHaveAttribute('controls')
    expect(video).toHaveAttribute('playsinline')
  })

  it('says how long the video really is', async () => {
    const { stage } = await renderReady()
    expect(stage().getByText('Veo 3 · 8 seconds · 330 credits')).toBeInTheDocument()
    const video = stage().getByLabelText<HTMLVideoElement>(/^Your video/)
    Object.defineProperty(video, 'duration', { value: 10.04 })
    fireEvent.loadedMetadata(video)
    expect(stage().getByText('Veo 3 · 10 seconds · 330 credits')).toBeInTheDocument()
  })

  it('plays a fresh address when the first one has expired', async () => {
    const { stage, video } = await renderReady()
    video.status.mockResolvedValue(statusAnswer('succeed', { url: 'https://cdn.test/v.mp4?fresh' }))
    fireEvent.error(stage().getByLabelText(/^Your video/))
    await vi.waitFor(() =>
      expect(stage().getByLabelText(/^Your video/)).toHaveAttribute('src', 'https://cdn.test/v.mp4?fresh'),
    )
    expect(stage().queryByText(/could not play it/)).not.toBeInTheDocument()
  })

  it('says so when the browser cannot play it', async () => {
    const { stage } = await renderReady()
    fireEvent.error(stage().getByLabelText(/^Your video/))
    expect(await stage().findByText('This browser could not play it. The download may still work.')).toBeInTheDocument()
  })

  it('asks for the balance again', async () => {
    const { supabase } = await renderReady()
    await vi.waitFor(() => expect(supabase.rpc).toHaveBeenCalledTimes(2))
  })

  it('goes back to the form on Generate New, which is as it was', async () => {
    const { stage, user, prompt, generateButton } = await renderReady()
    await user.click(stage().getByRole('button', { name: 'Generate New' }))
    expect(stage().getByText('Your next take')).toBeInTheDocument()
    expect(prompt()).toHaveValue(PROMPT)
    expect(prompt()).toHaveFocus()
    expect(generateButton()).toBeEnabled()
  })

  describe('Download Video', () => {
    beforeEach(() => {
      URL.createObjectURL = () => 'blob:video'
      URL.revokeObjectURL = () => {}
    })
    afterEach(() => {
      Reflect.deleteProperty(URL, 'createObjectURL')
      Reflect.deleteProperty(URL, 'revokeObjectURL')
    })

    it('saves the file and says so', async () => {
      network.use(http.get('https://cdn.test/v.mp4', () => HttpResponse.text('video')))
      const names: string[] = []
      vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
        names.push(this.download)
      })
      const { stage, user } = await renderReady()
      await user.click(stage().getByRole('button', { name: 'Download Video' }))
      expect(await screen.findByText('Video downloaded successfully!')).toBeInTheDocument()
      expect(names).toEqual([expect.stringMatching(/^ai-video-\d+\.mp4$/)])
    })

    it('opens the address in a tab when it cannot be fetched', async () => {
      network.use(http.get('https://cdn.test/v.mp4', () => HttpResponse.error()))
      const open = vi.spyOn(window, 'open').mockReturnValue(window)
      const { stage, user } = await renderReady()
      await user.click(stage().getByRole('button', { name: 'Download Video' }))
      expect(await screen.findByText('Download failed. Try again.')).toBeInTheDocument()
      expect(open).toHaveBeenCalledExactlyOnceWith('https://cdn.test/v.mp4', '_blank')
      expect(screen.queryByRole('link', { name: 'Open the video' })).not.toBeInTheDocument()
    })

    it('holds the link in the message when the tab is blocked', async () => {
      network.use(http.get('https://cdn.test/v.mp4', () => new HttpResponse(null, { status: 403 })))
      vi.spyOn(window, 'open').mockReturnValue(null)
      const { stage, user } = await renderReady()
      await user.click(stage().getByRole('button', { name: 'Download Video' }))
      expect(await screen.findByRole('link', { name: 'Open the video' })).toHaveAttribute(
        'href',
        'https://cdn.test/v.mp4',
      )
    })
  })
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
        'The server goes on checking for an hour. Open this page again to see what became of it.',
        'You are charged only if it finishes.',
      ].join(''),
    )
    expect(page.video.status).toHaveBeenCalledTimes(180)
  })

  it('shows the new price, and quotes it on the next press', async () => {
    const page = await renderGenerator()
    page.consume.mockRejectedValueOnce(apiError(409, 'price_changed', { price: 350 }))
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
        modelId: 'veo-3',
        prompt: PROMPT,
        negativePrompt: '',
        length: 8,
        audio: true,
        seed: null,
      },
      credits: 330,
      startedAt: Date.now(),
    })
    const video = fakeVideo()
    video.status.mockRejectedValue(apiError(404, 'not_found'))
    const page = await renderGenerator({ video })
    await vi.waitFor(() => expect(findJob(USER_ID, Date.now())).toBeNull())
    expect(page.stage().getByText('Your next take')).toBeInTheDocument()
    expect(page.stage().queryByRole('alert')).not.toBeInTheDocument()
  })
})

describe('in direct mode', () => {
  it('calls the vendor with its key and nothing of ours', async () => {
    const calls: { headers: Record<string, string>; body: unknown }[] = []
    // '*' is refused where cookies are sent along: that the answers arrive shows that none are.
    const cors = { 'Access-Control-Allow-Origin': '*', 'Access-Control-Allow-Headers': 'content-type,x-api-key' }
    network.use(
      http.options('https://vendor.test/*', () => new HttpResponse(null, { status: 204, headers: cors })),
      http.all('https://vendor.test/*', async ({ request }) => {
        const isCreate = request.method === 'POST'
        const generations = [{ id: '1', status: 'succeed', url: 'https://cdn.test/v.mp4' }]
        calls.push({
          headers: Object.fromEntries(request.headers),
          body: isCreate ? await request.json() : null,
        })
        return HttpResponse.json(
          {
            code: 'SUCCESS',
            message: 'success',
            data: isCreate ? { taskId: 'vendor-1', status: 'waiting' } : { taskId: 'vendor-1', generations },
          },
          { headers: cors },
        )
      }),
    )
    const env = parseEnv(
      {
        VITE_SUPABASE_ANON_KEY: 'public-key',
        VITE_VIDEO_API_URL: 'https://vendor.test/api/platform/',
        VITE_VIDEO_API_KEY: 'vendor-key',
      },
      'https://site.test',
    )
    const { video, videoMode } = createServices(env)
    const page = await renderGenerator({ services: { video, videoMode } })
    page.consume.mockResolvedValue({ balanceAfter: 2170, settlement: 'captured' })
    await press(page)
    expect(await page.stage().findByText(/Your video is ready!/)).toBeInTheDocument()

    expect(page.consume).toHaveBeenCalledTimes(1)
    expect(calls).toHaveLength(2)
    for (const { headers } of calls) {
      expect(headers).toMatchObject({ 'x-api-key': 'vendor-key' })
      const names = Object.keys(headers).join(' ')
      expect(names).not.toMatch(/authorization|cookie|idempotency|quoted/i)
    }
    expect(calls[0]?.body).toMatchObject({ input: { prompt: PROMPT, length: 8, aspectRatio: '16:9' } })
  })

  it('does not speak of credits held: they are paid', async () => {
    const page = await renderGenerator({ services: { videoMode: 'direct' } })
    page.consume.mockResolvedValue({ balanceAfter: 2170, settlement: 'captured' })
    await press(page)
    await vi.waitFor(() => expect(page.video.status).toHaveBeenCalled())
    expect(page.stage().getByText('Generating your video...')).toBeInTheDocument()
    expect(page.stage().queryByText(/credits held/)).not.toBeInTheDocument()
  })

  it('leaves out what the model does not list', async () => {
    const page = await renderGenerator({ services: { videoMode: 'direct' } })
    await page.user.selectOptions(page.form.getByLabelText('Model'), 'veo-2')
    await press(page)
    await vi.waitFor(() => expect(page.video.create).toHaveBeenCalled())
    expect(page.video.requests[0]?.body).not.toHaveProperty('input.generateAudio')
  })
})

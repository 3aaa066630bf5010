import type { RefusalData } from '@contract/errors'
import type { ServerJob } from '@contract/jobs'
import { act, screen, within } from '@testing-library/react'
import { expect, vi } from 'vitest'
import { ApiError } from '@/lib/http/api-error'
import type { Services } from '@/lib/services'
import { fakeConsume, fakeVideo } from '../../../support/app/fake-video'
import { renderApp } from '../../../support/app/render-app'
import { testSession } from '../../../support/app/session'

interface PageOptions {
  signedIn?: boolean
  credits?: number
  /** Whether the test waits for the balance. False for a balance that never arrives. */
  knowsBalance?: boolean
  services?: Partial<Services>
  /** The video service, with responses set before the page is rendered. */
  video?: ReturnType<typeof fakeVideo>
}

/** Renders the generator in the whole app. The test controls the video service and the hold requests. */
export async function renderGenerator(options: PageOptions = {}) {
  const { signedIn = true, credits = 2500, knowsBalance = true, services = {}, video = fakeVideo() } = options
  const consume = fakeConsume()
  const app = renderApp({
    route: '/create-video',
    session: signedIn ? testSession() : null,
    credits,
    services: { video, ...services },
  })
  app.creditsApi.consume.mockImplementation(consume)
  await screen.findByRole('tab', { name: 'Text to Video' })
  if (signedIn && knowsBalance) await within(screen.getByRole('banner')).findAllByText(credits.toLocaleString('en'))
  const form = screen.getByRole('form', { name: 'Video settings' })
  return {
    ...app,
    video,
    consume: app.creditsApi.consume,
    form: within(form),
    prompt: () => screen.getByLabelText<HTMLTextAreaElement>('Prompt'),
    generateButton: () => screen.getByRole<HTMLButtonElement>('button', { name: /^Generate Video/ }),
    stage: () => within(screen.getByRole('region', { name: 'Your video' })),
  }
}

export type Page = Awaited<ReturnType<typeof renderGenerator>>

export const PROMPT = 'a fox in the rain'
export const INTERVAL_MS = 5000

/** Types a prompt if there is none, and clicks Generate. */
export async function clickGenerate({ user, prompt, generateButton }: Page) {
  if (!prompt().value) {
    await user.click(prompt())
    await user.paste(PROMPT)
  }
  await user.click(generateButton())
}

/** Shows these videos in the library, after `awayMs` in another tab. */
export async function showVideos(page: Page, jobs: ServerJob[], awayMs = 20_000) {
  page.jobsApi.list.mockResolvedValue({ jobs, nextCursor: null })
  vi.spyOn(Date, 'now').mockReturnValue(Date.now() + awayMs)
  await act(async () => void document.dispatchEvent(new Event('visibilitychange')))
  const library = within(screen.getByRole('region', { name: 'Your videos' }))
  await vi.waitFor(() => expect(library.getAllByRole('listitem')).toHaveLength(jobs.length))
  vi.mocked(Date.now).mockRestore()
  return library
}

/** Advances the fake clock by `ms`. */
export function advance(ms: number) {
  return act(() => vi.advanceTimersByTimeAsync(ms))
}

export function apiError(status: number, code: string, data?: RefusalData, message = 'The server says no') {
  return new ApiError({ status, code, message, data })
}

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
  /** False for a balance that never comes. */
  knowsBalance?: boolean
  services?: Partial<Services>
  /** The video service, with answers given before the page is there. */
  video?: ReturnType<typeof fakeVideo>
}

/** The generator in the whole app, on a video service and a consume call that the test can turn. */
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

/** Types a prompt unless there is one, and clicks Generate. */
export async function clickGenerate({ user, prompt, generateButton }: Page) {
  if (!prompt().value) {
    await user.click(prompt())
    await user.paste(PROMPT)
  }
  await user.click(generateButton())
}

/** Lists these videos in the library, after so long on another page. */
export async function showVideos(page: Page, jobs: ServerJob[], awayMs = 20_000) {
  page.jobsApi.list.mockResolvedValue({ jobs, nextCursor: null })
  vi.spyOn(Date, 'now').mockReturnValue(Date.now() + awayMs)
  await act(async () => void document.dispatchEvent(new Event('visibilitychange')))
  const library = within(screen.getByRole('region', { name: 'Your videos' }))
  await vi.waitFor(() => expect(library.getAllByRole('listitem')).toHaveLength(jobs.length))
  vi.mocked(Date.now).mockRestore()
  return library
}

/** Lets time pass on the fake clock. */
export function advance(ms: number) {
  return act(() => vi.advanceTimersByTimeAsync(ms))
}

export function apiError(status: number, code: string, data?: RefusalData, message = 'The server says no') {
  return new ApiError({ status, code, message, data })
}

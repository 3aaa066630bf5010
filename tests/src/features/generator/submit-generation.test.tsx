// One click on Generate starts at most the job that its button showed, and only if nothing has changed since.
import { act, fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { MODELS } from '@/config/models'
import { ApiError, NetworkError } from '@/lib/http/api-error'
import type { Services } from '@/lib/services'
import { chooseModel } from '../../../support/app/models'
import { testSession } from '../../../support/app/session'
import { clickGenerate, renderGenerator } from './page'

// This page's code never arrives.
vi.mock('@/app/routes/pricing', () => new Promise(() => {}))

const SOON = 'Checking your sign-in. Your video will start automatically.'
const OFFLINE = "You're offline, so nothing was started. Try again when you're back online."
const DEARER = { success: true, data: { maxOpenJobs: 3, models: MODELS.map((model) => ({ ...model, credits: 400 })) } }

const banner = () => within(screen.getByRole('banner'))
const isHealth = ({ path }: { path: string }) => path === '/health'

/** Renders the generator with a server that responds when the test decides. */
async function renderSlow(options: { signedIn?: boolean; services?: Partial<Services> } = {}) {
  const health: ((answer: unknown) => void)[] = []
  const prices = Promise.withResolvers<unknown>()
  const request = vi.fn<Services['api']['request']>((asked) =>
    isHealth(asked) ? new Promise((resolve) => health.push(resolve)) : prices.promise,
  )
  const page = await renderGenerator({ ...options, services: { ...options.services, api: { request } } })
  return { ...page, request, health, prices }
}

type Slow = Awaited<ReturnType<typeof renderSlow>>

/** Changes that withdraw a waiting click. */
const CHANGES: [string, (page: Slow) => unknown][] = [
  ['another prompt, even when changed back', ({ user, prompt }) => user.type(prompt(), 's{Backspace}')],
  [
    'another model, even when changed back',
    async (page) => {
      await chooseModel(page, 'Kling 1.6')
      await chooseModel(page, 'Veo 3')
    },
  ],
  [
    'another number of takes',
    async ({ user, form }) => {
      await user.click(form.getByRole('button', { name: '2 takes' }))
      expect(form.queryByText(SOON)).not.toBeInTheDocument()
    },
  ],
  ['another price', ({ prices }) => act(async () => prices.resolve(DEARER))],
  [
    'leaving for a page whose code is loading',
    ({ user }) => user.click(banner().getAllByRole('link', { name: 'Pricing' })[0] as HTMLElement),
  ],
  ['leaving for another page', ({ router }) => act(() => router.navigate('/terms-of-service'))],
  ['leaving the site', () => fireEvent(window, new Event('pagehide'))],
]

describe('Generate offline', () => {
  beforeEach(() => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  })

  it('says that the browser is offline and starts nothing until the network is back', async () => {
    const page = await renderGenerator()
    page.api.request.mockRejectedValue(new NetworkError('network'))
    await clickGenerate(page)
    expect(await page.form.findByText(OFFLINE)).toBeInTheDocument()
    expect(page.api.request).toHaveBeenCalledWith({ method: 'GET', path: '/health', retries: 0 })
    expect(page.consume).not.toHaveBeenCalled()
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true)
    fireEvent.online(window)
    expect(page.form.queryByText(OFFLINE)).not.toBeInTheDocument()
    await clickGenerate(page)
    expect(page.consume).toHaveBeenCalledOnce()
  })

  it.each([
    ['an empty object', async () => ({})],
    ['a refusal', async () => Promise.reject(new ApiError({ status: 404, code: '404', message: 'Not Found' }))],
  ])('starts a job offline if the server responds anyway, for example on this device: %s', async (_, answer) => {
    const page = await renderGenerator()
    page.api.request.mockImplementation(answer)
    await clickGenerate(page)
    await vi.waitFor(() => expect(page.consume).toHaveBeenCalledOnce())
  })

  async function renderUnanswered() {
    const page = await renderSlow()
    await clickGenerate(page)
    expect(page.form.getByText(SOON)).toBeInTheDocument()
    return page
  }

  it.each(CHANGES)('starts no job for a waiting click after %s', async (_, change) => {
    const page = await renderUnanswered()
    await change(page)
    await act(async () => page.health[0]?.({}))
    expect(page.consume).not.toHaveBeenCalled()
  })

  it('starts no job from a waiting click for the next user', async () => {
    const page = await renderUnanswered()
    await act(async () => page.supabase.emit('SIGNED_IN', testSession({ userId: 'another', name: 'Grace Hopper' })))
    await banner().findByRole('button', { name: 'Account menu for Grace Hopper' })
    await act(async () => page.health[0]?.({}))
    expect(page.consume).not.toHaveBeenCalled()
  })

  it('starts one job for two clicks before the server responds, even if the first job has left the panel by then', async () => {
    const page = await renderUnanswered()
    fireEvent.submit(screen.getByRole('form', { name: 'Video settings' }))
    expect(page.health).toHaveLength(2)
    await act(async () => page.health[1]?.({}))
    await page.stage().findByText(/330 credits held/)
    await page.user.click(page.stage().getByRole('button', { name: 'Start another video' }))
    await act(async () => page.health[0]?.({}))
    expect(page.consume).toHaveBeenCalledOnce()
  })
})

describe('Generate while the sign-in is being checked', () => {
  async function renderUnchecked({ signedIn = true, userId = testSession().user.id } = {}) {
    // The last visit stored this user.
    if (signedIn) localStorage.setItem('user', JSON.stringify({ id: userId, credits: 2500 }))
    const code = Promise.withResolvers<void>()
    const loadSupabase = () => code.promise.then(() => page.supabase.client)
    const page = await renderSlow({ signedIn, services: { loadSupabase } })
    await clickGenerate(page)
    expect(page.form.getByText(SOON)).toBeInTheDocument()
    expect(page.generateButton()).toBeDisabled()
    expect(page.consume).not.toHaveBeenCalled()
    return { ...page, code }
  }

  it('starts the job once, as soon as the sign-in is known', async () => {
    const page = await renderUnchecked()
    page.code.resolve()
    await page.stage().findByText(/330 credits held/)
    expect(page.consume).toHaveBeenCalledTimes(1)
    expect(page.video.create).toHaveBeenCalledTimes(1)
  })

  it('starts no waiting job for a user other than the one on the screen', async () => {
    const page = await renderUnchecked({ userId: 'another' })
    page.code.resolve()
    await banner().findByRole('button', { name: 'Account menu for Ada Byron' })
    expect(page.consume).not.toHaveBeenCalled()
    expect(page.generateButton()).toBeEnabled()
  })

  it('asks for a sign-in once the check finds no session', async () => {
    const page = await renderUnchecked({ signedIn: false })
    page.code.resolve()
    await page.form.findByText('Please login before generating a video')
    expect(page.consume).not.toHaveBeenCalled()
  })
})

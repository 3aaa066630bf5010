import { act, fireEvent, render, screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { MODELS } from '@/config/models'
import { notify } from '@/features/generator/notify'
import { NotifyControl } from '@/features/generator/result-panel/notify-control'
import { ServicesProvider } from '@/state/services-context'
import { addToNavigator, installFakePush } from '../../../support/app/fake-push'
import { createFakeServices } from '../../../support/app/fake-services'
import { fakeVideo, statusResponse } from '../../../support/app/fake-video'
import { openJob } from '../../../support/app/jobs'
import { testSession } from '../../../support/app/session'
import { useSlowTime } from '../../../support/app/slow-time'
import { advance, apiError, clickGenerate, INTERVAL_MS, PROMPT, renderGenerator } from './page'

beforeEach(useSlowTime)

const everythingStored = () => JSON.stringify([{ ...localStorage }, { ...sessionStorage }])

it('hides the form and the job after Sign out, and finds the job after the next sign-in', async () => {
  const page = await renderGenerator()
  await clickGenerate(page)
  await page.stage().findByText(/330 credits held/)
  expect(everythingStored()).toContain(PROMPT)
  await page.user.click(screen.getByRole('button', { name: /^Account menu for/ }))
  await page.user.click(within(screen.getByRole('banner')).getByRole('button', { name: 'Sign out' }))
  await within(screen.getByRole('banner')).findByRole('link', { name: 'Login' })
  expect(everythingStored()).not.toContain(PROMPT)

  page.jobsApi.list.mockResolvedValue({ jobs: [openJob({ prompt: PROMPT })], nextCursor: null })
  await act(() => page.router.navigate('/create-video'))
  expect(await page.stage().findByText('Your next video')).toBeInTheDocument()
  expect(page.prompt()).toHaveValue('')
  await act(async () => page.supabase.emit('SIGNED_IN', testSession({ sessionId: 'session-2' })))
  expect(await page.stage().findByText('Generating your video...')).toBeInTheDocument()
  expect(page.stage().getByText(PROMPT)).toBeInTheDocument()
  expect(page.video.create).toHaveBeenCalledTimes(1)
})

it('keeps the prompt and the rest of the form when a session ends by itself', async () => {
  const video = fakeVideo()
  video.status.mockRejectedValue(apiError(401, 'unauthorized'))
  const page = await renderGenerator({ video })
  page.supabase.auth.refreshSession.mockResolvedValue({ data: { session: null, user: null }, error: null })
  await clickGenerate(page)
  await page.stage().findByText(/You've been signed out/)
  await page.form.findByText('Please login to generate videos')
  expect(page.prompt()).toHaveValue(PROMPT)
  expect(everythingStored()).toContain(PROMPT)
})

class FakeNotification {
  static permission: NotificationPermission = 'default'
  static requestPermission = vi.fn<() => Promise<NotificationPermission>>()
  static shown: FakeNotification[] = []
  static isForbidden = false
  onclick: (() => void) | null = null
  close = vi.fn()
  title: string
  options: NotificationOptions | undefined
  constructor(title: string, options?: NotificationOptions) {
    this.title = title
    this.options = options
    if (FakeNotification.isForbidden) throw new TypeError('Illegal constructor')
    if (FakeNotification.permission === 'granted') FakeNotification.shown.push(this)
  }
}

describe('Notification offer', () => {
  beforeEach(() => {
    Object.assign(FakeNotification, { permission: 'default', shown: [], isForbidden: false })
    FakeNotification.requestPermission.mockReset()
    vi.stubGlobal('Notification', FakeNotification)
    vi.stubGlobal('isSecureContext', true)
  })

  const OFFER = { name: "Notify me when it's ready" }

  function renderControl() {
    return render(
      <ServicesProvider services={createFakeServices().services}>
        <NotifyControl />
      </ServicesProvider>,
    )
  }

  async function renderWithOffer() {
    const page = await renderGenerator()
    expect(page.stage().queryByRole('button', OFFER)).not.toBeInTheDocument()
    await clickGenerate(page)
    await page.stage().findByText(/330 credits held/)
    await advance(0)
    return page
  }

  function hideTab() {
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    fireEvent(document, new Event('visibilitychange'))
  }

  it("offers a notification once a job runs, and requests the browser's permission only on the click", async () => {
    const page = await renderWithOffer()
    expect(FakeNotification.requestPermission).not.toHaveBeenCalled()
    FakeNotification.requestPermission.mockImplementation(async () => {
      FakeNotification.permission = 'granted'
      return 'granted'
    })
    await page.user.click(page.stage().getByRole('button', OFFER))
    expect(await page.stage().findByText("We'll notify you when it's ready. You can switch tabs.")).toBeInTheDocument()

    hideTab()
    page.video.status.mockResolvedValue(statusResponse('succeed', { url: '/v.mp4' }))
    await advance(INTERVAL_MS)
    const [shown] = FakeNotification.shown
    expect(shown).toMatchObject({ title: '🎉 Your video is ready!', options: { body: PROMPT } })
    const focus = vi.spyOn(window, 'focus').mockImplementation(() => {})
    act(() => shown?.onclick?.())
    expect(focus).toHaveBeenCalledTimes(1)
    expect(shown?.close).toHaveBeenCalledTimes(1)
  })

  it('sends no notification while the page is visible', async () => {
    FakeNotification.permission = 'granted'
    const page = await renderWithOffer()
    page.video.status.mockResolvedValue(statusResponse('succeed', { url: '/v.mp4' }))
    await advance(INTERVAL_MS)
    expect(FakeNotification.shown).toEqual([])
  })

  it.each(['a refusal', 'a blocked permission request'])("doesn't offer a notification again after %s", async (how) => {
    renderControl()
    if (how === 'a refusal') FakeNotification.requestPermission.mockResolvedValue('denied')
    else FakeNotification.requestPermission.mockRejectedValue(new DOMException('no', 'NotAllowedError'))
    fireEvent.click(screen.getByRole('button', OFFER))
    expect(await screen.findByText(/^Notifications are blocked in your browser\./)).toBeInTheDocument()
    expect(screen.queryByRole('button', OFFER)).not.toBeInTheDocument()
  })

  it.each([
    ['refused notifications before', () => Object.assign(FakeNotification, { permission: 'denied' })],
    ['allows no notifications from pages', () => Object.assign(FakeNotification, { isForbidden: true })],
    ['has no notifications', () => vi.stubGlobal('Notification', undefined)],
    ['is on an insecure address', () => vi.stubGlobal('isSecureContext', false)],
  ])('offers no notification in a browser that %s', (_, arrange) => {
    arrange()
    expect(renderControl().container).toBeEmptyDOMElement()
  })
})

describe('Notifications of devices', () => {
  const OFFER = { name: "Notify me when it's ready" }
  const ON = "We'll notify you when it's ready. You can close this tab."

  function renderWithKey(answer: (call: string) => unknown) {
    const { services, api } = createFakeServices()
    api.request.mockImplementation(async ({ method, path }) => ({
      success: true,
      message: '',
      data:
        path === '/api/capabilities' ? { maxOpenJobs: 4, pushKey: 'key', models: MODELS } : answer(`${method} ${path}`),
    }))
    render(
      <ServicesProvider services={services}>
        <NotifyControl />
      </ServicesProvider>,
    )
    return api
  }

  const device = { id: 'd', userAgent: null, isOwn: true, showsPrompt: false, createdAt: '', sentAt: null }

  it('subscribes this browser on the click, and says that the tab can be closed', async () => {
    const push = installFakePush({ permission: 'default' })
    push.notification.requestPermission.mockImplementation(async () => {
      push.notification.permission = 'granted'
      return 'granted'
    })
    renderWithKey(() => ({ device }))
    await act(() => vi.advanceTimersByTimeAsync(0))
    expect(push.register).not.toHaveBeenCalled()
    fireEvent.click(screen.getByRole('button', OFFER))
    expect(await screen.findByText(ON)).toBeInTheDocument()
    expect(push.subscribe).toHaveBeenCalledTimes(1)
  })

  it('leaves the notification to the tab if the browser or the server refuses', async () => {
    const push = installFakePush({ permission: 'default' })
    push.notification.requestPermission.mockResolvedValue('granted')
    push.subscribe.mockRejectedValue(new DOMException('no push service', 'AbortError'))
    renderWithKey(() => ({ devices: [] }))
    await act(() => vi.advanceTimersByTimeAsync(0))
    fireEvent.click(screen.getByRole('button', OFFER))
    expect(await screen.findByText("We'll notify you when it's ready. You can switch tabs.")).toBeInTheDocument()
  })

  it.each([
    ['says that they are on', { devices: [device] }, () => screen.findByText(ON)],
    ['offers them again', { devices: [{ ...device, isOwn: false }] }, () => screen.findByRole('button', OFFER)],
  ])('%s, as the list of devices says', async (_, answer, find) => {
    installFakePush()
    renderWithKey((call) => (call === 'GET /api/devices' ? answer : { device }))
    expect(await find()).toBeInTheDocument()
  })

  it("says on an iPhone that the site must be an app, and shows a tab's notification through the worker", async () => {
    const push = installFakePush({ isSubscribed: true })
    notify('Ready', { body: 'A fox', id: 'job-1', isShown: false })
    await act(() => vi.advanceTimersByTimeAsync(0))
    const options = { body: 'A fox', tag: 'job-1', data: { id: 'job-1' } }
    expect(push.showNotification).toHaveBeenCalledWith('Ready', expect.objectContaining(options))
    vi.stubGlobal('Notification', undefined)
    addToNavigator('standalone', false)
    renderWithKey(() => ({}))
    expect(await screen.findByText('To get notified here, add this site to your Home Screen.')).toBeInTheDocument()
  })
})

import { act, fireEvent } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { statusAnswer } from '../../../../support/app/fake-video'
import { useSlowTime } from '../../../../support/app/slow-time'
import { advance, INTERVAL_MS, PROMPT, press, renderGenerator } from '../page'

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

beforeEach(() => {
  useSlowTime()
  Object.assign(FakeNotification, { permission: 'default', shown: [], isForbidden: false })
  FakeNotification.requestPermission.mockReset()
  vi.stubGlobal('Notification', FakeNotification)
  vi.stubGlobal('isSecureContext', true)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const OFFER = { name: 'Tell me when it is ready' }

async function renderRunning() {
  const page = await renderGenerator()
  expect(page.stage().queryByRole('button', OFFER)).not.toBeInTheDocument()
  await press(page)
  await page.stage().findByText(/330 credits held/)
  await advance(0)
  return page
}

function hideTab() {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  fireEvent(document, new Event('visibilitychange'))
}

describe('being told when the video is ready', () => {
  it('says that notifications are off where even the question is refused', async () => {
    const page = await renderRunning()
    FakeNotification.requestPermission.mockRejectedValue(new DOMException('no', 'NotAllowedError'))
    await page.user.click(page.stage().getByRole('button', OFFER))
    expect(await page.stage().findByText(/Your browser keeps notifications off/)).toBeInTheDocument()
  })

  it('is offered once a job runs; the browser is asked only on the press', async () => {
    const page = await renderRunning()
    expect(FakeNotification.requestPermission).not.toHaveBeenCalled()
    FakeNotification.requestPermission.mockImplementation(async () => {
      FakeNotification.permission = 'granted'
      return 'granted'
    })
    await page.user.click(page.stage().getByRole('button', OFFER))
    expect(
      await page.stage().findByText('You will be told when it is ready. You can go to another tab.'),
    ).toBeInTheDocument()

    hideTab()
    page.video.status.mockResolvedValue(statusAnswer('succeed', { url: '/v.mp4' }))
    await advance(INTERVAL_MS)
    const [shown] = FakeNotification.shown
    expect(shown).toMatchObject({ title: '🎉 Your video is ready!', options: { body: PROMPT } })
    const focus = vi.spyOn(window, 'focus').mockImplementation(() => {})
    act(() => shown?.onclick?.())
    expect(focus).toHaveBeenCalledTimes(1)
    expect(shown?.close).toHaveBeenCalledTimes(1)
  })

  it('does not happen while the page is on the screen', async () => {
    FakeNotification.permission = 'granted'
    const page = await renderRunning()
    page.video.status.mockResolvedValue(statusAnswer('succeed', { url: '/v.mp4' }))
    await advance(INTERVAL_MS)
    expect(FakeNotification.shown).toEqual([])
  })

  it('is not asked for again after a no, and the title is named instead', async () => {
    const page = await renderRunning()
    FakeNotification.requestPermission.mockResolvedValue('denied')
    await page.user.click(page.stage().getByRole('button', OFFER))
    expect(await page.stage().findByText(/^Your browser keeps notifications off\./)).toBeInTheDocument()
    expect(page.stage().queryByRole('button', OFFER)).not.toBeInTheDocument()
  })

  it.each([
    ['refused it before', () => Object.assign(FakeNotification, { permission: 'denied' })],
    ['cannot do it from a page', () => Object.assign(FakeNotification, { isForbidden: true })],
    ['has no such thing', () => vi.stubGlobal('Notification', undefined)],
    ['is not on a secure address', () => vi.stubGlobal('isSecureContext', false)],
  ])('is not offered where the browser %s', async (_, arrange) => {
    arrange()
    const page = await renderRunning()
    expect(page.stage().queryByRole('button', OFFER)).not.toBeInTheDocument()
    expect(page.stage().queryByText(/notifications off/)).not.toBeInTheDocument()
  })
})

import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { NetworkError } from '@/lib/http/api-error'
import { findJobs } from '@/state/jobs/stored-job'
import { statusAnswer } from '../../../../support/app/fake-video'
import { testSession } from '../../../../support/app/session'
import { useSlowTime } from '../../../../support/app/slow-time'
import { advance, INTERVAL_MS, PROMPT, press, renderGenerator } from '../page'

const USER_ID = testSession().user.id

beforeEach(() => {
  useSlowTime()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('while a video is made', () => {
  it('is led to by the bar of the press, for whom it is further down the page', async () => {
    const page = await renderGenerator()
    expect(page.form.queryByRole('link')).not.toBeInTheDocument()
    await press(page)
    const link = await page.form.findByRole('link', { name: 'Being made: see how far it is, below' })
    expect(link).toHaveAttribute('href', `#${screen.getByRole('region', { name: 'Your video' }).id}`)
    page.video.status.mockResolvedValue(statusAnswer('succeed', { url: '/v.mp4' }))
    await advance(INTERVAL_MS)
    expect(page.form.getByRole('link', { name: 'Your video is ready, below' })).toBeInTheDocument()
  })

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
    expect(screen.getByRole('status', { name: 'Connection' })).toBeEmptyDOMElement()
    await advance(INTERVAL_MS)
    expect(page.stage().getByRole('status')).toHaveTextContent(
      'Generating your video...Reconnecting… This page asks again every few seconds.',
    )
    expect(screen.getByRole('status', { name: 'Connection' })).toHaveTextContent(
      'The server cannot be reached just now. What is being made goes on there, and nothing is lost.',
    )
    page.video.status.mockResolvedValue(statusAnswer('processing'))
    await advance(INTERVAL_MS)
    expect(page.stage().getByRole('status')).toHaveTextContent(
      /^Generating your video...The video service is making it.$/,
    )
    expect(screen.getByRole('status', { name: 'Connection' })).toBeEmptyDOMElement()
  })

  it('says over the page that the browser is offline', async () => {
    await renderGenerator()
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    fireEvent.offline(window)
    expect(screen.getByRole('status', { name: 'Connection' })).toHaveTextContent(
      'You are offline. Your form stays here, and what is being made goes on at the server.',
    )
    online.mockReturnValue(true)
    fireEvent.online(window)
    expect(screen.getByRole('status', { name: 'Connection' })).toBeEmptyDOMElement()
  })

  it('tells queued from running', async () => {
    const page = await renderGenerator()
    page.video.status.mockResolvedValue(statusAnswer('waiting'))
    await press(page)
    expect(await page.stage().findByText('In the queue: the video service has not begun yet.')).toBeInTheDocument()
    await advance(8 * 60_000 + INTERVAL_MS)
    expect(
      page.stage().getByText('The queue is longer than usual. It goes on, and you pay only if the video arrives.'),
    ).toBeInTheDocument()
    page.video.status.mockResolvedValue(statusAnswer('processing'))
    await advance(INTERVAL_MS)
    expect(
      page.stage().getByText('It takes longer than estimated. It goes on, and you pay only if it arrives.'),
    ).toBeInTheDocument()
    expect(Number(page.stage().getByRole('progressbar').getAttribute('aria-valuenow'))).toBeLessThan(98)
  })

  it('says what is done before the vendor has it', async () => {
    const page = await renderGenerator()
    let held: (answer: { balanceAfter: number; settlement: 'held' }) => void = () => {}
    page.consume.mockReturnValue(new Promise((resolve) => (held = resolve)))
    page.video.create.mockReturnValue(new Promise(() => {}))
    await press(page)
    expect(page.stage().getByText('Setting the credits aside.')).toBeInTheDocument()
    await act(async () => held({ balanceAfter: 2170, settlement: 'held' }))
    expect(page.stage().getByText('Handing it to the video service.')).toBeInTheDocument()
    expect(page.stage().queryByRole('button', { name: 'Cancel' })).not.toBeInTheDocument()
  })

  it('tells the time in the title of the tab, and what came of it', async () => {
    const page = await renderGenerator()
    const title = 'Create AI Videos with Veo 3 - Text to Video'
    expect(document.title).toBe(title)
    await press(page)
    await page.stage().findByText(/330 credits held/)
    await advance(134_000)
    expect(document.title).toMatch(/^▶ 2:1\d of 5-8 min · Create AI Videos with Veo 3 - Text to Video$/)
    page.video.status.mockResolvedValue(statusAnswer('succeed', { url: '/v.mp4' }))
    await advance(INTERVAL_MS)
    expect(document.title).toBe(`🎉 Your video is ready! · ${title}`)
    await page.user.click(page.stage().getByRole('button', { name: 'Generate New' }))
    expect(document.title).toBe(title)
  })

  it('does not call credits held that nobody said are held', async () => {
    const page = await renderGenerator()
    page.consume.mockRejectedValue(new NetworkError('network'))
    page.video.create.mockReturnValue(new Promise(() => {}))
    await press(page)
    expect(await page.stage().findByText('You pay only if it arrives.')).toBeInTheDocument()
    expect(page.stage().queryByText(/credits held/)).not.toBeInTheDocument()
  })

  it('tells the time in the title of every page, and there what came of it, once', async () => {
    const page = await renderGenerator()
    await press(page)
    await page.stage().findByText(/330 credits held/)
    await act(() => page.router.navigate('/pricing'))
    await screen.findByRole('heading', { level: 1, name: 'Plans & Pricing' })
    await advance(134_000)
    expect(document.title).toMatch(/^▶ 2:1\d of 5-8 min · .*Pricing/)
    page.video.status.mockResolvedValue(statusAnswer('succeed', { url: '/v.mp4' }))
    await advance(INTERVAL_MS)
    expect(document.title).toMatch(/^🎉 Your video is ready! · .*Pricing/)
    expect(await screen.findByText(/Your video is ready! It waits for you/)).toBeInTheDocument()
    await act(() => page.router.navigate('/create-video'))
    expect(document.title).toMatch(/^🎉 Your video is ready! · Create/)
    await act(() => page.router.navigate('/pricing'))
    expect(document.title).not.toContain('ready')
  })

  it('says on another page that it failed, and what that cost', async () => {
    const page = await renderGenerator()
    await press(page)
    await page.stage().findByText(/330 credits held/)
    await act(() => page.router.navigate('/pricing'))
    page.video.status.mockResolvedValue(statusAnswer('failed', { settlement: 'released' }))
    await advance(INTERVAL_MS)
    expect(
      await screen.findByText('Video generation failed. Please try again. You were not charged.'),
    ).toBeInTheDocument()
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
    // There, and not in the message of the other page.
    expect(await page.stage().findByText(/Your video is ready!/)).toBeInTheDocument()
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
    expect(findJobs(USER_ID, Date.now())).toEqual([])
  })

  it('leaves the screen when the person signs out, and the entry for the next time', async () => {
    const page = await renderGenerator()
    await press(page)
    await page.stage().findByText(/330 credits held/)
    await act(async () => page.supabase.emit('SIGNED_OUT', null))
    expect(await page.stage().findByText('Your next take')).toBeInTheDocument()
    expect(findJobs(USER_ID, Date.now())).toHaveLength(1)
  })
})

import { act, fireEvent, screen } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { createFakeServices } from '../../../../support/app/fake-services'
import { fakeVideo, statusResponse } from '../../../../support/app/fake-video'
import { openJob, testJob } from '../../../../support/app/jobs'
import { chooseModel } from '../../../../support/app/models'
import { useSlowTime } from '../../../../support/app/slow-time'
import { advance, apiError, clickGenerate, INTERVAL_MS, type Page, PROMPT, renderGenerator } from '../page'

beforeEach(useSlowTime)

describe('Result panel of a job in progress', () => {
  it("links from the form to the job's panel and then to its video, for screens where the panel is below", async () => {
    const page = await renderGenerator()
    expect(page.form.queryByRole('link')).not.toBeInTheDocument()
    await clickGenerate(page)
    const link = await page.form.findByRole('link', { name: 'Generating. See progress below' })
    expect(link).toHaveAttribute('href', `#${screen.getByRole('region', { name: 'Your video' }).id}`)
    page.video.status.mockResolvedValue(statusResponse('succeed', { url: '/v.mp4' }))
    await advance(INTERVAL_MS)
    expect(page.form.getByRole('link', { name: 'See your video below' })).toBeInTheDocument()
  })

  it("shows the job's message, elapsed time, estimate, and hold, and ignores another Generate click", async () => {
    const page = await renderGenerator()
    await clickGenerate(page)
    const stage = page.stage()
    expect(await stage.findByText("330 credits held. You're charged only if it arrives.")).toBeInTheDocument()
    expect(stage.getByRole('status')).toHaveTextContent('Generating your video...')
    expect(stage.getByText('Estimated time: 5-8 min')).toBeInTheDocument()
    expect(stage.getByText(PROMPT)).toBeInTheDocument()
    expect(page.generateButton()).toBeDisabled()
    expect(screen.getByRole('region', { name: 'Your video' })).toHaveFocus()
    expect(page.consume).toHaveBeenCalledTimes(1)

    await advance(134_000)
    expect(stage.getByRole('timer')).toHaveTextContent(/^2:1\d$/)
    expect(stage.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '28')
    expect(document.title).toMatch(/^▶ 2:1\d \(est\. 5-8 min\) · Create AI Videos with Veo 3 - Text to Video$/)
  })

  it('leaves a job to its row at the first change of the form, quietly, and keeps the focus in the field', async () => {
    const page = await renderGenerator()
    await clickGenerate(page)
    expect(await page.stage().findByText('Generating your video...')).toBeInTheDocument()
    expect(page.form.getByText('Change anything to start another video.')).toBeInTheDocument()
    await page.user.click(page.form.getByRole('button', { name: '8 seconds' }))
    expect(page.stage().getByText('Generating your video...')).toBeInTheDocument()
    await page.user.type(page.prompt(), ' and snow')
    expect(page.prompt()).toHaveValue(`${PROMPT} and snow`)
    expect(page.prompt()).toHaveFocus()
    expect(page.stage().getByText('Your next video')).toBeInTheDocument()
    expect(page.generateButton()).toBeEnabled()
    expect(screen.queryByText(/Your video continues/)).not.toBeInTheDocument()
    expect(page.form.getByText('1 of your 4 videos is in progress, so you can start 3 more.')).toBeInTheDocument()
    await page.user.click(page.generateButton())
    await vi.waitFor(() => expect(page.video.create).toHaveBeenCalledTimes(2))
  })

  it.each<[string, (page: Page) => Promise<void>]>([
    [
      'an idea',
      async ({ user, form }) => {
        await user.click(form.getByRole('button', { name: 'Examples' }))
        await user.click(form.getByRole('button', { name: /^Meters at night/ }))
      },
    ],
    ['another model', (page) => chooseModel(page, 'Veo 2')],
    ['takes', ({ user, form }) => user.click(form.getByRole('button', { name: '2 takes' }))],
    ['a model to compare', ({ user, form }) => user.click(form.getByRole('button', { name: 'Compare' }))],
  ])('leaves a job to its row when the form gets %s', async (_, change) => {
    const page = await renderGenerator()
    await clickGenerate(page)
    expect(await page.stage().findByText('Generating your video...')).toBeInTheDocument()
    await change(page)
    expect(page.stage().getByText('Your next video')).toBeInTheDocument()
  })

  it('shows no price in an empty form while a job from another device is generated', async () => {
    const video = fakeVideo()
    const list = async () => ({
      jobs: [openJob({ id: 'elsewhere', model: 'kling-1.6', credits: 20 })],
      nextCursor: null,
    })
    const page = await renderGenerator({ video, services: { jobsApi: { ...createFakeServices().jobsApi, list } } })
    expect(await page.stage().findByText('Generating your video...')).toBeInTheDocument()
    expect(page.generateButton()).toHaveAccessibleName('Generate Video')
    await page.user.type(page.prompt(), 'a')
    expect(page.generateButton()).toHaveAccessibleName('Generate Video 330 credits')
  })

  it('shows no estimate for the queue itself, and replaces an estimate that has passed', async () => {
    const page = await renderGenerator()
    page.video.status.mockResolvedValue(statusResponse('waiting'))
    await clickGenerate(page)
    const stage = page.stage()
    expect(await stage.findByText('Estimated time: 5-8 min after the queue')).toBeInTheDocument()
    expect(document.title).toMatch(/ \(est\. 5-8 min after the queue\) /)
    await advance(200_000)
    expect(stage.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '0')
    page.video.status.mockResolvedValue(statusResponse('processing'))
    await advance(2 * INTERVAL_MS)
    expect(stage.getByText('Estimated time: 5-8 min')).toBeInTheDocument()
    await advance(400_000)
    expect(stage.getByText('Estimated time: 5-8 min')).toBeInTheDocument()
    expect(stage.getByRole('timer')).toHaveTextContent(/^10:\d\d$/)
    await advance(90_000)
    expect(stage.getByText('longer than usual')).toBeInTheDocument()
    expect(stage.getByText("The video service hasn't finished yet. We'll keep checking.")).toBeInTheDocument()
    expect(Number(stage.getByRole('progressbar').getAttribute('aria-valuenow'))).toBeLessThanOrEqual(80)
    expect(stage.queryByText(/Estimated time/)).not.toBeInTheDocument()
    expect(document.title).toMatch(/^▶ 11:\d\d \(longer than usual\) /)
  })

  it('says above the page that the browser is offline', async () => {
    await renderGenerator()
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    fireEvent.offline(window)
    expect(screen.getByRole('status', { name: 'Connection' })).toHaveTextContent(
      "You're offline. Your settings are kept here, and videos in progress continue on the server.",
    )
    online.mockReturnValue(true)
    fireEvent.online(window)
    expect(screen.getByRole('status', { name: 'Connection' })).toBeEmptyDOMElement()
  })

  it("shows the provider's progress, or an estimated progress if the provider reports none", async () => {
    const page = await renderGenerator()
    const shown = () => page.stage().getByRole('progressbar').getAttribute('aria-valuenow')
    page.video.status.mockResolvedValue(statusResponse('processing', { progress: 0.437 }))
    await clickGenerate(page)
    expect(await page.stage().findByText('43%')).toBeInTheDocument()
    expect(shown()).toBe('44')
    page.video.status.mockResolvedValue(statusResponse('processing', { progress: 43 }))
    await advance(INTERVAL_MS)
    expect(page.stage().queryByText(/%$/)).not.toBeInTheDocument()
    expect(Number(shown())).toBeLessThan(5)
  })

  it('estimates 3-5 min for a 5-second video, and reports its failure and cost on another page', async () => {
    const page = await renderGenerator()
    await page.user.click(page.form.getByRole('button', { name: '5 seconds' }))
    await clickGenerate(page)
    expect(await page.stage().findByText('Estimated time: 3-5 min')).toBeInTheDocument()
    expect(page.video.requests[0]?.body).toMatchObject({ input: { length: 5 } })
    await act(() => page.router.navigate('/pricing'))
    page.video.status.mockResolvedValue(statusResponse('failed', { settlement: 'released' }))
    await advance(INTERVAL_MS)
    expect(
      await screen.findByText("Video generation failed. Please try again. You weren't charged."),
    ).toBeInTheDocument()
  })
})

describe('Result panel of a finished video', () => {
  async function renderReady() {
    const page = await renderGenerator()
    page.video.status.mockResolvedValue(statusResponse('succeed', { url: 'https://cdn.test/v.mp4' }))
    page.jobsApi.get.mockImplementation(async (id) => testJob({ id, videoUrl: 'https://cdn.test/v.mp4' }))
    await clickGenerate(page)
    expect(await page.stage().findByRole('heading', { name: '🎉 Your video is ready!' })).toBeInTheDocument()
    return page
  }

  it('shows the real duration of a finished video', async () => {
    const { stage, user } = await renderReady()
    expect(document.title).toMatch(/^🎉 Your video is ready! · Create/)
    expect(stage().getByText(/^Veo 3 · 8 seconds · 330 credits · seed \d+ · Made with AI/)).toBeInTheDocument()
    expect(stage().getByText('Saved to Your videos below.')).toBeInTheDocument()
    const video = stage().getByLabelText<HTMLVideoElement>(/^Your video/)
    Object.defineProperty(video, 'duration', { value: 10.04 })
    fireEvent.loadedMetadata(video)
    expect(stage().getByText(/^Veo 3 · 10 seconds · 330 credits · seed \d+ · Made with AI/)).toBeInTheDocument()
    await user.click(stage().getByRole('button', { name: 'Generate New' }))
    expect(document.title).toMatch(/^Create/)
  })

  it('shows a vertical video in a vertical frame', async () => {
    const page = await renderGenerator()
    const videoUrl = 'https://cdn.test/v.mp4'
    page.jobsApi.get.mockImplementation(async (id) => testJob({ id, aspectRatio: '9:16', videoUrl }))
    await clickGenerate(page)
    expect(await page.stage().findByLabelText(/^Your video/)).toHaveStyle({ aspectRatio: '9 / 16' })
  })

  it('says that the video of a silent take has no sound', async () => {
    const page = await renderGenerator()
    page.video.status.mockResolvedValue(statusResponse('succeed', { url: 'https://cdn.test/v.mp4' }))
    await page.user.click(page.form.getByRole('switch', { name: 'Generate Audio' }))
    await clickGenerate(page)
    expect(await page.stage().findByText(/^Veo 3 · 8 seconds, no sound · 330 credits/)).toBeInTheDocument()
  })
})

/** A backend without job routes, which responds to them with 404. */
const unknownCall = async () => Promise.reject(apiError(404, '404'))
const jobsApi = {
  list: unknownCall,
  get: unknownCall,
  label: unknownCall,
  savePreview: unknownCall,
  remove: unknownCall,
  cancel: unknownCall,
}

describe.each([
  ['in direct mode', { videoMode: 'direct' as const }],
  ['with a server that keeps no list of jobs', { jobsApi }],
])('Result panel %s', (_, services) => {
  it("offers neither Cancel nor another video, and says that the video isn't saved, if the server has no job list", async () => {
    const page = await renderGenerator({ services })
    await screen.findByText("Videos aren't saved here. Download the ones you want to keep.")
    page.consume.mockResolvedValue({ balanceAfter: 2170, settlement: 'captured' })
    await clickGenerate(page)
    await vi.waitFor(() => expect(page.video.status).toHaveBeenCalled())
    expect(page.form.queryByText(/^Credits are held/)).not.toBeInTheDocument()
    // Charged credits are no longer held.
    expect(page.stage().queryByText(/credits held/)).not.toBeInTheDocument()
    expect(page.stage().queryByRole('button', { name: /^(Cancel|Start another video)$/ })).not.toBeInTheDocument()
    page.video.status.mockResolvedValue(statusResponse('succeed', { url: '/v.mp4' }))
    await advance(INTERVAL_MS)
    expect(page.stage().getByText("This video isn't saved here. Download it to keep it.")).toBeInTheDocument()
  })
})

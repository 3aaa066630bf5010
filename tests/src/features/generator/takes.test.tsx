import { screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { fakeVideo, statusResponse } from '../../../support/app/fake-video'
import { failedJob, openJob, testJob } from '../../../support/app/jobs'
import { chooseModel } from '../../../support/app/models'
import { useSlowTime } from '../../../support/app/slow-time'
import { apiError, clickGenerate, type Page, renderGenerator } from './page'

beforeEach(useSlowTime)

const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>('button', { name })
const takes = () => within(screen.getByRole('group', { name: 'Takes' }))
const take = (name: string) => takes().getByRole<HTMLButtonElement>('button', { name })
const available = () =>
  takes()
    .getAllByRole<HTMLButtonElement>('button')
    .flatMap(({ disabled, textContent }) => (disabled ? [] : [textContent]))
const generate = (page: Page, name: RegExp) => clickGenerate({ ...page, generateButton: () => button(name) })

const READY = statusResponse('succeed', { url: '/v.mp4', settlement: 'captured' })

describe('Takes', () => {
  it('gives each compared model all takes, and names the models on their takes', async () => {
    const page = await renderGenerator()
    await page.user.click(button('Compare'))
    await page.user.click(take('2 takes'))
    expect(button(/^Generate/)).toHaveAccessibleName('Generate 4 Videos 700 credits')
    await generate(page, /^Generate 4 Videos/)
    const items = await page.stage().findAllByRole('listitem')
    expect(items.map((item) => within(item).getByRole('heading').textContent)).toEqual([
      expect.stringMatching(/^Veo 3, take 1 Seed/),
      expect.stringMatching(/^Veo 3, take 2 Seed/),
      // Kling takes have no seed.
      'Kling 1.6, take 1  20 credits',
      'Kling 1.6, take 2  20 credits',
    ])
  })

  it("says that a model doesn't use a seed for its takes", async () => {
    const page = await renderGenerator()
    await chooseModel(page, 'Kling 1.6')
    await page.user.click(take('2 takes'))
    expect(page.form.getByText('Kling 1.6 ignores seeds, so every take differs.')).toBeInTheDocument()
  })

  it('disables numbers of takes above the free slots, and gives the reason', async () => {
    const page = await renderGenerator()
    expect(available()).toEqual(['1', '2', '3', '4'])
    await page.user.click(take('4 takes'))
    await page.user.click(button('Compare'))
    expect(available()).toEqual(['1', '2'])
    const reason = 'Up to 4 videos can be in progress at a time, so you can start 2 takes of each model.'
    expect(screen.getByRole('group', { name: 'Takes' })).toHaveAccessibleDescription(reason)
    expect(take('3 takes')).toHaveAttribute('title', reason)
    expect(button(/^Generate/)).toHaveAccessibleName('Generate 4 Videos 700 credits')
    await page.user.click(button('Remove Kling 1.6'))
    expect(button(/^Generate/)).toHaveAccessibleName('Generate 4 Videos 1320 credits')
  })

  it('limits takes by the jobs in progress, but keeps a larger number already chosen', async () => {
    const open = openJob({ id: 'a', elapsedSeconds: 2000 })
    const page = await renderGenerator({ video: fakeVideo() })
    await page.user.click(take('4 takes'))
    page.jobsApi.list.mockResolvedValue({ jobs: [open], nextCursor: null })
    vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 20_000)
    document.dispatchEvent(new Event('visibilitychange'))
    expect(
      await page.form.findByText('1 of your 4 videos is in progress, so you can start 3 more.'),
    ).toBeInTheDocument()
    expect(available()).toEqual(['1', '2', '3', '4'])
    await page.user.click(take('3 takes'))
    expect(available()).toEqual(['1', '2', '3'])
    vi.mocked(Date.now).mockRestore()
  })
})

/** Renders two finished takes of Veo 3 in the panel. */
async function renderTakes() {
  const video = fakeVideo()
  video.status.mockResolvedValue(READY)
  const page = await renderGenerator({ video })
  page.jobsApi.get.mockImplementation(async (id) => testJob({ id }))
  await page.user.click(take('2 takes'))
  await generate(page, /^Generate 2 Videos/)
  await page.stage().findByText('2 of 2 ready')
  return page
}

const ids = (page: Page) => page.consume.mock.calls.map(([{ jobId }]) => jobId)

describe('Results of takes', () => {
  it('leaves one keeper when a second take is marked before the first is saved', async () => {
    const page = await renderTakes()
    const [first = '', second = ''] = ids(page)
    const saved = Promise.withResolvers<void>()
    page.jobsApi.label.mockImplementation(async (id, { isStarred = false }) => {
      if (id === first && isStarred) await saved.promise
      return testJob({ id, isStarred })
    })
    await page.user.click(await page.stage().findByRole('button', { name: 'Keeper Take 1' }))
    await page.user.click(page.stage().getByRole('button', { name: 'Keeper Take 2' }))
    expect(page.stage().getByRole('button', { name: 'Keeper Take 2' })).toHaveAttribute('aria-pressed', 'true')
    expect(page.stage().getByRole('button', { name: 'Keeper Take 1' })).toHaveAttribute('aria-pressed', 'false')
    saved.resolve()
    await vi.waitFor(() => expect(page.jobsApi.label).toHaveBeenLastCalledWith(first, { isStarred: false }))
    expect(page.jobsApi.label.mock.calls).toEqual([
      [first, { isStarred: true }],
      [second, { isStarred: true }],
      [first, { isStarred: false }],
    ])
    await page.user.click(page.stage().getByRole('button', { name: 'Keeper Take 2' }))
    expect(page.jobsApi.label).toHaveBeenLastCalledWith(second, { isStarred: false })
  })

  it("says that a take's star couldn't be saved, and resets the star", async () => {
    const page = await renderTakes()
    page.jobsApi.label.mockRejectedValue(apiError(503, 'internal'))
    await page.user.click(await page.stage().findByRole('button', { name: 'Keeper Take 1' }))
    expect(await screen.findByText(/^We couldn't save the star/)).toBeInTheDocument()
    expect(await page.stage().findByRole('button', { name: 'Keeper Take 1', pressed: false })).toBeInTheDocument()
  })

  it('shows takes once on the page: the library lists them after they leave the panel', async () => {
    const page = await renderTakes()
    const library = within(screen.getByRole('region', { name: 'Your videos' }))
    const above = await library.findByRole('link', { name: '2 videos are in the comparison above.' })
    expect(above).toHaveAttribute('href', '#result-panel')
    expect(library.queryByRole('listitem')).not.toBeInTheDocument()
    await page.user.click(page.stage().getByRole('button', { name: 'Generate New' }))
    expect(await library.findAllByRole('listitem')).toHaveLength(2)
    expect(library.queryByText(/in the comparison above/)).not.toBeInTheDocument()
  })

  it('cancels one take, and continues the other', async () => {
    const page = await renderGenerator()
    page.video.status.mockResolvedValue(statusResponse('waiting', { canCancel: true }))
    page.jobsApi.get.mockImplementation(async (id) => openJob({ id }))
    page.jobsApi.cancel.mockImplementation(async (id) => ({
      outcome: 'stopped',
      job: failedJob({ id, failureCode: 'cancelled', failureReason: null }),
    }))
    await page.user.click(take('2 takes'))
    await generate(page, /^Generate 2 Videos/)
    await page.user.click(await page.stage().findByRole('button', { name: 'Cancel Take 1' }))
    expect(await page.stage().findByText('Canceled. 330 credits returned.')).toBeInTheDocument()
    expect(page.jobsApi.cancel.mock.calls.flat()).toEqual([ids(page)[0]])
    expect(page.stage().getByRole('button', { name: 'Cancel Take 2' })).toBeInTheDocument()
    expect(page.stage().getByRole('heading', { name: 'Generating 2 videos...' })).toBeInTheDocument()
  })
})

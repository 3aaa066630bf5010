import type { ServerJob } from '@contract/jobs'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { getModel, MODELS, type Model } from '@/config/models'
import { fakeVideo } from '../../../support/app/fake-video'
import { openJob, testJob } from '../../../support/app/jobs'
import { chooseModel, getModelButton, openModels } from '../../../support/app/models'
import { renderApp } from '../../../support/app/render-app'
import { testSession } from '../../../support/app/session'
import { useSlowTime } from '../../../support/app/slow-time'
import { chooseFromMore, openMore } from '../../../support/app/video-menu'
import { apiError, renderGenerator, showVideos } from '../generator/page'

beforeEach(useSlowTime)

const [duration] = getModel('veo-3').durations
const steps = [
  [5, 0],
  [10, 40],
  [30, 200],
] as const
const UPSCALER = {
  ...getModel('veo-3'),
  id: 'topaz-upscale',
  name: 'Topaz Upscale',
  path: 'topaz/upscale',
  credits: 40,
  durations: steps.map(([seconds, adds]) => ({ ...duration, seconds, deliveredSeconds: seconds, adds })),
  makesFrom: { text: false, image: false },
  hasSound: false,
  inputs: { upscale: { adds: 0, needsPrompt: false }, resolutions: [] },
} as Model

const capabilities = (models: readonly Model[]) => ({
  request: vi.fn(async ({ path }: { path: string }): Promise<unknown> => {
    if (path === '/api/capabilities') return { success: true, data: { maxOpenJobs: 4, models } }
    return new Promise(() => undefined)
  }),
})

const first = testJob({ id: 'a', prompt: 'A lighthouse', negativePrompt: 'text', durationSeconds: 8.04, seed: 9 })
const larger = testJob({
  id: 'b',
  model: UPSCALER.id,
  modelName: UPSCALER.name,
  inputKind: 'upscale',
  sourceId: 'a',
  prompt: 'A lighthouse',
  title: 'Larger',
  createdAt: '2026-11-21T09:00:00.000000Z',
})

/** Renders the generator with these videos, on a server with this model. */
async function renderVideos(jobs: ServerJob[], model: Model | null = UPSCALER, credits = 2500) {
  const video = fakeVideo()
  const models = model ? [...MODELS, model] : MODELS
  const page = await renderGenerator({ video, credits, services: { api: capabilities(models) } })
  page.jobsApi.get.mockImplementation(async (id) => openJob({ ...larger, id, createdAt: '2026-11-22' }))
  const library = await showVideos(page, jobs)
  const sent = () => video.create.mock.calls.map(([{ path, body }]) => [path, (body as { input: object }).input])
  return { ...page, library, sent, upscale: () => chooseFromMore(page.user, library, /^Upscale \d/) }
}

it('upscales a video in one click, at the price of its length', async () => {
  const page = await renderVideos([first])
  await chooseFromMore(page.user, page.library, 'Upscale 80 credits')
  expect(await screen.findByText('Upscaling started. The larger video will be a new one.')).toBeInTheDocument()
  expect(page.consume.mock.calls.map(([{ amount, source }]) => [amount, source])).toEqual([[80, 'topaz-upscale:10s']])
  expect(page.sent()).toEqual([
    ['/generation/topaz/upscale', expect.objectContaining({ prompt: '', source: { job: 'a', use: 'upscale' } })],
  ])
  const [row] = page.library.getAllByRole('listitem')
  expect(row).toHaveFocus()
  expect(page.prompt()).toHaveValue('')
})

it('offers the model for upscaling in no list of models to generate with', async () => {
  const page = await renderVideos([first])
  const names = await openModels(page)
  expect(names.map(({ textContent }) => textContent).filter((name) => name?.includes('Topaz'))).toEqual([])
  expect(names).toHaveLength(MODELS.length)
})

it.each([
  ['the server offers no model for it', null, first],
  ['that model is off', { ...UPSCALER, isOn: false }, first],
  ['the video is upscaled already', UPSCALER, larger],
  ['the video is too long', UPSCALER, { ...first, durationSeconds: 30.5 }],
  ['the video is not finished', UPSCALER, openJob({ id: 'a' })],
] as const)('offers no upscaling if %s', async (_, model, job) => {
  const page = await renderVideos([job], model)
  await openMore(page.user, page.library)
  expect(page.library.getByRole('menuitem', { name: 'Rename' })).toBeInTheDocument()
  expect(page.library.queryByRole('menuitem', { name: /^Upscale \d/ })).not.toBeInTheDocument()
})

it('says what is missing to upscale, and starts nothing', async () => {
  const page = await renderVideos([first], UPSCALER, 20)
  await page.upscale()
  expect(
    await screen.findByText(/^Not enough credits! Generating a Topaz Upscale video requires 80/),
  ).toBeInTheDocument()
  expect(page.consume).not.toHaveBeenCalled()
})

it('says why the server refused to upscale', async () => {
  const page = await renderVideos([first])
  page.consume.mockRejectedValue(apiError(503, 'jobs_paused', { settlement: 'none' }))
  await page.upscale()
  expect(await screen.findByText(/^New videos are paused right now\./)).toBeInTheDocument()
  expect(page.library.getAllByRole('listitem')).toHaveLength(1)
})

it('restores the settings of its source from an upscaled video, with the model of the form, and offers no new take', async () => {
  const page = await renderVideos([larger, first])
  await openMore(page.user, page.library)
  expect(page.library.queryByRole('menuitem', { name: /^New take/ })).not.toBeInTheDocument()
  await page.user.keyboard('{Escape}')
  await chooseModel(page, getModel('kling-1.6').name)
  const row = within(page.library.getByRole('group', { name: 'Larger' }))
  await page.user.click(row.getByRole('button', { name: 'Use again' }))
  await waitFor(() => expect(page.prompt()).toHaveValue('A lighthouse'))
  expect(await screen.findByText(/^Settings restored. You're not charged/)).toBeInTheDocument()
  expect(getModelButton()).toHaveTextContent(getModel('kling-1.6').name)
  expect(page.form.getByRole('tab', { name: 'Text to Video' })).toHaveAttribute('aria-selected', 'true')
})

it.each([
  ['b', 'Upscaled from “A lighthouse”', '/videos/a'],
  ['a', 'Upscaled to “Larger”', '/videos/b'],
])('links an upscaled video and its source to each other: %s', async (id, name, address) => {
  const app = renderApp({ route: `/videos/${id}`, session: testSession(), credits: 2500 })
  app.jobsApi.list.mockImplementation(async ({ filter } = {}) => ({
    jobs: filter?.sourceId === 'a' ? [larger] : filter?.sourceId ? [] : [larger, first],
    nextCursor: null,
  }))
  expect(await screen.findByRole('link', { name })).toHaveAttribute('href', address)
})

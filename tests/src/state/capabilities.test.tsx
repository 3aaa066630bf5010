import { act, cleanup, screen, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { chooseOffered, getModel, MODELS } from '@/config/models'
import { estimateOf, getCapabilitiesStore, isNotCancelable } from '@/state/capabilities'
import { createFakeServices } from '../../support/app/fake-services'
import { openJob } from '../../support/app/jobs'
import { chooseModel, getModelButton, openModels } from '../../support/app/models'
import { renderApp } from '../../support/app/render-app'
import { testSession } from '../../support/app/session'
import { clickGenerate, renderGenerator } from '../features/generator/page'

const KLING = getModel('kling-1.6')
const told = (patch: object = {}) => ({ ...KLING, ...patch })
const answer = (models: unknown[], maxOpenJobs: unknown = 5) => ({ success: true, data: { maxOpenJobs, models } })

function setUp(body: unknown) {
  const { services, api } = createFakeServices()
  api.request.mockImplementation(async () => body)
  const store = getCapabilitiesStore(services)
  return { api, store }
}

it('uses the built-in models until the server sends its own', async () => {
  const { api, store } = setUp(answer([told({ cancel: 'queue' })]))
  expect(store.get()).toEqual({ maxOpenJobs: 4, pushKey: null, models: MODELS, upscaler: null })
  store.load()
  store.load()
  await vi.waitFor(() => expect(store.get().maxOpenJobs).toBe(5))
  store.load()
  expect(api.request).toHaveBeenCalledExactlyOnceWith({ method: 'GET', path: '/api/capabilities', isPublic: true })
  expect(store.get().models).toEqual([{ ...KLING, cancel: 'queue' }])
})

it.each([
  ['an HTML page', '<html>'],
  ['an invalid number of jobs', answer([told()], 'three')],
  ['a refusal with status 200', { success: false }],
])('keeps the built-in models after a bad response, and requests them again on the next visit: %s', async (_, body) => {
  const { api, store } = setUp(body)
  store.load()
  await act(async () => {})
  expect(store.get()).toEqual({ maxOpenJobs: 4, pushKey: null, models: MODELS, upscaler: null })
  store.load()
  expect(api.request).toHaveBeenCalledTimes(2)
})

it("lists the server's models without unreadable ones, or the built-in models if none is readable", async () => {
  const { store } = setUp(answer([told({ durations: [] }), told({ id: 'veo-9' })]))
  store.load()
  await vi.waitFor(() => expect(store.get().models.map(({ id }) => id)).toEqual(['veo-9']))
  const other = setUp(answer([told({ durations: [] }), told({ isOn: false })]))
  other.store.load()
  await vi.waitFor(() =>
    expect(other.store.get()).toEqual({ maxOpenJobs: 5, pushKey: null, models: MODELS, upscaler: null }),
  )
})

describe('Model that only upscales', () => {
  const makesFrom = { text: false, image: false }
  const inputs = { upscale: { adds: 0, needsPrompt: false }, resolutions: [] }
  const createStep = (seconds: number) => ({
    seconds,
    deliveredSeconds: seconds,
    estimateSeconds: { from: seconds, to: seconds },
  })
  const upscaler = told({ id: 'upscaler', makesFrom, inputs, cancel: 'no', durations: [5, 10].map(createStep) })

  async function load(models: unknown[]) {
    const { store } = setUp(answer(models))
    store.load()
    await vi.waitFor(() => expect(store.get().maxOpenJobs).toBe(5))
    return store.get()
  }

  it('is kept apart from the models to generate with', async () => {
    expect(await load([told(), upscaler])).toEqual({ maxOpenJobs: 5, pushKey: null, models: [KLING], upscaler })
    expect(await load([told(), { ...upscaler, isOn: false }])).toMatchObject({ models: [KLING], upscaler: null })
    expect(await load([upscaler])).toMatchObject({ models: MODELS, upscaler })
  })

  it('has the estimate of the shortest duration that holds the source', async () => {
    const offered = await load([told(), upscaler])
    const estimate = (length: number) => estimateOf(offered, { model: 'upscaler', length }).to
    expect([5, 8, 10].map(estimate)).toEqual([5, 10, 10])
    expect(isNotCancelable(offered, { model: 'upscaler' })).toBe(true)
  })
})

describe('Model that is no longer offered', () => {
  const veo2 = getModel('veo-2')
  it.each([
    [
      'by the model with the same sound and the nearest price',
      [told(), { ...veo2, isOn: false }, getModel('veo-3')],
      'kling-1.6',
    ],
    ['by another model if none has the same sound', [{ ...veo2, isOn: false }, getModel('veo-3')], 'veo-3'],
    ['by the model most like the default if the old model is unknown', [told(), getModel('veo-3')], 'veo-3'],
  ])('replaces a model that is no longer offered: %s', (_, models, id) => {
    expect(chooseOffered(models, 'veo-2').id).toBe(id)
  })
})

it('requests no model list in direct mode', () => {
  const { services, api } = createFakeServices()
  getCapabilitiesStore({ ...services, videoMode: 'direct' }).load()
  expect(api.request).not.toHaveBeenCalled()
})

it("shows the duration that a model delivers once, beside the chosen duration's label", async () => {
  const { user } = renderApp({ route: '/create-video', session: testSession(), credits: 600 })
  const form = within(await screen.findByRole('form', { name: 'Video settings' }))
  expect(form.getByRole('button', { name: '5 seconds' })).toHaveAccessibleDescription('Delivers 6 s')
  expect(form.queryByText('Delivers 6 s')).not.toBeInTheDocument()
  expect(form.getByRole('button', { name: '8 seconds' })).not.toHaveAccessibleDescription()
  await chooseModel({ user }, 'Kling 1.6')
  expect(form.getByRole('button', { name: '8 seconds' })).toHaveAccessibleDescription('Delivers 10 s')
  expect(form.getByText('Delivers 10 s')).toBeInTheDocument()
  expect(form.getByRole('button', { name: '5 seconds' })).not.toHaveAccessibleDescription()
})

it('fills the form with a model unknown to the page, and sends that model', async () => {
  const estimateSeconds = { from: 60, to: 120 }
  const durations = [10, 12, 15].map((seconds) => ({ seconds, deliveredSeconds: seconds, estimateSeconds }))
  const hailuo = told({ id: 'hailuo-3', name: 'Hailuo 3', path: 'minimax/hailuo-3', credits: 45, durations })
  const tall = { ...hailuo, aspectRatios: ['16:9', '9:16'], makesFrom: { text: true, image: false } }
  const { services, api } = createFakeServices({ session: testSession() })
  api.request.mockImplementation(async () => answer([getModel('veo-3'), tall]))
  const page = await renderGenerator({ services: { api: services.api } })
  await chooseModel(page, 'Hailuo 3')
  expect(page.form.getByRole('button', { name: '10 seconds', pressed: true })).toHaveTextContent(/^10 s/)
  await page.user.click(page.form.getByRole('button', { name: 'Portrait 9:16' }))
  await clickGenerate(page)
  expect(page.consume.mock.calls[0]?.[0]).toMatchObject({ source: 'hailuo-3', amount: 45 })
  expect(page.video.create.mock.calls[0]?.[0]).toMatchObject({
    path: '/generation/minimax/hailuo-3',
    body: { input: { length: 10, aspectRatio: '9:16' } },
  })
})

it('shows the learned time of a model in place of the specified one', async () => {
  const { services, api } = createFakeServices({ session: testSession() })
  const estimateSeconds = { from: 38, to: 118, isLearned: true }
  const durations = getModel('veo-3').durations.map((duration) => ({ ...duration, estimateSeconds }))
  api.request.mockImplementation(async () => answer([{ ...getModel('veo-3'), durations }]))
  const page = await renderGenerator({ services: { api: services.api } })
  await clickGenerate(page)
  expect(await page.stage().findByText('Estimated time: 40 s to 2 min')).toBeInTheDocument()
})

it("says that a model can't start from an image, and sends nothing", async () => {
  const { services, api } = createFakeServices({ session: testSession() })
  const textOnly = told({ makesFrom: { text: true, image: false } })
  api.request.mockImplementation(async () => answer([textOnly]))
  const page = await renderGenerator({ services: { api: services.api } })
  await page.user.click(screen.getByRole('tab', { name: 'Image to Video' }))
  await vi.waitFor(() => expect(getModelButton()).toHaveTextContent(/^Kling/))
  const [option] = await openModels(page)
  expect(option).toHaveAttribute('aria-disabled', 'true')
  expect(option).toHaveTextContent("Can't start from an image")
  await page.user.click(page.generateButton())
  expect(getModelButton()).toHaveAccessibleDescription(
    "Kling 1.6 can't generate video from an image. Choose another model.",
  )
  expect(page.consume).not.toHaveBeenCalled()
})

describe('Job in progress', () => {
  const NEVER = "This video can't be canceled. You're charged only if it arrives."

  async function renderRow(models: unknown[], canCancel: boolean) {
    const { services, api, jobsApi } = createFakeServices({ session: testSession() })
    api.request.mockImplementation(async () => answer(models))
    jobsApi.list.mockImplementation(async () => ({ jobs: [openJob({ canCancel, model: KLING.id })], nextCursor: null }))
    renderApp({ route: '/create-video', session: testSession(), services: { api: services.api, jobsApi } })
    const library = within(await screen.findByRole('region', { name: 'Your videos' }))
    return within(await library.findByRole('listitem'))
  }

  it("says that this video service can't cancel a job", async () => {
    const row = await renderRow([told()], false)
    expect(row.getByText(NEVER)).toBeInTheDocument()
    expect(row.queryByRole('button', { name: 'Cancel' })).not.toBeInTheDocument()
  })

  it('offers Cancel while the service can cancel a job, and no hint or button once the job has started', async () => {
    const queue = told({ cancel: 'queue' })
    const waiting = await renderRow([queue], true)
    expect(await waiting.findByRole('button', { name: 'Cancel' })).toBeInTheDocument()
    cleanup()
    const begun = await renderRow([queue], false)
    await vi.waitFor(() => expect(begun.queryByText(NEVER)).not.toBeInTheDocument())
    expect(begun.queryByRole('button', { name: 'Cancel' })).not.toBeInTheDocument()
  })

  it("shows the server's estimate for a job in progress", async () => {
    const row = await renderRow(
      [told({ durations: [{ seconds: 8, deliveredSeconds: 10, estimateSeconds: { from: 120, to: 120 } }] })],
      false,
    )
    expect(await row.findByText(/usually 2 min$/)).toBeInTheDocument()
  })
})

it.each<[string, string[], string]>([
  ['one provider', ['Pollo'], 'Generated by Pollo.'],
  [
    'several providers, in the order in which they are asked',
    ['Pollo', 'fal', 'Kling'],
    "Generated by Pollo, or by fal or Kling if it can't be reached.",
  ],
])('names below the model who may receive the prompt: %s', async (_, providers, sentence) => {
  const { services, api } = createFakeServices({ session: testSession() })
  api.request.mockImplementation(async () => answer([told({ providers })]))
  const { form } = await renderGenerator({ services: { api: services.api } })
  expect(await form.findByText(sentence)).toBeInTheDocument()
})

import { act, cleanup, screen, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { MODELS, modelById } from '@/config/models'
import { capabilitiesFor } from '@/state/capabilities'
import { createFakeServices } from '../../support/app/fake-services'
import { openJob } from '../../support/app/jobs'
import { renderApp } from '../../support/app/render-app'
import { testSession } from '../../support/app/session'

const KLING = modelById('kling-1.6')
const told = (patch: object = {}) => ({ ...KLING, maxNegativePromptLength: null, ...patch })
const answer = (models: unknown[], maxOpenJobs: unknown = 5) => ({ success: true, data: { maxOpenJobs, models } })

function setUp(body: unknown) {
  const { services, api } = createFakeServices()
  api.request.mockImplementation(async () => body)
  const store = capabilitiesFor(services)
  return { api, store, kling: () => store.get().models[0] }
}

it('is what is built in, until the server has said something else', async () => {
  const { api, store, kling } = setUp(answer([told({ cancel: 'queue' })]))
  expect(store.get()).toEqual({ maxOpenJobs: 3, models: MODELS })
  store.load()
  store.load()
  await vi.waitFor(() => expect(store.get().maxOpenJobs).toBe(5))
  store.load()
  expect(api.request).toHaveBeenCalledExactlyOnceWith({ method: 'GET', path: '/api/capabilities' })
  expect(kling()).toEqual({ ...KLING, cancel: 'queue', maxNegativePromptLength: null })
  expect(store.get().models.slice(1)).toEqual(MODELS.slice(1))
})

it.each([
  ['a page', '<html>'],
  ['no number of jobs', answer([told()], 'three')],
  ['a refusal with status 200', { success: false }],
])('stays what is built in for a bad answer, and asks again at the next visit: %s', async (_, body) => {
  const { api, store } = setUp(body)
  store.load()
  await act(async () => {})
  expect(store.get()).toEqual({ maxOpenJobs: 3, models: MODELS })
  store.load()
  expect(api.request).toHaveBeenCalledTimes(2)
})

it('leaves a model as it is built in that it does not know or cannot read', async () => {
  const { store, kling } = setUp(answer([told({ durations: [] }), told({ id: 'veo-9' })]))
  store.load()
  await vi.waitFor(() => expect(store.get().maxOpenJobs).toBe(5))
  expect(kling()).toEqual(KLING)
  expect(store.get().models).toHaveLength(3)
})

it('asks nobody in direct mode', () => {
  const { services, api } = createFakeServices()
  capabilitiesFor({ ...services, videoMode: 'direct' }).load()
  expect(api.request).not.toHaveBeenCalled()
})

it('says beside a duration what the model makes of it', async () => {
  const { user } = renderApp({ route: '/create-video', session: testSession(), credits: 600 })
  const form = within(await screen.findByRole('form', { name: 'Video settings' }))
  expect(form.getByRole('button', { name: '5 seconds' })).toHaveAccessibleDescription('comes as 6 s')
  expect(form.getByRole('button', { name: '8 seconds' })).not.toHaveAccessibleDescription()
  await user.selectOptions(form.getByLabelText('Model'), 'kling-1.6')
  expect(form.getByRole('button', { name: '8 seconds' })).toHaveAccessibleDescription('comes as 10 s')
  expect(form.getByRole('button', { name: '5 seconds' })).not.toHaveAccessibleDescription()
})

describe('of a job that is being made', () => {
  const NEVER = 'This service cannot stop a job; you pay only if it arrives.'
  const SECONDS = { from: 30, to: 30 }

  async function renderRow(models: unknown[], canCancel: boolean) {
    const { services, api, jobsApi } = createFakeServices({ session: testSession() })
    api.request.mockImplementation(async () => answer(models))
    jobsApi.list.mockImplementation(async () => ({ jobs: [openJob({ canCancel, model: KLING.id })], nextCursor: null }))
    renderApp({ route: '/create-video', session: testSession(), services: { api: services.api, jobsApi } })
    const library = within(await screen.findByRole('region', { name: 'Your videos' }))
    return within(await library.findByRole('listitem'))
  }

  it('says that this service cannot stop it', async () => {
    const row = await renderRow([told()], false)
    expect(row.getByText(NEVER)).toBeInTheDocument()
    expect(row.queryByRole('button', { name: 'Cancel' })).not.toBeInTheDocument()
  })

  it('offers to stop it while the service can, and says neither when it has begun', async () => {
    const queue = told({ cancel: 'queue' })
    const waiting = await renderRow([queue], true)
    expect(await waiting.findByRole('button', { name: 'Cancel' })).toBeInTheDocument()
    cleanup()
    const begun = await renderRow([queue], false)
    await vi.waitFor(() => expect(begun.queryByText(NEVER)).not.toBeInTheDocument())
    expect(begun.queryByRole('button', { name: 'Cancel' })).not.toBeInTheDocument()
  })

  it('says how long it takes there', async () => {
    const row = await renderRow(
      [told({ durations: [{ seconds: 8, deliveredSeconds: 10, estimateSeconds: SECONDS }] })],
      true,
    )
    expect(await row.findByText(/usually a few seconds$/)).toBeInTheDocument()
  })
})

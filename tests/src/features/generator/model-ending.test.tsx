// The generator announces the end of a model, and names the model that follows one that has ended.
import { screen } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { getModel, MODELS, type Model } from '@/config/models'
import { createFakeServices } from '../../../support/app/fake-services'
import { fakeVideo } from '../../../support/app/fake-video'
import { testJob } from '../../../support/app/jobs'
import { chooseModel, getModelButton, openModels } from '../../../support/app/models'
import { testSession } from '../../../support/app/session'
import { useSlowTime } from '../../../support/app/slow-time'
import { chooseFromMore } from '../../../support/app/video-menu'
import { apiError, clickGenerate, renderGenerator, showVideos } from './page'

beforeEach(useSlowTime)

const NEXT: Model = { ...getModel('kling-1.6'), id: 'next', name: 'Next', credits: 900 }
const ENDED = 'Veo 3 ended on Dec 31, 2026. Use Next instead.'

/** Renders the generator with a server whose default model ends, or has ended. */
async function renderEnding(isOver: boolean) {
  const { services, api } = createFakeServices({ session: testSession() })
  const ending = { on: '2026-12-31', isOver, replacedBy: { id: 'next', name: 'Next' } }
  const models = MODELS.map((model) => (model.id === 'veo-3' ? { ...model, isOn: !isOver, ending } : model))
  api.request.mockImplementation(async () => ({ success: true, data: { maxOpenJobs: 4, models: [...models, NEXT] } }))
  const video = fakeVideo()
  return { ...(await renderGenerator({ video, services: { api: services.api } })), video }
}

it('says when the chosen model ends, and what follows it', async () => {
  const { form } = await renderEnding(false)
  expect(await form.findByText(/Ends on Dec 31\. Next follows it\.$/)).toBeInTheDocument()
  expect(getModelButton()).toHaveTextContent(/^Veo 3/)
})

it('leaves out a model that has ended, says what follows it, and keeps what was typed', async () => {
  const page = await renderEnding(true)
  await page.user.type(page.prompt(), 'a fox')
  expect(await page.form.findByText(ENDED)).toBeInTheDocument()
  expect(getModelButton()).toHaveTextContent(/^Next/)
  const names = (await openModels(page)).map((option) => option.textContent)
  expect(names).toEqual([
    expect.stringMatching(/^Kling 1\.6/),
    expect.stringMatching(/^Next/),
    expect.stringMatching(/^Veo 2/),
  ])
  await page.user.click(getModelButton())
  expect(page.prompt()).toHaveValue('a fox')
  await chooseModel(page, 'Kling 1.6')
  expect(page.form.queryByText(ENDED)).not.toBeInTheDocument()
})

it('says for "Use again" and "New take" of its videos what follows the model, and starts nothing', async () => {
  const page = await renderEnding(true)
  const library = await showVideos(page, [testJob({ id: 'a', prompt: 'A hare' })])
  // The exact name has no price.
  await chooseFromMore(page.user, library, 'New take')
  // The form says it, and a toast.
  await vi.waitFor(() => expect(screen.getAllByText(ENDED)).toHaveLength(2))
  expect(page.consume).not.toHaveBeenCalled()
  await page.user.click(library.getByRole('button', { name: 'Use again' }))
  await vi.waitFor(() => expect(page.prompt()).toHaveValue('A hare'))
  expect(page.form.getByText(ENDED)).toBeInTheDocument()
})

it("shows the server's sentence if the model ended while the page was open, and keeps the prompt", async () => {
  const page = await renderGenerator()
  page.consume.mockRejectedValue(apiError(422, 'model_ended', { settlement: 'none' }, ENDED))
  await clickGenerate(page)
  expect(await screen.findByText(ENDED)).toBeInTheDocument()
  expect(page.prompt()).toHaveValue('a fox in the rain')
})

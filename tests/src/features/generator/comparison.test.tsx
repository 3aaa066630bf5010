import { screen, within } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { fakeVideo, statusResponse } from '../../../support/app/fake-video'
import { failedJob, testJob } from '../../../support/app/jobs'
import { chooseModel, getModelButton, openModels } from '../../../support/app/models'
import { useSlowTime } from '../../../support/app/slow-time'
import { apiError, clickGenerate, renderGenerator } from './page'

beforeEach(useSlowTime)

const button = (name: string | RegExp) => screen.getByRole('button', { name })

it("sends one prompt to the compared models, and shows each video's price, time, and outcome", async () => {
  const video = fakeVideo()
  const first = () => video.create.mock.calls[0]?.[0].headers?.['Idempotency-Key'] ?? 'none'
  video.status.mockImplementation(async ({ path }) => (path.includes(first()) ? LATE : READY))
  const page = await renderGenerator({ video })
  page.jobsApi.get.mockImplementation(async (id) =>
    id === first()
      ? failedJob({ id, failureCode: 'deadline', failureReason: null })
      : testJob({ id, model: 'veo-2', modelName: 'Veo 2', credits: 180, elapsedSeconds: 62 }),
  )
  await page.user.click(button('Compare'))
  await page.user.click(button('Compare'))
  expect(page.form.queryByRole('button', { name: 'Compare' })).not.toBeInTheDocument()
  expect(button(/^Generate 3 Videos/)).toHaveAccessibleName('Generate 3 Videos 530 credits')
  await page.user.click(button('Remove Kling 1.6'))
  expect(getModelButton('Compare with')).toHaveTextContent(/^Veo 2/)
  await clickGenerate({ ...page, generateButton: () => button(/^Generate 2 Videos/) as HTMLButtonElement })
  const veo2 = within(await page.stage().findByRole('listitem', { name: /^Veo 2/ }))
  expect(await veo2.findByText('Generated in 1:02 · 180 credits charged · Made with AI')).toBeInTheDocument()
  const veo3 = within(page.stage().getByRole('listitem', { name: /^Veo 3/ }))
  expect(veo3.getByRole('alert')).toHaveTextContent("The video didn't arrive within an hour.")
  expect(veo3.getByRole('alert')).toHaveTextContent("You weren't charged.")
  expect(screen.getByRole('listitem', { name: /^Veo 3/ }).querySelector('[data-kind=failed]')).toBeInTheDocument()
  await page.user.click(page.stage().getByRole('button', { name: 'Generate New' }))
  expect(await page.stage().findByText('Your last video')).toBeInTheDocument()
})

const LATE = statusResponse('failed', { settlement: 'released', failureCode: 'deadline' })
const READY = statusResponse('succeed', { url: '/v.mp4', settlement: 'captured' })

it('swaps the models when the compared model is chosen as the first, and never lists a model twice', async () => {
  const page = await renderGenerator()
  await page.user.click(button('Compare'))
  expect(getModelButton('Compare with')).toHaveTextContent(/^Kling 1\.6/)
  const names = (await openModels(page, 'Compare with')).map((option) => option.textContent)
  expect(names).toEqual([expect.stringMatching(/^Kling 1\.6/), expect.stringMatching(/^Veo 2/)])
  await page.user.click(getModelButton('Compare with'))
  await chooseModel(page, 'Kling 1.6')
  expect(getModelButton('Compare with')).toHaveTextContent(/^Veo 3/)
})

it('ends a comparison and takes if the server has no job list, so that Generate starts one video', async () => {
  let answerList = () => {}
  const list = () =>
    new Promise<never>((_, reject) => {
      answerList = () => reject(apiError(404, '404'))
    })
  const page = await renderGenerator({
    services: { jobsApi: { list, get: list, label: list, savePreview: list, remove: list, cancel: list } },
  })
  await page.user.click(button('4 takes'))
  await page.user.click(button('Compare'))
  expect(button(/^Generate 4 Videos/)).toBeInTheDocument()
  answerList()
  await vi.waitFor(() => expect(screen.queryByRole('button', { name: /^Compare with/ })).not.toBeInTheDocument())
  expect(screen.queryByRole('group', { name: 'Takes' })).not.toBeInTheDocument()
  expect(button(/^Generate Video/)).toHaveAccessibleName('Generate Video 330 credits')
  await clickGenerate(page)
  await vi.waitFor(() => expect(page.video.create).toHaveBeenCalledOnce())
  expect(page.consume).toHaveBeenCalledOnce()
})

it('offers no comparison and no takes in direct mode, where no credits can be held', async () => {
  await renderGenerator({ services: { videoMode: 'direct' } })
  expect(screen.queryByRole('button', { name: 'Compare' })).not.toBeInTheDocument()
  expect(screen.queryByRole('group', { name: 'Takes' })).not.toBeInTheDocument()
})

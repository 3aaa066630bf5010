import { IMAGE_GONE } from '@contract/sentences'
import { screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { PrepareImage } from '@/features/generator/image/prepare-in-worker'
import { NetworkError } from '@/lib/http/api-error'
import { installImagePlatform, removeImagePlatform } from '../../../../support/app/image-platform'
import { testJob } from '../../../../support/app/jobs'
import { useSlowTime } from '../../../../support/app/slow-time'
import { apiError, showVideos } from '../page'
import { ALL, addFrames, describe as describeScene, image, renderAdvancedInputs, takes } from './page'

vi.mock('@/features/generator/image/prepare-in-worker', () => ({ prepareInWorker: vi.fn<PrepareImage>() }))

beforeEach(() => {
  useSlowTime()
  installImagePlatform()
})
afterEach(removeImagePlatform)

const DATA_URI = expect.stringMatching(/^data:image\/jpeg;base64,./)

describe('Generate with advanced inputs', () => {
  it("shows the server's new price of a resolution, and holds that price with the next click", async () => {
    const page = await renderAdvancedInputs()
    await describeScene(page)
    await page.user.click(await page.form.findByRole('button', { name: /1080p/ }))
    page.consume.mockRejectedValueOnce(apiError(409, 'price_changed', { price: 410, settlement: 'none' }))
    await page.generate()
    await page.user.click(await page.stage().findByRole('button', { name: 'Try Again' }))
    expect(page.button(/^Generate/)).toHaveAccessibleName('Generate Video 410 credits')
    await page.user.click(page.button('720p'))
    expect(page.button(/^Generate/)).toHaveAccessibleName('Generate Video 330 credits')
    await page.user.click(page.button(/1080p/))
    await page.generate()
    await vi.waitFor(() => expect(page.held().at(-1)).toEqual([410, 'rich:1080p']))
  })

  it('uploads each input image once, for two takes and for the next click', async () => {
    const page = await renderAdvancedInputs()
    await page.openImageTab()
    await addFrames(page)
    await page.user.click(page.button('2 takes'))
    await page.generate()
    await vi.waitFor(() => expect(page.sent()).toHaveLength(2))
    expect(page.upload).toHaveBeenCalledTimes(2)
    expect(page.upload.mock.calls[0]?.[0].body).toEqual({ image: DATA_URI })
    const [one, two] = page.sent()
    expect(one).toMatchObject({ image: 'image-1', lastImage: 'image-2' })
    expect(two).toMatchObject({ image: 'image-1', lastImage: 'image-2' })
    expect(page.held()[0]).toEqual([340, 'rich:frames'])
    await page.user.click(await page.stage().findByRole('button', { name: 'Start another video' }))
    await page.user.click(page.button('1 take'))
    await page.generate()
    await vi.waitFor(() => expect(page.sent()).toHaveLength(3))
    expect(page.upload).toHaveBeenCalledTimes(2)
  })

  it('sends a single first frame inline for one video, and uploads it for several videos', async () => {
    const page = await renderAdvancedInputs()
    await page.openImageTab()
    await page.user.upload(await page.form.findByLabelText('Upload first frame'), image('first.png'))
    await page.form.findByRole('img', { name: 'first.png' })
    await page.generate()
    await vi.waitFor(() => expect(page.sent()).toHaveLength(1))
    expect(page.sent()[0]).toMatchObject({ image: DATA_URI })
    expect(page.upload).not.toHaveBeenCalled()
    await page.user.click(await page.stage().findByRole('button', { name: 'Start another video' }))
    await page.user.click(page.button('2 takes'))
    await page.generate()
    await vi.waitFor(() => expect(page.sent()).toHaveLength(3))
    expect(page.sent()[2]).toMatchObject({ image: 'image-1' })
    expect(page.upload).toHaveBeenCalledOnce()
  })
})

describe('Input image upload', () => {
  it("holds no credits when an input image's upload fails, and says so", async () => {
    const page = await renderAdvancedInputs()
    await page.openImageTab()
    await addFrames(page)
    page.upload.mockRejectedValueOnce(new NetworkError('network'))
    await page.generate()
    const alert = await page.stage().findByRole('alert')
    expect(alert).toHaveTextContent("We couldn't upload your files, so nothing was started. You weren't charged.")
    expect(page.consume).not.toHaveBeenCalled()
    await page.user.click(page.stage().getByRole('button', { name: 'Try Again' }))
    await page.generate()
    await vi.waitFor(() => expect(page.sent()).toHaveLength(1))
  })

  it('uploads an input image again after the server has lost it', async () => {
    const page = await renderAdvancedInputs()
    await page.openImageTab()
    await addFrames(page)
    const refusal = apiError(409, 'image_gone', { settlement: 'released' }, IMAGE_GONE)
    page.video.create.mockRejectedValueOnce(refusal)
    await page.generate()
    expect(await page.stage().findByRole('alert')).toHaveTextContent(IMAGE_GONE)
    expect(page.upload).toHaveBeenCalledTimes(2)
    await page.user.click(page.stage().getByRole('button', { name: 'Try Again' }))
    await page.generate()
    await vi.waitFor(() => expect(page.sent()).toHaveLength(2))
    expect(page.upload).toHaveBeenCalledTimes(4)
    expect(page.sent()[1]).toMatchObject({ image: 'image-3', lastImage: 'image-4' })
  })
})

it('sends one image and no other advanced input in direct mode, whatever the model accepts', async () => {
  const page = await renderAdvancedInputs({ choose: null, services: { videoMode: 'direct' } })
  await page.openImageTab()
  await page.user.upload(page.form.getByLabelText('Upload image'), image('last-frame-aaaaaaaa.png'))
  await page.form.findByRole('img', { name: 'last-frame-aaaaaaaa.png' })
  await page.generate()
  await vi.waitFor(() => expect(page.sent()).toHaveLength(1))
  expect(page.sent()[0]).toEqual({
    prompt: '',
    negativePrompt: '',
    length: 8,
    aspectRatio: '16:9',
    seed: expect.any(Number),
    generateAudio: true,
    image: DATA_URI,
  })
})

it('withdraws a waiting Generate click when a resolution is chosen', async () => {
  const page = await renderAdvancedInputs({ models: [takes(ALL)] })
  await describeScene(page)
  await page.form.findByRole('button', { name: /1080p/ })
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  await page.generate()
  expect(page.form.getByText(/^Checking your sign-in/)).toBeInTheDocument()
  await page.user.click(page.button(/1080p/))
  expect(screen.queryByText(/^Checking your sign-in/)).not.toBeInTheDocument()
  expect(page.consume).not.toHaveBeenCalled()
})

it('keeps a waiting Generate click when the library changes', async () => {
  const page = await renderAdvancedInputs({ models: [takes(ALL)] })
  await describeScene(page)
  await page.form.findByRole('button', { name: /1080p/ })
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  await page.generate()
  await showVideos(page, [testJob()])
  expect(page.form.getByText(/^Checking your sign-in/)).toBeInTheDocument()
})

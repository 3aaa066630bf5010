import { within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { PrepareImage } from '@/features/generator/image/prepare-in-worker'
import { installImagePlatform, removeImagePlatform } from '../../../../support/app/image-platform'
import { chooseModel, getModelButton } from '../../../../support/app/models'
import { useSlowTime } from '../../../../support/app/slow-time'
import { card } from '../../../../support/image-files'
import {
  ALL,
  addFrames,
  addReferences,
  describe as describeScene,
  drop,
  image,
  NONE,
  order,
  renderAdvancedInputs,
  takes,
} from './page'

vi.mock('@/features/generator/image/prepare-in-worker', () => ({ prepareInWorker: vi.fn<PrepareImage>() }))

beforeEach(() => {
  useSlowTime()
  installImagePlatform()
})
afterEach(removeImagePlatform)

describe('Advanced input fields', () => {
  it('shows the inputs that a model accepts, and the extra credits of each choice', async () => {
    const page = await renderAdvancedInputs()
    const resolutions = await page.form.findByRole('group', { name: 'Resolution' })
    expect(
      within(resolutions)
        .getAllByRole('button')
        .map((button) => button.textContent),
    ).toEqual(['720p', '1080p +60 credits'])
    await page.openImageTab()
    expect(await page.form.findByLabelText('Upload first frame')).toBeInTheDocument()
    expect(page.form.getByLabelText('Upload last frame')).toBeInTheDocument()
    expect(page.button(/^References/)).toHaveAccessibleName('References +20 credits')
  })

  it('shows what a longer video adds to the price, and holds that price', async () => {
    const [first] = takes(null).durations
    const durations = [5, 10, 30].map((seconds) => ({ ...first, seconds, deliveredSeconds: seconds }))
    const page = await renderAdvancedInputs({
      models: [
        takes(
          { ...ALL },
          { durations: durations.map((one, place) => (place < 2 ? one : { ...one, adds: 480 })) as never },
        ),
      ],
    })
    await page.user.click(page.button('30 seconds'))
    expect(page.form.getByText('+480 credits')).toBeInTheDocument()
    expect(page.button(/^Generate/)).toHaveAccessibleName('Generate Video 810 credits')
    await page.user.click(page.button(/^1080p/))
    expect(page.button(/^Generate/)).toHaveAccessibleName('Generate Video 870 credits')
    await describeScene(page)
    await page.user.click(page.form.getByRole('tab', { name: 'Text to Video' }))
    await page.generate()
    await vi.waitFor(() => expect(page.held()).toEqual([[870, 'rich:30s:1080p']]))
    expect(page.sent()[0]).toMatchObject({ length: 30 })
  })

  it("shows no input field that the chosen model doesn't support", async () => {
    const page = await renderAdvancedInputs({
      models: [
        takes({ ...ALL, frames: undefined }),
        takes({ ...ALL, references: undefined }, { id: 'second', name: 'Second' }),
        takes({ ...ALL, resolutions: [{ name: '720p', adds: 0 }] }, { id: 'third', name: 'Third' }),
      ],
    })
    await page.openImageTab()
    const shown = () => [
      page.form.queryByLabelText('Upload last frame') !== null,
      page.form.queryByRole('button', { name: /^References/ }) !== null,
      page.form.queryByRole('group', { name: 'Resolution' }) !== null,
    ]
    await vi.waitFor(() => expect(shown()).toEqual([false, true, true]))
    await chooseModel(page, 'Second')
    await vi.waitFor(() => expect(shown()).toEqual([true, false, true]))
    await chooseModel(page, 'Third')
    await vi.waitFor(() => expect(shown()).toEqual([true, true, false]))
  })
})

describe('Last frame field', () => {
  it('requires a first frame for a last frame, and says so at the field', async () => {
    const page = await renderAdvancedInputs()
    await page.openImageTab()
    await page.user.upload(await page.form.findByLabelText('Upload last frame'), image('last.png'))
    await page.form.findByRole('img', { name: 'last.png' })
    await page.generate()
    const first = page.form.getByLabelText('Upload first frame')
    expect(first).toHaveAccessibleDescription(/^Add a first frame\. A last frame needs one\./)
    expect(first).toHaveFocus()
    expect(page.consume).not.toHaveBeenCalled()
  })

  it.each([
    ['starts nothing without a prompt if the model requires one', true],
    ['starts without a prompt if the model requires none', false],
  ])('generates from two frames: %s', async (_, needsPrompt) => {
    const page = await renderAdvancedInputs({ models: [takes({ ...ALL, frames: { adds: 0, needsPrompt } })] })
    await page.openImageTab()
    await addFrames(page)
    await page.generate()
    if (needsPrompt) {
      expect(page.prompt()).toHaveAccessibleDescription(/^Describe what happens between the two frames\./)
      expect(page.consume).not.toHaveBeenCalled()
    } else await vi.waitFor(() => expect(page.sent()).toHaveLength(1))
  })

  it('uses the second of two dropped images as the last frame', async () => {
    const page = await renderAdvancedInputs()
    await page.openImageTab()
    await page.form.findByLabelText('Upload last frame')
    drop(page, image('a.png'), image('b.png', 700))
    expect(await page.form.findByRole('img', { name: 'b.png' })).toBeInTheDocument()
    expect(await page.form.findByRole('img', { name: 'a.png' })).toBeInTheDocument()
    expect(page.form.getByLabelText('Replace last frame')).toBeInTheDocument()
  })
})

describe('References field', () => {
  it('says how many references fit, and which files were left out', async () => {
    const page = await renderAdvancedInputs()
    await page.openImageTab()
    await addReferences(page, 'a.png', 'b.png', 'c.png', 'd.png', 'e.png')
    expect(order(page)).toEqual(['a.png', 'b.png', 'c.png'])
    expect(page.form.getByText(/takes 3 references, so we left out d.png and e.png\.$/)).toBeInTheDocument()
    await page.user.click(page.button('Remove reference 2, b.png'))
    expect(order(page)).toEqual(['a.png', 'c.png'])
    expect(page.form.getByLabelText(/^Add references/)).toHaveFocus()
    expect(page.form.queryByText(/We left out/)).not.toBeInTheDocument()
  })

  it('says what is wrong with a reference, and starts nothing until the reference is removed', async () => {
    const page = await renderAdvancedInputs()
    await page.openImageTab()
    await addReferences(page, 'good.png')
    const small = new File([new Uint8Array(card(100, 100))], 'small.png', { type: 'image/png' })
    await page.user.upload(page.form.getByLabelText(/^Add references/), small)
    expect(await page.form.findByText(/^small\.png: This image is too small\./)).toBeInTheDocument()
    await page.generate()
    expect(page.form.getByText("We can't use one of your references. Remove it.")).toBeInTheDocument()
    await page.user.click(page.button('Remove reference 2, small.png'))
    await page.generate()
    expect(page.prompt()).toHaveAccessibleDescription(/^Describe what happens with your references\./)
    await describeScene(page)
    await page.generate()
    await vi.waitFor(() => expect(page.sent()).toHaveLength(1))
    expect(page.sent()[0]?.references).toHaveLength(1)
    expect(page.sent()[0]).not.toHaveProperty('image')
    expect(page.held()).toEqual([[350, 'rich:references']])
  })

  it('requires one reference once references are selected, and accepts no more than the model does', async () => {
    const page = await renderAdvancedInputs({
      models: [
        takes(ALL),
        takes(
          { ...ALL, references: { adds: 0, needsPrompt: false, max: 2, roles: ['style'] } },
          { id: 'one', name: 'One' },
        ),
      ],
    })
    await page.openImageTab()
    await page.user.click(await page.form.findByRole('button', { name: /^References/ }))
    await page.generate()
    expect(page.form.getByText(/^Add at least one reference image/)).toBeInTheDocument()
    await addReferences(page, 'a.png', 'b.png', 'c.png')
    await chooseModel(page, 'One')
    await page.generate()
    expect(page.form.getByText(/^One takes up to 2 references, and you added 3\. Remove 1\.$/)).toBeInTheDocument()
    expect(page.consume).not.toHaveBeenCalled()
  })
})

it("names the compared model that can't use an input, before anything is sent", async () => {
  const page = await renderAdvancedInputs({
    models: [takes(ALL), takes(NONE, { id: 'plain', name: 'Plain', credits: 20 })],
  })
  await page.openImageTab()
  await addFrames(page)
  await page.user.click(page.button('Compare'))
  await chooseModel(page, 'Plain', 'Compare with')
  await page.generate()
  const message = "Plain can't use a last frame. Remove the last frame, or remove Plain from the comparison."
  expect(getModelButton()).toHaveAccessibleDescription(message)
  await page.user.click(page.button('Remove last frame'))
  await page.user.click(page.button(/1080p/))
  await page.generate()
  expect(getModelButton()).toHaveAccessibleDescription(/^Plain doesn't offer 1080p\./)
  expect(page.consume).not.toHaveBeenCalled()
  expect(page.upload).not.toHaveBeenCalled()
})

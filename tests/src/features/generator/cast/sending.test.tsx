import { CAST_CHANGED } from '@contract/sentences'
import { act, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { PrepareImage } from '@/features/generator/image/prepare-in-worker'
import { ApiError } from '@/lib/http/api-error'
import { installImagePlatform, removeImagePlatform } from '../../../../support/app/image-platform'
import { testJob } from '../../../../support/app/jobs'
import { chooseModel } from '../../../../support/app/models'
import { useSlowTime } from '../../../../support/app/slow-time'
import { addReferences, image, takes } from '../advanced-inputs/page'
import { apiError, showVideos } from '../page'
import { castMember, getText, MARA, MARA_LOU, MILL, MUNA, paste, renderWithCast, takesReferences } from './page'

vi.mock('@/features/generator/image/prepare-in-worker', () => ({ prepareInWorker: vi.fn<PrepareImage>() }))

beforeEach(() => {
  useSlowTime()
  installImagePlatform()
})
afterEach(removeImagePlatform)

const failure = new ApiError({ status: 503, code: 'unavailable', message: '' })

describe('Generate with members of the cast', () => {
  it('sends their IDs and the prompt as typed, with a hold for references', async () => {
    const page = await renderWithCast()
    await paste(page, 'At @old mill, @Mara Lou and @mara swim', 3)
    expect(page.chips()).toEqual(['Old Mill 2 of 2 images', 'Mara Lou 1 of 1 image', 'Mara 3 of 3 images'])
    expect(page.generateButton()).toHaveAccessibleName('Generate Video 350 credits')
    await page.generate()
    await vi.waitFor(() => expect(page.sent()).toHaveLength(1))
    expect(page.sent()[0]).toMatchObject({
      prompt: 'At @old mill, @Mara Lou and @mara swim',
      cast: ['mill', 'mara-lou', 'mara'],
    })
    expect(page.sent()[0]).not.toHaveProperty('references')
    expect(page.held()).toEqual([[350, 'rich:references']])
  })

  it('sends an @ as text, and no cast, if it names no member', async () => {
    const page = await renderWithCast()
    const prompt = 'mail@mara.example, @Ben, @Marathon and @'
    await page.user.click(page.prompt())
    await page.user.paste(prompt)
    await vi.waitFor(() => expect(page.read).toHaveBeenCalled())
    await vi.waitFor(async () => {
      await page.generate()
      expect(page.sent()).toHaveLength(1)
    })
    expect(page.chips()).toEqual([])
    expect(page.sent()[0]).toMatchObject({ prompt })
    expect(page.sent()[0]).not.toHaveProperty('cast')
    expect(page.held()).toEqual([[330, 'rich']])
  })

  it('reads no cast for an email address', async () => {
    const page = await renderWithCast()
    await page.user.click(page.prompt())
    await page.user.paste('A letter to mail@mara.example')
    await vi.waitFor(async () => {
      await page.generate()
      expect(page.sent()).toHaveLength(1)
    })
    expect(page.read).not.toHaveBeenCalled()
  })

  it('sends neither the image that the form keeps in text mode, nor the video whose last frame it is', async () => {
    const page = await renderWithCast()
    await showVideos(page, [testJob({ id: 'aaaaaaaa-0000-4000-8000-000000000000' })])
    await page.user.click(page.form.getByRole('tab', { name: 'Image to Video' }))
    await page.user.upload(await page.form.findByLabelText('Upload first frame'), image('last-frame-aaaaaaaa.png'))
    await page.form.findByRole('img', { name: 'last-frame-aaaaaaaa.png' })
    await page.user.click(page.form.getByRole('tab', { name: 'Text to Video' }))
    await paste(page, '@Mara swims')
    await page.generate()
    await vi.waitFor(() => expect(page.sent()).toHaveLength(1))
    expect(page.sent()[0]).toMatchObject({ cast: ['mara'] })
    for (const field of ['image', 'source', 'references']) expect(page.sent()[0]).not.toHaveProperty(field)
  })

  it('starts from the cast alone in image mode with references, and adds the cast to references of the form', async () => {
    const page = await renderWithCast({ models: [takesReferences(3)] })
    await page.user.click(page.form.getByRole('tab', { name: 'Image to Video' }))
    await page.user.click(await page.form.findByRole('button', { name: /^References/ }))
    await page.generate()
    expect(page.form.getByText(/^Add at least one reference image/)).toBeInTheDocument()
    await paste(page, '@Mara swims')
    await page.generate()
    await vi.waitFor(() => expect(page.sent()).toHaveLength(1))
    expect(page.sent()[0]).toMatchObject({ cast: ['mara'] })
    expect(page.sent()[0]).not.toHaveProperty('references')
    await page.user.click(await page.stage().findByRole('button', { name: 'Start another video' }))

    await addReferences(page as never, 'one.png', 'two.png')
    expect(page.chips()).toEqual(['Mara 1 of 3 images'])
    expect(getText(page)).toContain('Rich takes 3 references, so we left out 2 images of Mara.')
    await page.generate()
    await vi.waitFor(() => expect(page.sent()).toHaveLength(2))
    expect(page.sent()[1]).toMatchObject({ cast: ['mara'], references: [{}, {}] })
    expect(page.held()).toEqual([
      [350, 'rich:references'],
      [350, 'rich:references'],
    ])
  })

  it('compares a model that takes references with one that reads only the names', async () => {
    const page = await renderWithCast()
    await page.user.click(page.form.getByRole('button', { name: 'Compare' }))
    await chooseModel(page, 'Kling 1.6', 'Compare with')
    await paste(page, '@Mara swims')
    expect(page.chips()).toEqual(['Mara 3 of 3 images'])
    expect(getText(page)).toContain("Kling 1.6 doesn't use references, so it only reads the names and notes.")
    await page.generate()
    await vi.waitFor(() => expect(page.sent()).toHaveLength(2))
    expect(page.held().map(([, source]) => source)).toEqual(['rich:references', 'kling-1.6'])
    expect(page.sent().map(({ cast }) => cast)).toEqual([['mara'], ['mara']])
  })

  it('compares models that start from the cast alone with one that starts from the prompt', async () => {
    const images = takes(null, { id: 'images', name: 'Images', makesFrom: { text: false, image: true } })
    const page = await renderWithCast({ models: [takesReferences(9), images] })
    await page.user.click(page.form.getByRole('tab', { name: 'Image to Video' }))
    await page.user.click(await page.form.findByRole('button', { name: /^References/ }))
    await page.user.click(page.form.getByRole('button', { name: 'Compare' }))
    await chooseModel(page, 'Images', 'Compare with')
    await paste(page, '@Mara swims')
    await page.generate()
    expect(page.form.getByText(/^Images can't start from a prompt\./)).toBeInTheDocument()
    expect(page.consume).not.toHaveBeenCalled()
    await chooseModel(page, 'Veo 3', 'Compare with')
    await page.generate()
    await vi.waitFor(() => expect(page.sent()).toHaveLength(2))
    expect(page.held().map(([, source]) => source)).toEqual(['rich:references', 'veo-3'])
    for (const input of page.sent()) expect(input).not.toHaveProperty('references')
  })

  it('says that the cast is still loading, and starts with the next click', async () => {
    let answer: (members: (typeof MARA)[]) => void = () => {}
    const page = await renderWithCast({ members: () => new Promise((done) => (answer = done)) })
    await page.user.click(page.prompt())
    await page.user.paste('@Mara swims')
    await vi.waitFor(() => expect(page.read).toHaveBeenCalled())
    await page.generate()
    const message = "We're still loading your cast. Click Generate Video again in a moment."
    expect(page.prompt()).toHaveAccessibleDescription(message)
    expect(page.prompt()).toHaveFocus()
    expect(page.consume).not.toHaveBeenCalled()
    await act(async () => answer([MARA]))
    expect(page.form.queryByText(message)).not.toBeInTheDocument()
    await page.generate()
    await vi.waitFor(() => expect(page.sent()).toHaveLength(1))
  })

  it("starts nothing if the cast couldn't load, until it is loaded again", async () => {
    const answers = [() => Promise.reject(failure)]
    const page = await renderWithCast({ members: () => answers.shift()?.() ?? [MARA] })
    await page.user.click(page.prompt())
    await page.user.paste('@Mara swims')
    const again = await page.form.findByRole('button', { name: 'Try again' })
    await page.generate()
    expect(page.prompt()).toHaveAccessibleDescription(/^We couldn't load your cast, so nothing was started\./)
    expect(page.consume).not.toHaveBeenCalled()
    await page.user.click(again)
    await vi.waitFor(() => expect(page.chips()).toEqual(['Mara 3 of 3 images']))
    await page.generate()
    await vi.waitFor(() => expect(page.sent()).toHaveLength(1))
  })

  it('says at the prompt that a member was renamed or deleted, loads the cast again, and keeps what was typed', async () => {
    const answers = [[MARA], [{ ...MARA, name: 'Maria' }]]
    const page = await renderWithCast({ members: () => answers.shift() ?? [] })
    await paste(page, '@Mara swims')
    page.video.create.mockRejectedValueOnce(apiError(409, 'cast_changed', { settlement: 'released' }, CAST_CHANGED))
    await page.generate()
    expect(await page.stage().findByRole('alert')).toHaveTextContent(CAST_CHANGED)
    await vi.waitFor(() => expect(page.prompt()).toHaveAccessibleDescription(CAST_CHANGED))
    expect(page.read).toHaveBeenCalledTimes(2)
    expect(page.chips()).toEqual([])
    expect(page.prompt()).toHaveValue('@Mara swims')
  })
})

describe('the members below the prompt', () => {
  it('names fifty members, with a sentence of readable length', async () => {
    const many = Array.from({ length: 50 }, (_, place) => castMember(`Name ${place + 1}`))
    const page = await renderWithCast({ members: many })
    await paste(page, many.map(({ name }) => `@${name}`).join(', '), 50)
    expect(page.chips().at(-1)).toBe('Name 50 0 of 1 image')
    expect(getText(page)).toContain('Rich takes 9 references, so we left out Name 10, Name 11, Name 12, and 38 others.')
  })

  it('sends an image of two members once, and counts it for both', async () => {
    const twin = castMember('Twin', 1, { images: MARA.images.slice(0, 1) })
    const page = await renderWithCast({ members: [MARA, twin], models: [takesReferences(3)] })
    await paste(page, '@Mara and @Twin', 2)
    expect(page.chips()).toEqual(['Mara 3 of 3 images', 'Twin 1 of 1 image'])
    expect(getText(page)).not.toContain('left out')
  })

  it('says what is left out, and that a video from a frame reads only the names', async () => {
    const page = await renderWithCast({ models: [takesReferences(2)] })
    await paste(page, 'At @Old Mill, @Mara and @مُنى', 3)
    expect(page.chips()).toEqual(['Old Mill 1 of 2 images', 'Mara 1 of 3 images', 'مُنى 0 of 1 image'])
    expect(getText(page)).toContain(
      'Rich takes 2 references, so we left out 1 image of Old Mill, 2 images of Mara, and مُنى.',
    )
    expect(screen.getByText('مُنى').tagName).toBe('BDI')
    await page.user.click(page.form.getByRole('tab', { name: 'Image to Video' }))
    await page.form.findByLabelText('Upload first frame')
    expect(getText(page)).toContain('Your video starts from an image, so Rich only reads the names and notes.')
    await page.user.click(page.form.getByRole('tab', { name: 'Text to Video' }))
    await chooseModel(page, 'Kling 1.6')
    expect(getText(page)).toContain(
      "Kling 1.6 doesn't use references, so it only reads the names and notes. We'll keep the images for a model that does.",
    )
  })

  it('says that the notes are left out of a long prompt, and whose voice is sent', async () => {
    const audio = { maxSeconds: 10 }
    const references = { needsPrompt: true, adds: 20, max: 9, roles: ['character' as const], audio }
    const rich = takesReferences(9, { inputs: { references, resolutions: [] }, maxPromptLength: 300 })
    const voice = { id: 'voice', seconds: 5, url: null }
    const page = await renderWithCast({ models: [rich], members: [MARA, { ...MARA_LOU, voice }, MILL, MUNA] })
    await paste(page, '@Mara and @Mara Lou', 2)
    expect(getText(page)).toContain('Rich also gets the voice of Mara Lou.')
    expect(getText(page)).not.toContain('too long')
    await page.user.keyboard(` ${'x'.repeat(240)}`)
    expect(getText(page)).toContain('The prompt is too long for the notes, so we left them out for Rich.')
    await page.user.click(page.form.getByRole('switch'))
    expect(getText(page)).not.toContain('voice of')
  })

  it('shows nobody for a deleted member, and the names of the next user only', async () => {
    const page = await renderWithCast({ members: [MILL] })
    await page.user.click(page.prompt())
    await page.user.paste('@Mara at @@Old Mill')
    await vi.waitFor(() => expect(page.chips()).toEqual(['Old Mill 2 of 2 images']))
    await page.generate()
    await vi.waitFor(() => expect(page.sent()).toHaveLength(1))
    expect(page.sent()[0]).toMatchObject({ cast: ['mill'] })
  })
})

import { act, createEvent, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { prepareImage } from '@/features/generator/image/prepare-image'
import { type PrepareImage, prepareInWorker } from '@/features/generator/image/prepare-in-worker'
import { fileOf, pictureFile } from '../../../../support/app/fake-video'
import { installPicturePlatform, removePicturePlatform } from '../../../../support/app/picture-platform'
import * as files from '../../../../support/picture-files'
import { renderGenerator } from '../page'

vi.mock('@/features/generator/image/prepare-in-worker', () => ({ prepareInWorker: vi.fn<PrepareImage>() }))

beforeEach(() => {
  installPicturePlatform()
  vi.mocked(prepareInWorker).mockImplementation((file) => prepareImage(file))
})
afterEach(removePicturePlatform)

async function renderImageTab() {
  const page = await renderGenerator()
  await page.user.click(page.form.getByRole('tab', { name: 'Image to Video' }))
  const input = () => page.form.getByLabelText<HTMLInputElement>(/^(Upload|Replace) image/)
  const preview = (name = 'picture.png') => page.form.findByRole('img', { name })
  return { ...page, input, preview }
}

/** What a drag or the clipboard carries. */
function carrying(carried: File[], { types = ['Files'], folder = false } = {}) {
  const items = carried.map(() => ({ webkitGetAsEntry: () => ({ isDirectory: folder }) }))
  return { files: carried, items, types, dropEffect: 'none' }
}

function card() {
  return screen.getByRole('form', { name: 'Video settings' })
}

function paste(target: Element, clipboardData: ReturnType<typeof carrying>) {
  const event = createEvent.paste(target, { clipboardData })
  fireEvent(target, event)
  return event
}

describe('the picture field', () => {
  it('shows a picture, removes it, and takes the same file again', async () => {
    const { form, user, input, preview } = await renderImageTab()
    const file = pictureFile()
    await user.upload(input(), file)
    expect(await preview()).toHaveAttribute('src', 'blob:picture')
    expect(form.getByText('640 × 360 · picture.png')).toBeInTheDocument()
    // A browser tells of no change when the input still holds the file that is chosen.
    expect(input().value).toBe('')

    await user.click(form.getByRole('button', { name: 'Remove image' }))
    expect(form.queryByRole('img')).not.toBeInTheDocument()
    expect(input()).toHaveFocus()
    await user.upload(input(), file)
    expect(await preview()).toBeInTheDocument()
  })

  it('says what is wrong with another one, and keeps the good one', async () => {
    const { user, input, preview } = await renderImageTab()
    await user.upload(input(), pictureFile())
    await preview()
    await user.upload(input(), fileOf(files.card(100, 100)))
    await vi.waitFor(() => expect(input()).toHaveAccessibleDescription(/^This picture is too small\./))
    expect(input()).toBeInvalid()
    expect(await preview()).toBeInTheDocument()
    await user.upload(input(), pictureFile('jpeg'))
    expect(await preview('picture.jpeg')).toBeInTheDocument()
    expect(input()).toBeValid()
  })

  it('says that what was transparent is white', async () => {
    const { form, user, input } = await renderImageTab()
    await user.upload(input(), fileOf(files.halfTransparent(640, 480)))
    expect(await form.findByText('640 × 480 · what was transparent is white')).toBeInTheDocument()
  })

  it('says that a reload loses a picture which this browser will not keep', async () => {
    vi.stubGlobal('indexedDB', undefined)
    const { form, user, input } = await renderImageTab()
    await user.upload(input(), pictureFile())
    expect(await form.findByText('640 × 360 · a reload of this page loses it')).toBeInTheDocument()
  })

  it('says so when what prepares pictures cannot be started', async () => {
    vi.mocked(prepareInWorker).mockRejectedValue(new TypeError('blocked'))
    const { user, input } = await renderImageTab()
    await user.upload(input(), pictureFile())
    await vi.waitFor(() => expect(input()).toHaveAccessibleDescription(/could not load what it needs/))
  })

  it('of two files chosen in a hurry shows the later one, and gives the first one up', async () => {
    const { user, input, preview } = await renderImageTab()
    let given: AbortSignal | undefined
    vi.mocked(prepareInWorker).mockImplementationOnce((_, signal) => {
      given = signal
      return new Promise(() => {})
    })
    await user.upload(input(), pictureFile())
    expect(screen.getByText('Preparing your picture...')).toBeInTheDocument()
    await user.upload(input(), pictureFile('webp'))
    expect(await preview('picture.webp')).toBeInTheDocument()
    expect(given?.aborted).toBe(true)
  })

  it('does not let Generate send the old picture while a new one is prepared', async () => {
    const { user, input, preview, generateButton, consume } = await renderImageTab()
    await user.upload(input(), pictureFile())
    await preview()
    let ready = () => {}
    vi.mocked(prepareInWorker).mockImplementationOnce(async (file) => {
      await new Promise<void>((resolve) => {
        ready = resolve
      })
      return prepareImage(file)
    })
    await user.upload(input(), pictureFile('jpeg'))
    await user.click(generateButton())
    expect(input()).toHaveAccessibleDescription(/^Your picture is being prepared/)
    expect(input()).toHaveFocus()
    expect(consume).not.toHaveBeenCalled()
    act(ready)
    await preview('picture.jpeg')
    expect(input()).toHaveAccessibleDescription('640 × 360 · picture.jpeg')
  })

  it('keeps its picture over a visit to another page', async () => {
    const { user, input, preview, router } = await renderImageTab()
    await user.upload(input(), pictureFile())
    await preview()
    await act(() => router.navigate('/pricing'))
    await act(() => router.navigate('/create-video'))
    const again = within(await screen.findByRole('form', { name: 'Video settings' }))
    expect(await again.findByRole('img', { name: 'picture.png' })).toBeInTheDocument()
  })
})

describe('a picture that is sent', () => {
  it('is a JPEG in a data URI, and needs no prompt', async () => {
    const { user, input, preview, generateButton, video } = await renderImageTab()
    await user.upload(input(), pictureFile())
    await preview()
    await user.click(generateButton())
    await vi.waitFor(() => expect(video.create).toHaveBeenCalled())
    expect(video.requests[0]?.body).toMatchObject({
      input: { prompt: '', image: expect.stringMatching(/^data:image\/jpeg;base64,\/9j\//) },
    })
  })

  it('stays here when the job is one of text', async () => {
    const { user, input, preview, form, generateButton, prompt, video } = await renderImageTab()
    await user.upload(input(), pictureFile())
    await preview()
    await user.click(form.getByRole('tab', { name: 'Text to Video' }))
    await user.type(prompt(), 'a fox')
    await user.click(generateButton())
    await vi.waitFor(() => expect(video.create).toHaveBeenCalled())
    expect(video.requests[0]?.body).not.toHaveProperty('input.image')
  })
})

describe('a file that is dragged', () => {
  it('shows where it can go, and is taken anywhere on the card, from the text tab as well', async () => {
    const { form } = await renderGenerator()
    const dataTransfer = carrying([pictureFile()])
    fireEvent.dragOver(document.body, { dataTransfer })
    expect(form.getByText('Drop your picture here')).toBeInTheDocument()
    expect(dataTransfer.dropEffect).toBe('none')
    fireEvent.dragOver(form.getByText('Drop your picture here'), { dataTransfer })
    expect(form.getByText('Let go to use this picture')).toBeInTheDocument()
    expect(dataTransfer.dropEffect).toBe('copy')

    expect(fireEvent.drop(card(), { dataTransfer })).toBe(false)
    expect(form.getByRole('tab', { name: 'Image to Video' })).toHaveAttribute('aria-selected', 'true')
    expect(await form.findByRole('img', { name: 'picture.png' })).toBeInTheDocument()
    expect(form.queryByText('Let go to use this picture')).not.toBeInTheDocument()
  })

  it('does not take the page away when it is let go beside the card', async () => {
    const { form } = await renderGenerator()
    const dataTransfer = carrying([pictureFile()])
    expect(fireEvent.dragOver(document.body, { dataTransfer })).toBe(false)
    expect(fireEvent.drop(document.body, { dataTransfer })).toBe(false)
    expect(form.queryByText('Drop your picture here')).not.toBeInTheDocument()
    expect(form.getByRole('tab', { name: 'Text to Video' })).toHaveAttribute('aria-selected', 'true')
  })

  it('leaves no trace when it leaves the window, or when nothing more is heard of it', async () => {
    const { form } = await renderGenerator()
    const veil = () => form.queryByText('Drop your picture here')
    vi.useFakeTimers()
    fireEvent.dragOver(document.body, { dataTransfer: carrying([pictureFile()]) })
    expect(veil()).toBeInTheDocument()
    fireEvent.dragLeave(document.body, { relatedTarget: null })
    expect(veil()).not.toBeInTheDocument()
    fireEvent.dragOver(document.body, { dataTransfer: carrying([pictureFile()]) })
    act(() => vi.advanceTimersByTime(900))
    expect(veil()).not.toBeInTheDocument()
  })

  it.each([
    ['several files', carrying([pictureFile(), pictureFile()]), 'Drop one picture at a time.'],
    ['a folder', carrying([fileOf(new Uint8Array(0), 'Photos')], { folder: true }), /^That is a folder\./],
    ['a promise of a file that is none', carrying([]), /^That was not a file\./],
  ])('and is %s is refused with a sentence', async (_, dataTransfer, sentence) => {
    const { form } = await renderGenerator()
    fireEvent.drop(card(), { dataTransfer })
    expect(form.getByText(sentence)).toBeInTheDocument()
    expect(prepareInWorker).not.toHaveBeenCalled()
  })

  it('is no business of ours when it is text for a field, and is refused when it is dropped as a picture', async () => {
    const { form, prompt, input } = await renderImageTab()
    const dataTransfer = carrying([], { types: ['text/uri-list', 'text/html'] })
    expect(fireEvent.dragOver(prompt(), { dataTransfer })).toBe(true)
    expect(fireEvent.drop(prompt(), { dataTransfer })).toBe(true)
    expect(form.queryByText(/^That was not a file/)).not.toBeInTheDocument()
    expect(fireEvent.drop(input(), { dataTransfer })).toBe(false)
    expect(form.getByText(/^That was not a file/)).toBeInTheDocument()
  })
})

describe('a picture that is pasted', () => {
  it('is taken from anywhere on the page, and from a field as well', async () => {
    const { prompt, preview } = await renderImageTab()
    const event = paste(document.body, carrying([pictureFile()]))
    expect(event.defaultPrevented).toBe(true)
    await preview()
    paste(prompt(), carrying([pictureFile('jpeg')]))
    await preview('picture.jpeg')
  })

  it('leaves text to the field it is pasted into', async () => {
    const { prompt, form, preview } = await renderImageTab()
    expect(paste(prompt(), carrying([], { types: ['text/plain'] })).defaultPrevented).toBe(false)
    const both = carrying([pictureFile()], { types: ['text/plain', 'Files'] })
    expect(paste(prompt(), both).defaultPrevented).toBe(false)
    expect(form.queryByText('Preparing your picture...')).not.toBeInTheDocument()
    expect(paste(document.body, both).defaultPrevented).toBe(true)
    await preview()
  })

  it('is left alone in the text tab', async () => {
    await renderGenerator()
    expect(paste(document.body, carrying([pictureFile()])).defaultPrevented).toBe(false)
    expect(prepareInWorker).not.toHaveBeenCalled()
  })
})

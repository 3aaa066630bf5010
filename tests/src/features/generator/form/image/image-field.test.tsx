import { act, createEvent, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { prepareImage } from '@/features/generator/image/prepare-image'
import { type PrepareImage, prepareInWorker } from '@/features/generator/image/prepare-in-worker'
import { getFile, imageFile } from '../../../../../support/app/fake-video'
import { installImagePlatform, removeImagePlatform } from '../../../../../support/app/image-platform'
import * as files from '../../../../../support/image-files'
import { renderGenerator } from '../../page'

vi.mock('@/features/generator/image/prepare-in-worker', () => ({ prepareInWorker: vi.fn<PrepareImage>() }))

beforeEach(() => {
  installImagePlatform()
  vi.mocked(prepareInWorker).mockImplementation((file) => prepareImage(file))
})
afterEach(removeImagePlatform)

async function renderImageTab() {
  const page = await renderGenerator()
  await page.user.click(page.form.getByRole('tab', { name: 'Image to Video' }))
  const input = () => page.form.getByLabelText<HTMLInputElement>(/^(Upload|Replace) image/)
  const preview = (name = 'image.png') => page.form.findByRole('img', { name })
  return { ...page, input, preview }
}

/** Returns the data of a drag event or of the clipboard. */
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

describe('Image field', () => {
  it('shows an uploaded image, removes it, and accepts the same file again', async () => {
    const { form, user, input, preview } = await renderImageTab()
    const file = imageFile()
    await user.upload(input(), file)
    expect(await preview()).toHaveAttribute('src', 'blob:image')
    expect(form.getByText('640 × 360 · image.png')).toBeInTheDocument()
    // The input is empty again. Otherwise, browsers send no change event for the same file.
    expect(input().value).toBe('')

    await user.click(form.getByRole('button', { name: 'Remove image' }))
    expect(form.queryByRole('img')).not.toBeInTheDocument()
    expect(input()).toHaveFocus()
    await user.upload(input(), file)
    expect(await preview()).toBeInTheDocument()
  })

  it('says what is wrong with a second image, and keeps the first', async () => {
    const { user, input, preview } = await renderImageTab()
    await user.upload(input(), imageFile())
    await preview()
    await user.upload(input(), getFile(files.card(100, 100)))
    await vi.waitFor(() => expect(input()).toHaveAccessibleDescription(/^This image is too small\./))
    expect(input()).toBeInvalid()
    expect(await preview()).toBeInTheDocument()
    await user.upload(input(), imageFile('jpeg'))
    expect(await preview('image.jpeg')).toBeInTheDocument()
    expect(input()).toBeValid()
  })

  it("says that an image's transparent areas are now white", async () => {
    const { form, user, input } = await renderImageTab()
    await user.upload(input(), getFile(files.halfTransparent(640, 480)))
    expect(await form.findByText('640 × 480 · transparent areas are now white')).toBeInTheDocument()
  })

  it("says that a reload loses an image which this browser can't store", async () => {
    vi.stubGlobal('indexedDB', undefined)
    const { form, user, input } = await renderImageTab()
    await user.upload(input(), imageFile())
    expect(await form.findByText('640 × 360 · lost if you reload the page')).toBeInTheDocument()
  })

  it("says that the image worker can't start", async () => {
    vi.mocked(prepareInWorker).mockRejectedValue(new TypeError('blocked'))
    const { user, input } = await renderImageTab()
    await user.upload(input(), imageFile())
    await vi.waitFor(() => expect(input()).toHaveAccessibleDescription(/couldn't load the image tools/))
  })

  it('shows the later of two quickly chosen image files, and drops the first', async () => {
    const { user, input, preview } = await renderImageTab()
    let given: AbortSignal | undefined
    vi.mocked(prepareInWorker).mockImplementationOnce((_, signal) => {
      given = signal
      return new Promise(() => {})
    })
    await user.upload(input(), imageFile())
    expect(screen.getByText('Preparing your image...')).toBeInTheDocument()
    await user.upload(input(), imageFile('webp'))
    expect(await preview('image.webp')).toBeInTheDocument()
    expect(given?.aborted).toBe(true)
  })

  it("doesn't let Generate send the former image while a new image is prepared", async () => {
    const { user, input, preview, generateButton, consume } = await renderImageTab()
    await user.upload(input(), imageFile())
    await preview()
    let ready = () => {}
    vi.mocked(prepareInWorker).mockImplementationOnce(async (file) => {
      await new Promise<void>((resolve) => {
        ready = resolve
      })
      return prepareImage(file)
    })
    await user.upload(input(), imageFile('jpeg'))
    await user.click(generateButton())
    expect(input()).toHaveAccessibleDescription(/^We're still preparing your image/)
    expect(input()).toHaveFocus()
    expect(consume).not.toHaveBeenCalled()
    act(ready)
    await preview('image.jpeg')
    expect(input()).toHaveAccessibleDescription('640 × 360 · image.jpeg')
  })
})

describe('Image of a job', () => {
  it('leaves the image out of a text job', async () => {
    const { user, input, preview, form, generateButton, prompt, video } = await renderImageTab()
    await user.upload(input(), imageFile())
    await preview()
    await user.click(form.getByRole('tab', { name: 'Text to Video' }))
    await user.type(prompt(), 'a fox')
    await user.click(generateButton())
    await vi.waitFor(() => expect(video.create).toHaveBeenCalled())
    expect(video.requests[0]?.body).not.toHaveProperty('input.image')
  })
})

describe('Dragged file', () => {
  it.each<[string, () => Element]>([
    ['the form', card],
    ['the rest of the page', () => document.body],
  ])('accepts an image dropped on %s, also from the text tab', async (_, getTarget) => {
    const { form } = await renderGenerator()
    const dataTransfer = carrying([imageFile()])
    expect(fireEvent.dragOver(getTarget(), { dataTransfer })).toBe(false)
    expect(form.getByText('Drop to use this image')).toBeInTheDocument()
    expect(dataTransfer.dropEffect).toBe('copy')

    expect(fireEvent.drop(getTarget(), { dataTransfer })).toBe(false)
    expect(form.getByRole('tab', { name: 'Image to Video' })).toHaveAttribute('aria-selected', 'true')
    expect(await form.findByRole('img', { name: 'image.png' })).toBeInTheDocument()
    expect(form.queryByText('Drop to use this image')).not.toBeInTheDocument()
  })

  it('removes the drop hint when a dragged file leaves the window, or when drag events end', async () => {
    const { form } = await renderGenerator()
    const veil = () => form.queryByText('Drop to use this image')
    vi.useFakeTimers()
    fireEvent.dragOver(document.body, { dataTransfer: carrying([imageFile()]) })
    expect(veil()).toBeInTheDocument()
    fireEvent.dragLeave(document.body, { relatedTarget: null })
    expect(veil()).not.toBeInTheDocument()
    fireEvent.dragOver(document.body, { dataTransfer: carrying([imageFile()]) })
    act(() => vi.advanceTimersByTime(900))
    expect(veil()).not.toBeInTheDocument()
  })

  it.each([
    ['several files', carrying([imageFile(), imageFile()]), 'Drop one image at a time.'],
    ['a folder', carrying([getFile(new Uint8Array(0), 'Photos')], { folder: true }), /^That's a folder\./],
    ['an empty drop that promised a file', carrying([]), /^That wasn't an image file\./],
  ])('refuses a drop that is %s with a sentence', async (_, dataTransfer, sentence) => {
    const { form } = await renderGenerator()
    fireEvent.drop(card(), { dataTransfer })
    expect(form.getByText(sentence)).toBeInTheDocument()
    expect(prepareInWorker).not.toHaveBeenCalled()
  })

  it('leaves text dropped on a text field to the browser, and refuses it as an image', async () => {
    const { form, prompt, input } = await renderImageTab()
    const dataTransfer = carrying([], { types: ['text/uri-list', 'text/html'] })
    expect(fireEvent.dragOver(prompt(), { dataTransfer })).toBe(true)
    expect(fireEvent.drop(prompt(), { dataTransfer })).toBe(true)
    expect(form.queryByText(/^That wasn't an image file/)).not.toBeInTheDocument()
    expect(fireEvent.drop(input(), { dataTransfer })).toBe(false)
    expect(form.getByText(/^That wasn't an image file/)).toBeInTheDocument()
  })
})

describe('Pasted image', () => {
  it('accepts an image pasted anywhere on the page, also into a text field', async () => {
    const { prompt, preview } = await renderImageTab()
    const event = paste(document.body, carrying([imageFile()]))
    expect(event.defaultPrevented).toBe(true)
    await preview()
    paste(prompt(), carrying([imageFile('jpeg')]))
    await preview('image.jpeg')
  })

  it('leaves pasted text to its text field', async () => {
    const { prompt, form, preview } = await renderImageTab()
    expect(paste(prompt(), carrying([], { types: ['text/plain'] })).defaultPrevented).toBe(false)
    const both = carrying([imageFile()], { types: ['text/plain', 'Files'] })
    expect(paste(prompt(), both).defaultPrevented).toBe(false)
    expect(form.queryByText('Preparing your image...')).not.toBeInTheDocument()
    expect(paste(document.body, both).defaultPrevented).toBe(true)
    await preview()
  })

  it('accepts an image pasted in the text tab, and shows the image tab', async () => {
    const { form } = await renderGenerator()
    expect(paste(document.body, carrying([imageFile()])).defaultPrevented).toBe(true)
    expect(form.getByRole('tab', { name: 'Image to Video' })).toHaveAttribute('aria-selected', 'true')
    expect(await form.findByRole('img', { name: 'image.png' })).toBeInTheDocument()
  })
})

import type { ModelInputs } from '@contract/inputs'
import { act, within } from '@testing-library/react'
import { vi } from 'vitest'
import { getModel, MODELS, type Model } from '@/config/models'
import { prepareImage } from '@/features/generator/image/prepare-image'
import { prepareInWorker } from '@/features/generator/image/prepare-in-worker'
import type { HttpRequest } from '@/lib/http/http'
import type { Services } from '@/lib/services'
import { fakeVideo } from '../../../../support/app/fake-video'
import { chooseModel } from '../../../../support/app/models'
import { card } from '../../../../support/image-files'
import { renderGenerator } from '../page'

export const ALL: ModelInputs = {
  frames: { adds: 10, needsPrompt: false },
  references: { needsPrompt: true, adds: 20, max: 3, roles: ['character', 'object', 'style'] },
  extend: { adds: 40, needsPrompt: false },
  edit: { adds: 50, needsPrompt: true },
  resolutions: [
    { name: '720p', adds: 0 },
    { name: '1080p', adds: 60 },
  ],
}

export const NONE: ModelInputs = { resolutions: [] }

/** Creates a model like Veo 3 with these inputs. */
export function takes(inputs: ModelInputs | null, patch: Partial<Model> = {}): Model {
  return { ...getModel('veo-3'), id: 'rich', name: 'Rich', path: 'google/rich', inputs, ...patch }
}

/** Creates an image. Another width makes another file. */
export function image(name: string, width = 640) {
  return new File([new Uint8Array(card(width, 360, 'png'))], name, { type: 'image/png' })
}

interface Options {
  models?: readonly Model[]
  services?: Partial<Services>
  /** The ID of the model to select. Null keeps the default. */
  choose?: string | null
}

/** Renders the generator with these models and the built-in ones. Call installImagePlatform() first. */
export async function renderAdvancedInputs({ models = [takes(ALL)], services = {}, choose = 'rich' }: Options = {}) {
  vi.mocked(prepareInWorker).mockImplementation((file) => prepareImage(file))
  let uploads = 0
  const upload = vi.fn<(request: HttpRequest) => Promise<unknown>>(async () => {
    uploads += 1
    return { success: true, data: { id: `image-${uploads}` } }
  })
  const voiceUpload = vi.fn<(request: HttpRequest) => Promise<unknown>>(async () => ({
    success: true,
    data: { id: 'voice-1' },
  }))
  const request = vi.fn(async (asked: HttpRequest): Promise<unknown> => {
    if (asked.path === '/api/capabilities') {
      return { success: true, data: { maxOpenJobs: 4, models: [...MODELS, ...models] } }
    }
    if (asked.path === '/api/images') return upload(asked)
    if (asked.path === '/api/audio') return voiceUpload(asked)
    // The offline check of the server never gets a response.
    if (asked.path === '/health') return new Promise(() => undefined)
    throw new Error(`The test gave no answer for ${asked.path}`)
  })
  const video = fakeVideo()
  const page = await renderGenerator({ video, services: { api: { request }, ...services } })
  const name = models.find(({ id }) => id === choose)?.name
  if (name) await chooseModel(page, name)
  return {
    ...page,
    video,
    upload,
    voiceUpload,
    button: (name: string | RegExp) => page.form.getByRole<HTMLButtonElement>('button', { name }),
    generate: () => page.user.click(page.form.getByRole('button', { name: /^Generate/ })),
    openImageTab: () => page.user.click(page.form.getByRole('tab', { name: 'Image to Video' })),
    sent: () => video.create.mock.calls.map(([{ body }]) => (body as { input: Record<string, unknown> }).input),
    held: () => page.consume.mock.calls.map(([{ amount, source }]) => [amount, source]),
  }
}

export type AdvancedInputsPage = Awaited<ReturnType<typeof renderAdvancedInputs>>

export async function describe(page: AdvancedInputsPage, text = 'a fox in the rain') {
  await page.user.click(page.prompt())
  await page.user.paste(text)
}

export async function addFrames({ user, form }: AdvancedInputsPage) {
  await user.upload(await form.findByLabelText('Upload first frame'), image('first.png'))
  await user.upload(form.getByLabelText('Upload last frame'), image('last.png', 700))
  await form.findByRole('img', { name: 'first.png' })
  await form.findByRole('img', { name: 'last.png' })
}

/** Opens the references, and adds these files. */
export async function addReferences({ user, form }: AdvancedInputsPage, ...names: string[]) {
  await user.click(await form.findByRole('button', { name: /^References/ }))
  const files = names.map((name, place) => image(name, 640 + place))
  await user.upload(form.getByLabelText(/^Add references/), files)
  await vi.waitFor(() => {
    if (form.queryAllByText(/^Preparing/).length > 0) throw new Error('Some are still prepared')
  })
}

export const order = (page: AdvancedInputsPage) =>
  within(page.form.getByRole('list', { name: /^References/ }))
    .getAllByRole('img')
    .map((image) => image.getAttribute('alt'))

export function drop({ form }: AdvancedInputsPage, ...files: File[]) {
  const event = new Event('drop', { bubbles: true, cancelable: true })
  const dropped = Object.assign(event, { dataTransfer: { files, items: [], types: ['Files'] } })
  act(() => void form.getByRole('tab', { name: 'Image to Video' }).dispatchEvent(dropped))
}

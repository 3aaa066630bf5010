import type { CastMember } from '@contract/cast'
import { screen } from '@testing-library/react'
import { vi } from 'vitest'
import { MODELS, type Model } from '@/config/models'
import { prepareImage } from '@/features/generator/image/prepare-image'
import { prepareInWorker } from '@/features/generator/image/prepare-in-worker'
import type { HttpRequest } from '@/lib/http/http'
import type { Services } from '@/lib/services'
import { fakeVideo } from '../../../../support/app/fake-video'
import { chooseModel } from '../../../../support/app/models'
import { takes } from '../advanced-inputs/page'
import { renderGenerator } from '../page'

/** Creates a member with so many images. */
export function castMember(name: string, images = 1, patch: Partial<CastMember> = {}): CastMember {
  const id = patch.id ?? name.toLowerCase()
  return {
    id,
    kind: 'character',
    name,
    note: '',
    images: Array.from({ length: images }, (_, place) => ({
      id: `${id}-${place + 1}`,
      url: `https://files.test/${id}`,
    })),
    voice: null,
    createdAt: '2026-11-20T09:00:00.000Z',
    ...patch,
  }
}

export const MARA = castMember('Mara', 3, { note: 'a diver with short gray hair' })
export const MARA_LOU = castMember('Mara Lou', 1, { id: 'mara-lou' })
export const MILL = castMember('Old Mill', 2, { id: 'mill', kind: 'place' })
export const MUNA = castMember('مُنى', 1, { id: 'muna' })

/** A model that takes up to `max` references. */
export function takesReferences(max: number, patch: Partial<Model> = {}): Model {
  const references = { needsPrompt: true, adds: 20, max, roles: ['character' as const] }
  return takes({ references, resolutions: [] }, patch)
}

interface Options {
  models?: readonly Model[]
  /** The members, or a function that answers each read of the cast. */
  members?: CastMember[] | (() => CastMember[] | Promise<CastMember[]>)
  services?: Partial<Services>
  signedIn?: boolean
  /** The model to select. Null keeps Veo 3, which takes no references. */
  choose?: string | null
}

export async function renderWithCast(options: Options = {}) {
  const { models = [takesReferences(9)], members = [MARA, MARA_LOU, MILL, MUNA], services = {}, signedIn } = options
  vi.mocked(prepareInWorker).mockImplementation((file) => prepareImage(file))
  let uploads = 0
  const read = vi.fn(async () => (typeof members === 'function' ? members() : members))
  const request = vi.fn(async ({ path }: HttpRequest): Promise<unknown> => {
    if (path === '/api/capabilities') {
      return { success: true, data: { maxOpenJobs: 4, models: [...MODELS, ...models] } }
    }
    if (path === '/api/cast') return { success: true, message: '', data: { members: await read() } }
    if (path === '/api/images') {
      uploads += 1
      return { success: true, data: { id: `upload-${uploads}` } }
    }
    throw new Error(`The test gave no answer for ${path}`)
  })
  const video = fakeVideo()
  const page = await renderGenerator({
    video,
    services: { api: { request }, ...services },
    ...(signedIn === undefined ? {} : { signedIn }),
  })
  const name = options.choose === undefined ? 'Rich' : options.choose
  if (name) await chooseModel(page, name)
  return {
    ...page,
    video,
    read,
    request,
    list: () => screen.queryByRole('listbox', { name: 'Your cast' }),
    options: () => screen.queryAllByRole('option').map((option) => option.textContent),
    chips: () =>
      page.form
        .queryAllByRole('listitem')
        .filter((item) => item.closest('[aria-label="Cast in this video"]'))
        .map((item) => item.textContent),
    generate: () => page.user.click(page.form.getByRole('button', { name: /^Generate/ })),
    sent: () => video.create.mock.calls.map(([{ body }]) => (body as { input: Record<string, unknown> }).input),
    held: () => page.consume.mock.calls.map(([{ amount, source }]) => [amount, source]),
  }
}

export type CastPage = Awaited<ReturnType<typeof renderWithCast>>

/** Pastes a prompt, and waits until its members are shown. */
export async function paste(page: CastPage, prompt: string, chips = 1) {
  await page.user.click(page.prompt())
  await page.user.paste(prompt)
  await vi.waitFor(() => {
    if (page.chips().length < chips) throw new Error(`The page shows ${page.chips().length} members`)
  })
}

/** The text of the form without the marks that isolate names. */
export const getText = ({ prompt }: CastPage) => (prompt().form?.textContent ?? '').replace(/[\u2068\u2069]/g, '')

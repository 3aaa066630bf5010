import type { CastMember } from '@contract/cast'
import { screen, within } from '@testing-library/react'
import { afterEach, beforeEach, vi } from 'vitest'
import { ImageError } from '@/features/generator/image/image-faults'
import { prepareInWorker } from '@/features/generator/image/prepare-in-worker'
import type { HttpRequest } from '@/lib/http/http'
import { renderApp } from '../../../support/app/render-app'
import { testSession } from '../../../support/app/session'

const { createObjectURL, revokeObjectURL } = URL
export const revoked = vi.fn()
/** Prepares images without a worker: call it at the top of a test file that mocks prepare-in-worker. */
export function prepareHere() {
  beforeEach(() => {
    revoked.mockClear()
    let made = 0
    URL.createObjectURL = () => `blob:${++made}`
    URL.revokeObjectURL = revoked
    vi.mocked(prepareInWorker).mockImplementation(async (file) => {
      if ((file as File).name === 'broken.png') throw new ImageError('broken')
      return { blob: file, width: 640, height: 360, wasTransparent: false }
    })
  })
  afterEach(() => Object.assign(URL, { createObjectURL, revokeObjectURL }))
}

export function testMember(patch: Partial<CastMember> = {}): CastMember {
  return {
    id: 'member-1',
    kind: 'character',
    name: 'Mara',
    note: 'A diver',
    images: [{ id: 'image-1', url: 'https://files.test/1.jpg' }],
    voice: null,
    createdAt: '2026-11-20T09:00:00.000Z',
    ...patch,
  }
}
export const BEN = testMember({ id: 'member-2', name: 'Ben', note: '', kind: 'style' })
export const picture = (name: string) => new File([name], name, { type: 'image/png' })

type Answers = Record<string, (body: Record<string, unknown>) => unknown>

/** Opens the page. `answers`: the responses by method and path. Uploads get the file's content as their ID. */
export function openCast(members: CastMember[] | Answers = [], answers: Answers = {}) {
  const list = Array.isArray(members) ? { 'GET /api/cast': () => ({ members }) } : members
  const all: Answers = {
    'POST /api/images': ({ image }) => ({ id: atob(String(image).split(',')[1] ?? '') }),
    ...list,
    ...answers,
  }
  const sent: [call: string, body: unknown][] = []
  const app = renderApp({
    route: '/cast',
    session: testSession(),
    prepare: ({ api }) =>
      api.request.mockImplementation(async ({ method, path, body }: HttpRequest) => {
        const call = `${method} ${path}`
        sent.push([call, body])
        const answer = all[call]
        if (!answer) throw new Error(`The test gave no answer for ${call}`)
        return { success: true, message: '', data: await answer(body as Record<string, unknown>) }
      }),
  })
  const find = (wanted: string) => sent.filter(([call]) => call === wanted).map(([, body]) => body)
  return { ...app, sent, find, answers: all }
}

export const cards = async () => within(await screen.findByRole('list', { name: 'Cast' })).findAllByRole('listitem')
export const names = async () => (await cards()).map((card) => within(card).getByRole('heading').textContent)
export const openForm = async ({ user }: ReturnType<typeof openCast>, name = 'Add to cast') => {
  await user.click(await screen.findByRole('button', { name: 'Add to cast' }))
  return within(screen.getByRole('dialog', { name }))
}
type Form = Awaited<ReturnType<typeof openForm>>
export const getInput = (form: Form) => form.getByLabelText<HTMLInputElement>(/^Add images/)
export const submit = (form: Form) => form.getByRole('button', { name: 'Add to cast' })

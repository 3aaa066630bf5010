import { randomUUID } from 'node:crypto'
import type { ScriptedService } from '../../../local/video-service/scripted/service.ts'
import { createUser, readBooks, type TestUser } from '../../harness/database.ts'
import { audioUri, createWav } from '../audio-files.ts'
import { pngDataUri } from './image.ts'
import { startFalApi } from './scripted-service.ts'
import { supabase } from './suite.ts'

/** Takes 9 references of every role, and a voice of 1.8 to 30.2 seconds. */
export const SEEDANCE = { path: '/generation/bytedance/seedance-2-5', quoted: 120 }
/** Takes 3 references, which can't have the role of a style. */
export const VEO = { path: '/generation/google/veo-3-1', quoted: 330 }
/** Takes no references. */
export const KLING = { path: '/generation/kling-ai/kling-v3', quoted: 60 }
export const EVERYTHING_BACK = { available: 1000, held: 0, captured: 0 }
export const MARA = pngDataUri(320, 320)
export const MARA_LATER = pngDataUri(330, 320)
export const PIER = pngDataUri(340, 320)
export const OWN = pngDataUri(350, 320)
export const VOICE = audioUri(createWav(3))

/** Starts an API of fal, and a user whose cast is Mara, a diver with two images, and the pier, a place with one. */
export async function startCastApi(fal: ScriptedService, more: object = {}) {
  const api = startFalApi(fal)
  const { request } = api
  const user = await createUser(supabase, 1000)
  const job = randomUUID()
  const upload = async (image: string, owner: TestUser = user) =>
    (await request('POST', '/api/images', owner, { image })).body.data.id as string
  const speak = async (audio = VOICE) => (await request('POST', '/api/audio', user, { audio })).body.data.id as string
  const add = async (body: object, owner: TestUser = user) =>
    (await request('POST', '/api/cast', owner, body)).body.data.id as string
  const images = [await upload(MARA), await upload(MARA_LATER), await upload(PIER)]
  const mara = await add({ kind: 'character', name: 'Mara', note: 'A diver', images: images.slice(0, 2), ...more })
  const pier = await add({ kind: 'place', name: 'The pier', images: images.slice(2) })
  /** Starts a job whose prompt names both. */
  const create = (input: object = {}, model: object = SEEDANCE, key = job) =>
    api.create(user, key, { prompt: '@Mara dives from @The pier', cast: [mara, pier], ...input }, model)
  const show = async (id: string = job) => (await request('GET', `/api/jobs/${id}`, user)).body.data
  const change = (body: object, id = mara) => request('PATCH', `/api/cast/${id}`, user, body)
  const remove = (id = mara) => request('DELETE', `/api/cast/${id}`, user)
  return {
    ...api,
    user,
    job,
    upload,
    speak,
    add,
    images,
    mara,
    pier,
    create,
    show,
    change,
    remove,
    booked: () => readBooks(supabase, user.id),
  }
}

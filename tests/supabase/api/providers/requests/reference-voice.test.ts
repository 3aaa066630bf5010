// A provider gets a voice only if the user chose one for this job, and only from an entry that takes one.
import { describe, expect, it } from 'vitest'
import { readCatalogue } from '../../../../../supabase/functions/api/catalogue/catalogue.ts'
import MODELS from '../../../../../supabase/functions/api/catalogue/models.json' with { type: 'json' }
import { createFalProvider } from '../../../../../supabase/functions/api/services/providers/fal.ts'
import type { CreateRequest, StoredAudio } from '../../../../../supabase/functions/api/services/providers/provider.ts'
import { createRunwayProvider } from '../../../../../supabase/functions/api/services/providers/runway.ts'
import { HERO, ORDER } from '../../../../harness/wires/wire.ts'
import { FOURTH_MODEL } from '../../../../support/server/fourth-model.ts'

const CREATE = { runway: createRunwayProvider, fal: createFalProvider }
type Provider = keyof typeof CREATE
const catalogue = readCatalogue(MODELS)

const PUBLIC: StoredAudio = {
  url: 'https://storage.test/voice.mp3',
  mime: 'audio/mpeg',
  bytes: new TextEncoder().encode('spoken'),
  seconds: 3,
}
/** Its Storage can't be reached from outside, so the bytes are sent. */
const LOCAL: StoredAudio = { ...PUBLIC, url: 'http://127.0.0.1:54321/voice.mp3' }
const SPOKEN = Buffer.from('spoken').toString('base64')

const order = (model: string, audio: StoredAudio | null): CreateRequest => ({
  ...ORDER,
  model,
  kind: 'references',
  references: [{ ...HERO, role: 'character' }],
  audio,
})

/** Returns the request's body as text and as fields. */
async function send(provider: Provider, request: CreateRequest) {
  const bodies: string[] = []
  const models = catalogue.at(provider)
  const fetch = async (_: unknown, init?: RequestInit) => {
    bodies.push(String(init?.body))
    return Response.json({ id: '1', request_id: '1' })
  }
  const adapter = CREATE[provider]({ models, baseUrl: 'https://provider.test', apiKey: 'key', fetch } as never)
  expect(await adapter.create(request)).toMatchObject({ kind: 'created' })
  const text = bodies.join()
  return { text, fields: JSON.parse(text) as Record<string, unknown> }
}

const list = (provider: Provider, takes: boolean) =>
  Object.entries(catalogue.at(provider)).flatMap(([id, { references }]) =>
    references && Boolean(references.audio) === takes ? [id] : [],
  )

describe.each<[Provider, string, (uri: string) => unknown]>([
  ['runway', 'referenceAudio', (uri) => [{ type: 'audio', uri }]],
  ['fal', 'audio_urls', (uri) => [uri]],
])('%s', (provider, field, wrap) => {
  it.each(list(provider, true))('gets the voice of a job with %s as its published types say', async (id) => {
    const { fields } = await send(provider, order(id, PUBLIC))
    expect(fields[field]).toEqual(wrap(PUBLIC.url))
    expect((await send(provider, order(id, LOCAL))).fields[field]).toEqual(wrap(`data:audio/mpeg;base64,${SPOKEN}`))
  })

  it('gets no voice for a job without one', async () => {
    for (const id of list(provider, true))
      expect((await send(provider, order(id, null))).fields).not.toHaveProperty(field)
  })

  it('gets no voice with a model or a kind of input that takes none', async () => {
    for (const id of list(provider, false))
      for (const audio of [PUBLIC, LOCAL])
        expect((await send(provider, order(id, audio))).text).not.toMatch(/voice|audio:|data:audio/)
    for (const id of list(provider, true)) {
      const { text } = await send(provider, { ...order(id, LOCAL), kind: 'text', references: [] })
      expect(text).not.toContain(SPOKEN)
    }
  })
})

it.each(['openrouter', 'comfyui'])('refuses an entry of %s with a voice, and names its location', (provider) => {
  const references = { path: 'x', accepts: [], max: 2, roles: ['object'], audio: { maxSeconds: 15 } }
  const video = { fps: 24, frameStep: 8, sizes: { '16:9': [1280, 704], '9:16': [704, 1280], '1:1': [704, 704] } }
  const made = {
    durations: [60],
    text: { path: 'x', accepts: [] },
    references,
    ...(provider === 'comfyui' ? { video } : {}),
  }
  const model = { ...FOURTH_MODEL, resolutions: [], providers: { [provider]: made } }
  expect(() => readCatalogue({ version: 1, models: [model] })).toThrow(
    `.providers.${provider}.references.audio: ${provider} doesn't support a voice`,
  )
})

it('refuses an entry with a voice in another kind of input than references', () => {
  const text = { path: 'x', accepts: [], audio: { maxSeconds: 15 } }
  const model = { ...FOURTH_MODEL, resolutions: [], providers: { fal: { durations: [60], text } } }
  expect(() => readCatalogue({ version: 1, models: [model] })).toThrow('set "audio" in "references", and nowhere else')
})

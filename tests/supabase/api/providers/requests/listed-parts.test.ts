// Over real HTTP, every adapter sends a field or an input exactly if the catalogue's entry lists it. An entry that
// lists a part that its adapter can't send is refused at start.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ScriptedService } from '../../../../../local/video-service/scripted/service.ts'
import { INPUT_KINDS, type InputKind } from '../../../../../supabase/functions/_shared/contract/inputs.ts'
import { readCatalogue } from '../../../../../supabase/functions/api/catalogue/catalogue.ts'
import type { CreateRequest } from '../../../../../supabase/functions/api/services/providers/provider.ts'
import { CUP, FIRST, FULL_ORDER, HERO, LAST, SOURCE, type WirePart } from '../../../../harness/wires/wire.ts'
import { WIRES } from '../../../../harness/wires/wires.ts'
import { FOURTH_MODEL } from '../../../../support/server/fourth-model.ts'

const FIELDS: WirePart[] = ['aspectRatio', 'negativePrompt', 'seed', 'sound', 'resolution']
const KINDS = INPUT_KINDS.filter((kind) => kind !== 'text')
const RENAMED = { image: 'own_first', lastImage: 'own_last', references: 'own_references', source: 'own_source' }
type Names = Partial<typeof RENAMED>
const KIND_OF = { image: 'image', lastImage: 'frames', references: 'references', source: 'edit' } as const

const isKind = (part: WirePart) => KINDS.some((kind) => kind === part)

/** Reads a catalogue with one model, whose entry lists only this part. */
function plant(provider: string, part: WirePart | 'text', names: Names = {}) {
  const accepts = part === 'text' || isKind(part as WirePart) ? [] : [part]
  const endpoint = (kind: string) => ({
    path: kind,
    accepts,
    ...(part === 'negativePrompt' ? { maxNegativePrompt: 100 } : {}),
  })
  const made = {
    durations: [5],
    ratios: { '9:16': 'tall' },
    ...(provider === 'comfyui'
      ? { video: { fps: 24, frameStep: 8, sizes: { '16:9': [1280, 704], '9:16': [704, 1280] } } }
      : {}),
    // A model that upscales has no other kind of input.
    ...(part === 'upscale' ? {} : { text: endpoint('text') }),
    ...(accepts.length === 0 && part !== 'text'
      ? {
          [part]: {
            ...endpoint(part),
            names,
            ...(part === 'references' ? { max: 2, roles: ['character', 'object'] } : {}),
          },
        }
      : {}),
  }
  const model = {
    ...FOURTH_MODEL,
    id: 'planted',
    durations: [{ seconds: 5, estimateSeconds: { from: 60, to: 120 } }],
    resolutions: part === 'resolution' ? ['720p', '1080p'].map((name) => ({ name, adds: 0 })) : [],
    providers: { [provider]: made },
  }
  return readCatalogue({ version: 1, models: [model] }).at(provider)
}

function order(kind: InputKind): CreateRequest {
  return {
    ...FULL_ORDER,
    model: 'planted',
    kind,
    image: kind === 'image' || kind === 'frames' ? FIRST : null,
    lastImage: kind === 'frames' ? LAST : null,
    references:
      kind === 'references'
        ? [
            { ...HERO, role: 'character' },
            { ...CUP, role: 'object' },
          ]
        : [],
    source: ['extend', 'edit', 'upscale'].includes(kind) ? SOURCE : null,
  }
}

describe.each(WIRES.map((wire) => [wire.name, wire] as const))('%s', (_name, wire) => {
  const { read, endpoint, bare, adds, names } = wire.requests
  const server = new ScriptedService()
  beforeAll(() => server.open())
  afterAll(() => server.close())
  beforeEach(() => {
    server.sent.length = 0
    server.intercept.any = wire.created
  })
  const open = (models?: ReturnType<typeof plant>) =>
    wire.open({ baseUrl: server.url, apiKey: 'key', fetch, ...(models && { models }) })
  const { name: provider } = wire.open({ baseUrl: 'http://unused.test', apiKey: '', fetch })

  /** Creates a video. Returns the last request, because images may be uploaded before. */
  async function send(kind: InputKind, models: ReturnType<typeof plant>) {
    expect(await open(models).create(order(kind))).toMatchObject({ kind: 'created' })
    const last = server.sent.at(-1)
    if (!last) throw new Error('nothing was sent')
    return read(last)
  }

  it('sends no field that the catalogue entry does not list', async () => {
    expect(await send('text', plant(provider, 'text'))).toEqual({ endpoint: endpoint('text'), fields: bare })
  })

  const parts = [...FIELDS, ...KINDS] as WirePart[]
  const sent = parts.filter((part) => adds[part])
  it.each(sent)('sends %s if the catalogue entry lists it, and nothing else', async (part) => {
    const kind = isKind(part) ? (part as InputKind) : 'text'
    expect(await send(kind, plant(provider, part))).toEqual({
      endpoint: endpoint(kind),
      // No prompt and no duration are sent with a video to upscale.
      fields: { ...(part === 'upscale' ? {} : bare), ...adds[part] },
    })
  })

  it('sends no request for an input that the catalogue entry does not list', async () => {
    const { create } = open(plant(provider, 'text'))
    for (const kind of KINDS) expect(await create(order(kind))).toMatchObject({ code: 'provider_unavailable' })
    expect(server.sent).toEqual([])
  })

  const unsent = parts.filter((part) => !adds[part])
  if (unsent.length > 0)
    it("refuses a catalogue entry with a part that the provider can't send, and names its location", () => {
      for (const part of unsent) {
        const place = `planted.providers.${provider}.${isKind(part) ? part : 'text.accepts'}`
        expect(() => plant(provider, part)).toThrow(`${place}: ${provider} doesn't support`)
      }
    })

  const inputs = (Object.keys(RENAMED) as (keyof typeof RENAMED)[]).filter((input) => adds[KIND_OF[input]])
  const renamable = inputs.filter((input) => names[input])
  if (renamable.length > 0)
    it.each(renamable)('sends %s in the field that the catalogue entry names', async (input) => {
      const kind = KIND_OF[input]
      const { [names[input] ?? '']: value, ...others } = adds[kind] ?? {}
      expect((await send(kind, plant(provider, kind, { [input]: RENAMED[input] }))).fields).toEqual({
        ...bare,
        ...others,
        [RENAMED[input]]: value,
      })
    })

  const fixed = inputs.filter((input) => !names[input])
  if (fixed.length > 0)
    it("refuses a new name for a provider's fixed field in a catalogue entry, and names its location", () => {
      for (const input of fixed) {
        const kind = KIND_OF[input]
        expect(() => plant(provider, kind, { [input]: RENAMED[input] })).toThrow(
          `planted.providers.${provider}.${kind}.names.${input}: remove it`,
        )
      }
    })
})

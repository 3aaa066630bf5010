// Compares every request that the catalogue can send to Runway and fal with the fields in their published types.
import { describe, expect, it } from 'vitest'
import { INPUT_KINDS, type InputKind } from '../../../../../supabase/functions/_shared/contract/inputs.ts'
import { readCatalogue } from '../../../../../supabase/functions/api/catalogue/catalogue.ts'
import MODELS from '../../../../../supabase/functions/api/catalogue/models.json' with { type: 'json' }
import { createFalProvider } from '../../../../../supabase/functions/api/services/providers/fal.ts'
import type { CreateRequest } from '../../../../../supabase/functions/api/services/providers/provider.ts'
import type { ProviderOptions } from '../../../../../supabase/functions/api/services/providers/provider-http.ts'
import { createRunwayProvider } from '../../../../../supabase/functions/api/services/providers/runway.ts'
import { STARTS } from '../../../../harness/wires/runway.ts'
import { ORDER } from '../../../../harness/wires/wire.ts'
import PUBLISHED from '../../../../support/providers/published-fields.json' with { type: 'json' }

interface Published {
  required: string[]
  /** The accepted values of a field, or 'string', 'number', 'boolean', or 'array' for any value of that type. */
  fields: Record<string, (string | number)[]>
}
type Body = Record<string, unknown>

const PROVIDERS = { runway: createRunwayProvider, fal: createFalProvider }
const IMAGE = { url: 'https://storage.test/1.png', mime: 'image/png' as const, bytes: new Uint8Array(1) }
const VOICE = { url: 'https://storage.test/1.mp3', mime: 'audio/mpeg' as const, bytes: new Uint8Array(1), seconds: 3 }
const catalogue = readCatalogue(MODELS)

/**
 * Returns all requests for a model and a kind of input: each duration, aspect ratio, and resolution, with and without
 * sound.
 */
function listRequests(id: string, kind: InputKind): CreateRequest[] {
  const model = catalogue.models.find((one) => one.id === id)
  return (model?.durations ?? []).flatMap(({ seconds: durationSeconds }) =>
    (model?.aspectRatios ?? []).flatMap((aspectRatio) =>
      [true, false].flatMap((generateAudio) =>
        (model?.resolutions.length ? model.resolutions : [{ name: null }]).map(({ name: resolution }) => ({
          ...ORDER,
          model: id,
          negativePrompt: 'blur',
          durationSeconds,
          aspectRatio,
          generateAudio,
          kind,
          resolution,
          image: kind === 'image' || kind === 'frames' ? IMAGE : null,
          lastImage: kind === 'frames' ? IMAGE : null,
          references: kind === 'references' ? [{ ...IMAGE, role: 'character' as const }] : [],
          audio: kind === 'references' ? VOICE : null,
          source: ['extend', 'edit', 'upscale'].includes(kind) ? 'https://storage.test/1.mp4' : null,
        })),
      ),
    ),
  )
}

async function readBody(
  provider: keyof typeof PROVIDERS,
  request: CreateRequest,
): Promise<{ path: string; body: Body }> {
  const sent: { path: string; body: Body }[] = []
  const fetch: ProviderOptions['fetch'] = async (url, init) => {
    sent.push({ path: new URL(String(url)).pathname, body: JSON.parse(String(init?.body)) })
    return Response.json({ id: '1', request_id: '1' })
  }
  const options = { models: catalogue.at(provider), baseUrl: 'https://provider.test', apiKey: 'key', fetch }
  expect(await PROVIDERS[provider](options).create(request)).toMatchObject({ kind: 'created' })
  return sent[0] as { path: string; body: Body }
}

function isAccepted(value: unknown, accepted: (string | number)[]): boolean {
  const kind = Array.isArray(value) ? 'array' : typeof value
  return accepted.includes(kind) || ((kind === 'string' || kind === 'number') && accepted.includes(value as string))
}

function findFaults(body: Body, { required, fields }: Published): string[] {
  return [
    ...required.filter((name) => !(name in body)).map((name) => `${name} is missing`),
    ...Object.entries(body)
      .filter(([name, value]) => !fields[name] || !isAccepted(value, fields[name]))
      .map(([name, value]) => `${name}: ${JSON.stringify(value)}`),
  ]
}

const endpoints = (provider: keyof typeof PROVIDERS) =>
  Object.entries(catalogue.at(provider)).flatMap(([id, made]) =>
    INPUT_KINDS.flatMap((kind) => (made[kind] ? [[id, kind, made[kind].path] as const] : [])),
  )

describe.each(['runway', 'fal'] as const)('%s', (provider) => {
  const published = PUBLISHED[provider] as Record<string, Partial<Record<InputKind, Published>>>

  it.each(endpoints(provider))('sends only published fields and values for %s from %s', async (id, kind, path) => {
    const known = published[path]?.[kind]
    if (!known) throw new Error(`published-fields.json lacks ${path} (${kind})`)
    const requests = listRequests(id, kind)
    expect(requests.length).toBeGreaterThan(0)
    for (const request of requests) {
      const sent = await readBody(provider, request)
      expect(sent.path).toBe(provider === 'fal' ? `/${path}` : `/v1/${STARTS[kind]}_to_video`)
      expect(findFaults(sent.body, known)).toEqual([])
    }
  })
})

it("reports fields, values, and gaps that differ from the provider's published types", () => {
  const known = { required: ['prompt'], fields: { prompt: ['string'], ratio: ['16:9'] } }
  expect(findFaults({ ratio: '1:1', seed: 7 }, known)).toEqual(['prompt is missing', 'ratio: "1:1"', 'seed: 7'])
})

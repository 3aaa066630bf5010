// Tests `npm run models` with scripted lists, in the formats that OpenRouter and fal document.
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  repeatResponse,
  type ScriptedResponse,
  sendJson,
  sendPage,
} from '../../../local/video-service/scripted/response.ts'
import { ScriptedService } from '../../../local/video-service/scripted/service.ts'
import { readCatalogue } from '../../../supabase/functions/api/catalogue/catalogue.ts'
import CATALOGUE from '../../../supabase/functions/api/catalogue/models.json' with { type: 'json' }
import { createSender } from '../../../tools/doctor/checks/check.ts'
import { ModelsError } from '../../../tools/models/lists.ts'
import { describeModels, readOptions } from '../../../tools/models/report.ts'
import { findFreePort } from '../../harness/free-port.ts'
import { makeFolder } from '../../support/make-folder.ts'
import { runProgram } from '../../support/run-program.ts'

const folder = await makeFolder()
const server = new ScriptedService()
beforeAll(() => server.open())
afterAll(() => server.close())
beforeEach(() => {
  server.sent.length = 0
})

/** Runs the command in a folder without settings, in an environment without keys. */
function run(...options: string[]) {
  const entry = join(import.meta.dirname, '../../../tools/run.mjs')
  return runProgram(process.execPath, [entry, 'models', ...options], { cwd: folder, env: { PATH: process.env.PATH } })
}
/** Returns the command's output, or its error if it exits with 1. */
async function models(...options: string[]): Promise<{ printed: string } | { said: string }> {
  try {
    return { printed: await describeModels(readOptions(options), createSender(fetch, 10_000)) }
  } catch (error) {
    if (error instanceof ModelsError) return { said: error.message }
    throw error
  }
}
async function print(...options: string[]): Promise<string> {
  const ended = await ask(...(options as [string]))
  if ('said' in ended) throw new Error(ended.said)
  return ended.printed
}
const ask = (provider: string, ...options: string[]) => models('--provider', provider, '--url', server.url, ...options)
const answer = (reply: ScriptedResponse) => {
  server.intercept.any = repeatResponse(reply)
}

/** Returns the entries that were printed under a heading, such as NEW. */
function entriesIn(
  printed: string,
  word: string,
): { id: string; credits: number; providers: Record<string, unknown> }[] {
  const blocks = printed
    .split(/^(?=NEW |CHANGED |GONE |Left out|\S+ lists \d)/m)
    .filter((block) => block.startsWith(`${word} `))
  return blocks.map((block) => JSON.parse(block.slice(block.indexOf('\n'))))
}

/** All catalogue models at OpenRouter, in the format of its list. */
const LISTED = readCatalogue(CATALOGUE).models.flatMap(
  ({ name, aspectRatios, resolutions, providers: { openrouter: made } }) =>
    made
      ? [
          {
            id: made.text?.path,
            name: `Maker: ${name}`,
            supported_durations: made.durations,
            supported_aspect_ratios: aspectRatios,
            supported_resolutions: [...Object.values(made.fixed), ...resolutions.map((one) => one.name)],
            supported_frame_images: ['first_frame', 'last_frame'],
            generate_audio: made.text?.takes.includes('sound') ?? null,
            seed: made.text?.takes.includes('seed') ?? null,
          },
        ]
      : [],
)
const WAN = 'alibaba/wan-2.7'
const NOVA = {
  id: 'studio/nova-9',
  name: 'Studio: Nova 9',
  supported_durations: [4, 5, 10, 15, 90],
  supported_aspect_ratios: ['21:9', '16:9', '1:1'],
  supported_resolutions: ['480p', '720p'],
  supported_frame_images: ['first_frame'],
  generate_audio: true,
  seed: null,
  pricing_skus: { 'per-video-second': '0.10' },
  upscale_factor: null,
}

describe('npm run models -- --provider openrouter', () => {
  it("prints no entry if OpenRouter's list matches the catalogue", async () => {
    answer(sendJson({ data: LISTED }))
    const { status, printed, said } = await run('--provider', 'openrouter', '--url', server.url)
    expect({ status, said }).toEqual({ status: 0, said: '' })
    expect(printed).toBe(`OpenRouter lists ${LISTED.length * 2} ways to generate video: 0 new, 0 changed, 0 gone.\n`)
    expect(server.sent).toMatchObject([{ method: 'GET', path: 'videos/models' }])
    expect(server.sent[0]?.headers).not.toHaveProperty('authorization')
  })

  it('prints a new model as an entry that lacks only its price', async () => {
    answer(sendJson({ data: [...LISTED, NOVA, { ...NOVA, id: 'studio/upscale', upscale_factor: { min: 2, max: 4 } }] }))
    const printed = await print('openrouter')
    expect(printed).toContain('NEW      Nova 9 (studio/nova-9). OpenRouter charges: per-video-second 0.10.\n')
    expect(printed).toContain('"aspectRatios": ["16:9", "1:1"],')
    expect(printed).toContain('1 new, 0 changed, 0 gone.\nNothing was written.')
    const [entry, ...others] = entriesIn(printed, 'NEW')
    expect(others).toEqual([])
    expect(entry).toMatchObject({
      id: 'nova-9',
      maker: 'Studio',
      credits: 0,
      durations: [{ seconds: 5 }, { seconds: 10 }],
      providers: {
        openrouter: {
          durations: [4, 5, 10, 15],
          fixed: { resolution: '720p' },
          text: { path: 'studio/nova-9', takes: ['aspectRatio', 'sound'] },
          image: { path: 'studio/nova-9', takes: ['aspectRatio', 'sound'] },
        },
      },
    })
    const read = (credits: number) =>
      readCatalogue({ ...CATALOGUE, models: [...CATALOGUE.models, { ...entry, credits }] })
    expect(() => read(0)).toThrow('nova-9.credits')
    expect(read(50).byPath('openrouter/nova-9')?.credits).toBe(50)
  })

  it("prints a model's changes, with the updated entry and its current price", async () => {
    const changed = LISTED.map((one) =>
      one.id === WAN
        ? { ...one, supported_durations: [5], supported_resolutions: ['1080p'], seed: false, generate_audio: true }
        : one,
    )
    answer(sendJson({ data: changed }))
    const printed = await print('openrouter')
    expect(printed).toContain('CHANGED  Wan 2.7 no longer takes 10 s, 720p, a seed, and now takes sound.\n')
    const [entry] = entriesIn(printed, 'CHANGED')
    expect(entry).toMatchObject({
      id: 'wan-2.7',
      credits: 50,
      durations: [{ seconds: 5 }],
      providers: {
        openrouter: {
          durations: [5],
          fixed: { resolution: '1080p' },
          text: { path: WAN, takes: ['aspectRatio', 'sound'] },
        },
      },
    })
    const others = CATALOGUE.models.filter(({ id }) => id !== 'wan-2.7')
    expect(() => readCatalogue({ ...CATALOGUE, models: [...others, entry] })).not.toThrow()
  })

  it('prints the entry of a removed model without the provider', async () => {
    answer(sendJson({ data: LISTED.filter(({ id }) => id !== 'google/veo-3.1') }))
    const printed = await print('openrouter')
    expect(printed).toContain('GONE     Veo 3.1: OpenRouter no longer lists google/veo-3.1.\n')
    const [entry] = entriesIn(printed, 'GONE')
    expect(Object.keys(entry?.providers ?? {})).not.toContain('openrouter')
    expect(entry).toMatchObject({ id: 'veo-3.1', isOn: true, credits: 330 })
  })

  it('adds the provider to the entry of a model that the catalogue has from another provider', async () => {
    const gen = { ...NOVA, id: 'runway/gen-4.5', name: 'Runway: Gen-4.5', supported_aspect_ratios: ['16:9', '9:16'] }
    answer(sendJson({ data: [...LISTED, gen] }))
    const [entry] = entriesIn(await print('openrouter'), 'NEW')
    expect(entry).toMatchObject({ id: 'gen-4.5', credits: 60, providers: { runway: {}, openrouter: { fixed: {} } } })
  })

  it('names a model for which no entry can be written, with the reason', async () => {
    answer(sendJson({ data: [...LISTED, { id: 'studio/vague', name: 'Vague' }] }))
    const printed = await print('openrouter')
    expect(printed).toContain(
      'Left out, because no entry can be written:\n  studio/vague: the list gives no durations.\n',
    )
  })
})

/** Returns an endpoint as fal lists it, with its input schema. */
function falModel(path: string, properties: Record<string, unknown>, required: string[]) {
  const $ref = '#/components/schemas/Input'
  const post = { requestBody: { content: { 'application/json': { schema: { $ref } } } } }
  return {
    endpoint_id: path,
    metadata: { display_name: 'LTX 2.3', category: 'text-to-video', status: 'active' },
    openapi: {
      openapi: '3.0.4',
      paths: { [`/${path}/requests/{id}`]: { get: {} }, [`/${path}`]: { post } },
      components: { schemas: { Input: { properties, required } } },
    },
  }
}
const SECONDS = { duration: { enum: ['6', '8', '10'] }, resolution: { enum: ['1080p', '1440p'] } }
const TEXT = falModel(
  'fal-ai/ltx-9/text-to-video',
  { ...SECONDS, prompt: {}, aspect_ratio: { enum: ['16:9', '9:16'] }, generate_audio: { type: 'boolean' } },
  ['prompt'],
)
const IMAGE = falModel(
  'fal-ai/ltx-9/image-to-video',
  { ...SECONDS, prompt: {}, image_url: {}, generate_audio: { type: 'boolean' } },
  ['prompt', 'image_url'],
)
const START = falModel('fal-ai/other/image-to-video', { ...SECONDS, start_image_url: {} }, ['start_image_url'])

describe('npm run models -- --provider fal', () => {
  it("reads all pages of both modes, and prints an entry from fal's schemas", async () => {
    server.intercept.any = ({ path }) => {
      const query = new URL(path, server.url).searchParams
      if (query.get('category') === 'image-to-video')
        return sendJson({ models: [IMAGE, START], next_cursor: null, has_more: false })
      return query.has('cursor')
        ? sendJson({ models: [], next_cursor: null, has_more: false })
        : sendJson({ models: [TEXT], next_cursor: 'Mg', has_more: true })
    }
    const printed = await print('fal')
    expect(server.sent.map(({ path }) => path)).toEqual([
      'models?category=text-to-video&status=active&expand=openapi-3.0',
      'models?category=text-to-video&status=active&expand=openapi-3.0&cursor=Mg',
      'models?category=image-to-video&status=active&expand=openapi-3.0',
    ])
    const [entry] = entriesIn(printed, 'NEW')
    expect(entry).toMatchObject({
      id: 'ltx-9',
      credits: 0,
      aspectRatios: ['16:9', '9:16'],
      durations: [{ seconds: 6 }, { seconds: 8 }, { seconds: 10 }],
      providers: {
        fal: {
          fixed: { resolution: '1080p' },
          text: { path: 'fal-ai/ltx-9/text-to-video', takes: ['aspectRatio', 'sound'] },
          image: { path: 'fal-ai/ltx-9/image-to-video', takes: ['sound'], needsPrompt: true },
        },
      },
    })
    expect(printed).toContain('fal-ai/other/image-to-video: it requires start_image_url.')
    expect(printed).toContain('GONE     Veo 3: fal no longer lists fal-ai/veo3, fal-ai/veo3/image-to-video.\n')
  })
})

describe('Fault of npm run models', () => {
  it.each([
    ['no provider', [], 'Missing --provider: the provider to ask.'],
    ['an unknown provider', ['--provider', 'polo'], 'Unknown provider: polo. Known providers: pollo, fal, openrouter'],
    ['a provider without a list', ['--provider', 'kling'], 'kling has no list of models that we can read.'],
    [
      'an address that is none',
      ['--provider', 'fal', '--url', 'fal'],
      '--url must be an address like https://api.fal.ai/v1',
    ],
    ['an unknown option', ['--proivder', 'fal'], "Unknown option '--proivder'"],
  ])('ends npm run models with a sentence and the usage for %s', async (_, options, sentence) => {
    const { said } = (await models(...options)) as { said: string }
    expect(said).toContain(sentence)
    expect(said).toContain('npm run models -- --provider openrouter|fal')
  })

  it.each<[string, ScriptedResponse, string]>([
    ['a web page instead of a list', sendPage(200), 'returned HTTP 200, and no list of models'],
    ['JSON of another shape', sendJson({ models: 'many' }), 'returned HTTP 200, and no list of models'],
    ['an error response', sendJson({ error: { message: 'no' } }, 503), 'returned HTTP 503, and no list of models'],
    ['a cut connection', 'reset', "The list of models can't be read. The request failed: connection closed."],
  ])('ends npm run models with one sentence for %s', async (_, reply, sentence) => {
    answer(reply)
    const { said } = (await ask('openrouter')) as { said: string }
    expect(said).toContain(sentence)
    expect(said).toContain('Nothing was changed.')
  })

  it("ends npm run models with one sentence if the provider doesn't respond", async () => {
    const { status, printed, said } = await run(
      '--provider',
      'fal',
      '--url',
      `http://127.0.0.1:${await findFreePort()}`,
    )
    expect({ status, printed }).toEqual({ status: 1, printed: '' })
    expect(said).toContain('connection refused')
  })
})

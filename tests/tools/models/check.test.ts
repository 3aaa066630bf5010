// Tests `npm run models -- --check` and `--update` with scripted lists, in the formats that OpenRouter and fal document.
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
import { listEndpoints } from '../../../supabase/functions/api/catalogue/provider-model.ts'
import { findFreePort } from '../../harness/free-port.ts'
import { copyRepository, type RepositoryCopy } from '../../support/models/repository-copy.ts'
import { runProgram } from '../../support/run-program.ts'

const RECORDED = join(import.meta.dirname, '../../fixtures/models/openrouter-2026-10-09.json')

let copy: RepositoryCopy
const server = new ScriptedService()
beforeAll(() => server.open())
afterAll(() => server.close())
beforeEach(async () => {
  server.sent.length = 0
  copy = await copyRepository()
})

/** Runs the command as a program, in an environment without keys. */
function runCommand(...options: string[]) {
  const entry = join(import.meta.dirname, '../../../tools/run.mjs')
  return runProgram(process.execPath, [entry, 'models', ...options], {
    cwd: copy.root,
    env: { PATH: process.env.PATH },
  })
}
const check = (provider: string, ...options: string[]) =>
  copy.run('--check', '--provider', provider, '--url', server.url, ...options)
async function print(provider: string, ...options: string[]): Promise<string> {
  const ended = await check(provider, ...options)
  if ('said' in ended) throw new Error(ended.said)
  return ended.printed
}
const answer = (reply: ScriptedResponse) => {
  server.intercept.any = repeatResponse(reply)
}

const MODELS = readCatalogue(CATALOGUE).models
/** All catalogue models at OpenRouter, in the format of its list. */
const LISTED = MODELS.flatMap(({ name, aspectRatios, resolutions, providers: { openrouter: made } }) =>
  made
    ? [
        {
          id: made.text?.path,
          name: `Maker: ${name}`,
          supported_durations: made.durations,
          supported_aspect_ratios: aspectRatios,
          supported_resolutions: [...Object.values(made.fixed), ...resolutions.map((one) => one.name)],
          supported_frame_images: ['first_frame', 'last_frame'],
          generate_audio: made.text?.accepts.includes('sound') ?? null,
          seed: made.text?.accepts.includes('seed') ?? null,
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
const CHANGED = LISTED.map((one) =>
  one.id === WAN
    ? { ...one, supported_durations: [5], supported_resolutions: ['1080p'], seed: false, generate_audio: true }
    : one,
)

describe('npm run models -- --check with OpenRouter', () => {
  it('reports nothing if the list matches the catalogue, and writes nothing', async () => {
    answer(sendJson({ data: LISTED }))
    const before = copy.readFiles()
    const { status, printed, said } = await runCommand('--check', '--provider', 'openrouter', '--url', server.url)
    expect({ status, said }).toEqual({ status: 0, said: '' })
    expect(printed).toBe(`OpenRouter lists ${LISTED.length * 2} ways to generate video: 0 new, 0 changed, 0 gone.\n`)
    expect(server.sent).toMatchObject([{ method: 'GET', path: 'videos/models' }])
    expect(server.sent[0]?.headers).not.toHaveProperty('authorization')
    expect(copy.readFiles()).toBe(before)
  })

  it("agrees with OpenRouter's list of October 9, 2026, but for the sound of Wan 2.7", async () => {
    const { printed } = (await copy.run('--check', '--provider', 'openrouter', '--from', RECORDED)) as {
      printed: string
    }
    const old = printed.split('\n').filter((line) => !line.startsWith('NEW'))
    expect(old).toEqual([
      'CHANGED  Wan 2.7 now accepts sound. Update it: npm run models -- --update openrouter wan-2.7',
      'OpenRouter lists 42 ways to generate video: 11 new, 1 changed, 0 gone.',
    ])
    expect(printed).toContain(
      "NEW      black-forest-labs/flux-video-edit: black-forest-labs/flux-video-edit. We can't call it: the list gives no durations.",
    )
  })

  it('names a new model with its price and the command that adds it', async () => {
    answer(sendJson({ data: [...LISTED, NOVA, { ...NOVA, id: 'studio/upscale', upscale_factor: { min: 2, max: 4 } }] }))
    expect(await print('openrouter')).toBe(
      [
        'NEW      Nova 9. OpenRouter charges: per-video-second 0.10. Add it: npm run models -- --add openrouter studio/nova-9',
        `OpenRouter lists ${LISTED.length * 2 + 2} ways to generate video: 1 new, 0 changed, 0 gone.`,
      ].join('\n'),
    )
    expect(await print('openrouter', '--match', 'WORD')).toContain('0 new, 0 changed, 0 gone.')
  })

  it("says what changed, and --update writes it without changing the price or the catalogue's version", async () => {
    answer(sendJson({ data: CHANGED }))
    expect(await print('openrouter')).toContain(
      'CHANGED  Wan 2.7 no longer accepts 10 s, 720p, a seed, and now accepts sound. Update it: npm run models -- --update openrouter wan-2.7\n',
    )
    const updated = await copy.run('--update', 'openrouter', 'wan-2.7', '--url', server.url)
    expect(updated).toEqual({
      printed:
        'Wan 2.7 no longer accepts 10 s, 720p, a seed, and now accepts sound.\nWritten: supabase/functions/api/catalogue/models.json.',
    })
    expect(copy.readModels().find(({ id }) => id === 'wan-2.7')).toMatchObject({
      credits: 50,
      durations: [{ seconds: 5 }],
      providers: {
        openrouter: {
          durations: [5],
          fixed: { resolution: '1080p' },
          text: { path: WAN, accepts: ['aspectRatio', 'sound'] },
        },
      },
    })
    expect(JSON.parse(copy.readFiles().split('\n{\n')[0] ?? '').version).toBe(CATALOGUE.version)
    const again = await copy.run('--update', 'openrouter', 'wan-2.7', '--url', server.url)
    expect(again).toEqual({ printed: 'Wan 2.7 is as OpenRouter describes it. Nothing was written.' })
  })

  it('says that a model is gone, and --update removes the provider from its entry', async () => {
    answer(sendJson({ data: LISTED.filter(({ id }) => id !== 'google/veo-3.1') }))
    expect(await print('openrouter')).toContain(
      'GONE     Veo 3.1: OpenRouter no longer lists google/veo-3.1. Remove it: npm run models -- --update openrouter veo-3.1\n',
    )
    await copy.run('--update', 'openrouter', 'veo-3.1', '--url', server.url)
    const entry = copy.readModels().find(({ id }) => id === 'veo-3.1')
    expect(Object.keys(entry?.providers ?? {})).not.toContain('openrouter')
    expect(entry).toMatchObject({ isOn: true, credits: 330 })
  })
})

type Schema = Record<string, unknown>

/** Returns an endpoint as fal lists it, with its input schema. */
function falModel(path: string, properties: Schema, required: string[] = []) {
  const $ref = '#/components/schemas/Input'
  const post = { requestBody: { content: { 'application/json': { schema: { $ref } } } } }
  return {
    endpoint_id: path,
    metadata: { display_name: path, category: '', status: 'active' },
    openapi: {
      openapi: '3.0.4',
      paths: { [`/${path}/requests/{id}`]: { get: {} }, [`/${path}`]: { post } },
      components: { schemas: { Input: { properties, required } } },
    },
  }
}

/** The document of each path that the catalogue has at fal, as the catalogue expects it. */
const DOCUMENTS = new Map(
  MODELS.flatMap(({ aspectRatios, resolutions, providers: { fal: made } }) =>
    made
      ? listEndpoints(made).map(({ path, accepts, names }) => {
          const isNumber = made.durationUnit === 'number'
          const sizes = [...Object.values(made.fixed), ...resolutions.map(({ name }) => name)]
          const properties = {
            prompt: { type: 'string' },
            duration: {
              enum: made.durations.map((seconds) => (isNumber ? seconds : `${seconds}${made.durationUnit}`)),
            },
            [names.image ?? 'image_url']: { type: 'string' },
            ...(accepts.includes('aspectRatio') && {
              aspect_ratio: { anyOf: [{ enum: aspectRatios }, { type: 'null' }] },
            }),
            ...(sizes.length > 0 && { resolution: { enum: sizes } }),
            ...(accepts.includes('negativePrompt') && { negative_prompt: { type: 'string' } }),
            ...(accepts.includes('seed') && { seed: { type: 'integer' } }),
            ...(accepts.includes('sound') && { generate_audio: { type: 'boolean' } }),
          }
          return [path, falModel(path, properties)] as const
        })
      : [],
  ),
)
const page = (models: unknown[], next_cursor: string | null = null) =>
  sendJson({ models, next_cursor, has_more: next_cursor !== null })

/** Answers like fal: a model by its ID, or the list of a category on two pages. */
function answerAsFal(documents: ReadonlyMap<string, unknown>, listed: unknown[] = []) {
  server.intercept.any = ({ path }) => {
    const query = new URL(path, server.url).searchParams
    const id = query.get('endpoint_id')
    if (id !== null) return documents.has(id) ? page([documents.get(id)]) : sendJson({ error: 'not found' }, 404)
    if (query.get('category') === 'image-to-video') return page([])
    return query.has('cursor') ? page([]) : page(listed, 'Mg')
  }
}

describe('npm run models -- --check with fal', () => {
  it('reads the document of each model of the catalogue, and all pages of the list', async () => {
    answerAsFal(DOCUMENTS, [{ endpoint_id: 'studio/nova-9/text-to-video', metadata: { display_name: 'Nova 9' } }])
    expect((await print('fal')).split('\n')).toEqual([
      'NEW      Nova 9. Add it: npm run models -- --add fal studio/nova-9',
      'fal lists 1 ways to generate video: 1 new, 0 changed, 0 gone.',
    ])
    const paths = server.sent.map(({ path }) => path)
    expect(paths).toContain('models?endpoint_id=fal-ai%2Fveo3&expand=openapi-3.0')
    expect(paths.filter((path) => !path.includes('endpoint_id'))).toEqual([
      'models?category=text-to-video&status=active',
      'models?category=text-to-video&status=active&cursor=Mg',
      'models?category=image-to-video&status=active',
    ])
  })

  it('tells a model that is gone, one that changed, and one that needs a field that we never send', async () => {
    const documents = new Map<string, unknown>(DOCUMENTS)
    const upscale = 'fal-ai/topaz/upscale/video'
    for (const path of ['fal-ai/veo3', 'fal-ai/veo3/image-to-video', 'fal-ai/wan/v2.7/edit-video', upscale])
      documents.delete(path)
    const turbo = 'fal-ai/kling-video/v3/turbo/pro/text-to-video'
    documents.set(turbo, falModel(turbo, { duration: { enum: ['5', '10'] } }, ['prompt', 'voice']))
    answerAsFal(documents)
    const printed = await print('fal')
    expect(printed).toContain('GONE     Veo 3: fal no longer lists fal-ai/veo3, fal-ai/veo3/image-to-video.')
    expect(printed).toContain(`GONE     Topaz Upscale: fal no longer lists ${upscale}.`)
    expect(printed).toContain('CHANGED  Wan 2.7 no longer accepts a video to edit.')
    expect(printed).toContain(`CHANGED  Kling 3.0 Turbo Pro: we can't call ${turbo}: it requires voice.`)
    expect(printed).toContain('0 new, 2 changed, 2 gone.')
  })
})

describe('fault of npm run models', () => {
  it.each([
    ['no command', [], 'Use one of --check, --add, and --update.'],
    ['an unknown provider', ['--check', '--provider', 'polo'], 'Unknown provider: polo. Known providers: pollo, fal'],
    ['a provider without documents', ['--add', 'kling', 'kling-v3'], 'kling publishes no models that we can read.'],
    ['an address that is none', ['--update', 'fal', 'veo-3', '--url', 'fal'], '--url must be an address like https://'],
    ['an unknown option', ['--chekc'], "Unknown option '--chekc'"],
    ['an address of no provider', ['--check', '--url', 'https://a.test'], 'Missing --provider'],
    ['two models', ['--add', 'fal', 'a/b', 'c/d'], 'One model at a time: remove c/d.'],
  ])('ends with a sentence and the usage for %s', async (_, options, sentence) => {
    const { said } = (await copy.run(...options)) as { said: string }
    expect(said).toContain(sentence)
    expect(said).toContain('npm run models -- --check [--provider openrouter|fal]')
  })

  it.each<[string, ScriptedResponse, string]>([
    ['a web page instead of a list', sendPage(200), 'returned HTTP 200, and no list of models'],
    ['JSON of another shape', sendJson({ models: 'many' }), 'returned HTTP 200, and no list of models'],
    ['an error response', sendJson({ error: { message: 'no' } }, 503), 'returned HTTP 503, and no list of models'],
    ['a cut connection', 'reset', "The list of models can't be read. The request failed: connection closed."],
  ])('ends with one sentence for %s, and writes nothing', async (_, reply, sentence) => {
    answer(reply)
    const before = copy.readFiles()
    for (const ended of [
      await check('openrouter'),
      await check('fal'),
      await copy.run('--update', 'fal', 'veo-3', '--url', server.url),
    ]) {
      const { said } = ended as { said: string }
      expect(said).toContain(sentence)
      expect(said).toContain('Nothing was changed.')
    }
    expect(copy.readFiles()).toBe(before)
  })

  it("ends with one sentence if the provider doesn't respond", async () => {
    const nowhere = `http://127.0.0.1:${await findFreePort()}`
    const { status, printed, said } = await runCommand('--check', '--provider', 'fal', '--url', nowhere)
    expect({ status, printed }).toEqual({ status: 1, printed: '' })
    expect(said).toContain('connection refused')
  })
})

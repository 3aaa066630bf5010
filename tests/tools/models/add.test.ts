// Tests `npm run models -- --add` with documents of fal and OpenRouter. docs/internals/provider-notes.md says where
// each recorded document is from.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ScriptedService } from '../../../local/video-service/scripted/service.ts'
import { readCatalogue } from '../../../supabase/functions/api/catalogue/catalogue.ts'
import CATALOGUE from '../../../supabase/functions/api/catalogue/models.json' with { type: 'json' }
import PRICE_LISTS from '../../../supabase/functions/api/catalogue/price-lists.json' with { type: 'json' }
import {
  CATALOGUE_FILE,
  checkPrices,
  FIELDS_FILE,
  formatJson,
  PRICES_FILE,
} from '../../../tools/models/catalogue-files.ts'
import {
  answerWith,
  describeModel,
  from,
  NAMED,
  nova,
  removeFromCopy,
  TURBO,
  TURBO_FILES,
} from '../../support/models/added-models.ts'
import { copyRepository, type RepositoryCopy } from '../../support/models/repository-copy.ts'
import PUBLISHED from '../../support/providers/published-fields.json' with { type: 'json' }

let copy: RepositoryCopy
const server = new ScriptedService()
beforeAll(() => server.open())
afterAll(() => server.close())
beforeEach(async () => {
  copy = await copyRepository()
})

const FLUX = ['--name', 'Flux 3 Video', '--credits', '90', '--maker', 'Black Forest Labs', '--logo', 'flux']

describe('models that the command alone added', () => {
  it.each([
    ['kling-3.0-turbo-pro', TURBO, [...TURBO_FILES, ...NAMED, '--sound', 'always']],
    [
      'seedance-2.0',
      'bytedance/seedance-2.0',
      [...from('fal-seedance-2.0-text.txt', 'fal-seedance-2.0-image.txt'), '--to', 'seedance-2.0'],
    ],
    [
      'hailuo-3.0',
      'minimax/h3',
      [...from('fal-minimax-h3-text.txt', 'fal-minimax-h3-image.txt'), '--to', 'hailuo-3.0', '--sound', 'always'],
    ],
    [
      'seedance-2.5',
      'bytedance/seedance-2.5',
      [...from('fal-seedance-2.5-text.txt', 'fal-seedance-2.5-image.txt'), '--to', 'seedance-2.5'],
    ],
    ['flux-3-video', 'blackforestlabs/flux-3', [...from('fal-flux-3-text.txt', 'fal-flux-3-image.txt'), ...FLUX]],
  ])('writes %s of the catalogue from its recorded documents', async (id, model, options) => {
    const { providers } = CATALOGUE.models.find((one) => one.id === id) as { providers: Record<string, unknown> }
    removeFromCopy(copy, id, 'fal')
    expect(await copy.run('--add', 'fal', model, ...options)).toHaveProperty('printed')
    // References are added by hand.
    const { references: _, ...added } = providers.fal as Record<string, unknown>
    expect(copy.readModels().find((one) => one.id === id)?.providers.fal).toEqual(added)
    expect(JSON.parse(readFileSync(join(copy.root, FIELDS_FILE), 'utf8'))).toEqual(PUBLISHED)
  })
})

describe('npm run models -- --add', () => {
  it('writes a new entry with a higher version and its checksum, which the catalogue accepts', async () => {
    removeFromCopy(copy, 'kling-3.0-turbo-pro', 'fal')
    const added = await copy.run('--add', 'fal', `${TURBO}/text-to-video`, ...TURBO_FILES, ...NAMED)
    expect(added).toEqual({
      printed: [
        `Added kling-3.0-turbo-pro: ${TURBO}/text-to-video, ${TURBO}/image-to-video.`,
        'fal charges: For every second of video you generate, you will be charged $0.14. For example, a 5s video will cost $0.70.',
        `Written: ${CATALOGUE_FILE}, ${PRICES_FILE}, ${FIELDS_FILE}.`,
      ].join('\n'),
    })
    const entry = copy.readModels().at(-1)
    expect(entry).toMatchObject({
      id: 'kling-3.0-turbo-pro',
      maker: 'Kling AI',
      description: 'Video without sound',
      logo: '/images/models/kling.svg',
      credits: 70,
      durations: [{ seconds: 5 }, { seconds: 10 }],
      aspectRatios: ['16:9', '9:16', '1:1'],
      maxPromptLength: 2500,
    })
    const catalogue = readCatalogue(JSON.parse(readFileSync(join(copy.root, CATALOGUE_FILE), 'utf8')))
    expect(catalogue.version).toBe(CATALOGUE.version + 1)
    const prices = JSON.parse(readFileSync(join(copy.root, PRICES_FILE), 'utf8'))
    expect(prices).toEqual({ ...PRICE_LISTS, [catalogue.version]: checkPrices(catalogue) })
  })

  it("reads fal's own documents, with optional fields, number ranges, and names of images", async () => {
    const properties = {
      prompt: { type: 'string', maxLength: 1200 },
      duration: { type: 'integer', minimum: 4, maximum: 12 },
      aspect_ratio: { anyOf: [{ type: 'string', enum: ['9:16', '16:9'] }, { type: 'null' }] },
      negative_prompt: { anyOf: [{ type: 'string', maxLength: 300 }, { type: 'null' }] },
      seed: { anyOf: [{ type: 'integer' }, { type: 'null' }] },
    }
    const images = {
      start_image_url: { type: 'string' },
      tail_image_url: { anyOf: [{ type: 'string' }, { type: 'null' }] },
    }
    answerWith(server, {
      'studio/nova-9/text-to-video': describeModel('studio/nova-9/text-to-video', properties, ['prompt']),
      'studio/nova-9/image-to-video': describeModel('studio/nova-9/image-to-video', { ...properties, ...images }, [
        'start_image_url',
        'prompt',
      ]),
    })
    await copy.run('--add', 'fal', 'studio/nova-9', '--url', server.url, ...nova())
    const accepts = ['aspectRatio', 'negativePrompt', 'seed']
    expect(copy.readModels().at(-1)).toMatchObject({
      id: 'nova-9',
      maker: 'Studio',
      maxPromptLength: 1200,
      aspectRatios: ['16:9', '9:16'],
      providers: {
        fal: {
          durations: [4, 5, 6, 7, 8, 9, 10, 11, 12],
          durationUnit: 'number',
          text: { path: 'studio/nova-9/text-to-video', accepts, maxNegativePrompt: 300 },
          image: { accepts, needsPrompt: true, names: { image: 'start_image_url' } },
          frames: { accepts, needsPrompt: true, names: { image: 'start_image_url', lastImage: 'tail_image_url' } },
        },
      },
    })
  })

  it("adds a model of OpenRouter's recorded list to an entry, which keeps its name and price", async () => {
    const added = await copy.run(
      ...['--add', 'openrouter', 'runway/gen-4.5', '--to', 'gen-4.5', ...from('openrouter-2026-10-09.json')],
    )
    expect(added).toHaveProperty('printed')
    expect(copy.readModels().find(({ id }) => id === 'gen-4.5')).toMatchObject({
      credits: 60,
      providers: {
        runway: {},
        openrouter: {
          fixed: { resolution: '720p' },
          text: { path: 'runway/gen-4.5', accepts: ['aspectRatio', 'seed'] },
        },
      },
    })
    expect(copy.readFiles()).toContain(`"version": ${CATALOGUE.version},`)
  })
})

it('formats the written files as Biome does', () => {
  for (const file of [CATALOGUE_FILE, PRICES_FILE, FIELDS_FILE]) {
    const text = readFileSync(file, 'utf8')
    expect(formatJson(JSON.parse(text))).toBe(text)
  }
})

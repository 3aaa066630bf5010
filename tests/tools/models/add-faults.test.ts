// Tests that `npm run models -- --add` refuses each fault with one sentence, and writes nothing.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  repeatResponse,
  type ScriptedResponse,
  sendJson,
  sendPage,
} from '../../../local/video-service/scripted/response.ts'
import { ScriptedService } from '../../../local/video-service/scripted/service.ts'
import {
  answerWith,
  describeModel,
  from,
  NAMED,
  nova,
  recorded,
  removeFromCopy,
  TURBO,
  TURBO_FILES,
} from '../../support/models/added-models.ts'
import { copyRepository, type RepositoryCopy } from '../../support/models/repository-copy.ts'

let copy: RepositoryCopy
const server = new ScriptedService()
beforeAll(() => server.open())
afterAll(() => server.close())
beforeEach(async () => {
  copy = await copyRepository()
})

describe('fault of npm run models -- --add', () => {
  const SEEDANCE = 'bytedance/seedance-2.0/fast'
  it.each([
    ['a price of 0', TURBO, [...TURBO_FILES, ...NAMED, '--credits', '0'], '--credits must be a whole number from 1'],
    ['half a credit', TURBO, [...TURBO_FILES, ...NAMED, '--credits', '1.5'], '--credits must be a whole number from 1'],
    [
      'no price',
      TURBO,
      [...TURBO_FILES, '--name', 'X'],
      'Missing --credits: the price of a video in credits. The provider charges: For every',
    ],
    ['no name', TURBO, [...TURBO_FILES, '--credits', '70'], 'Missing --name'],
    ['a name without letters', TURBO, [...TURBO_FILES, ...NAMED, '--name', '…'], '--name needs a letter or a digit'],
    [
      'a name that is taken',
      TURBO,
      [...TURBO_FILES, ...NAMED, '--name', 'Veo 3'],
      'The catalogue already has veo-3. Choose another --name',
    ],
    ['an unknown logo', TURBO, [...TURBO_FILES, ...NAMED, '--logo', 'none'], 'Missing --logo: one of bernini'],
    ['a model without a logo', TURBO, [...TURBO_FILES, ...NAMED, '--name', 'Nova 9'], 'Missing --logo: one of bernini'],
    [
      'a model that the file lacks',
      SEEDANCE,
      [...from('fal-seedance-2.0-text.txt'), ...NAMED],
      `fal doesn't list ${SEEDANCE}. It lists bytedance/seedance-2.0.`,
    ],
    ['an unknown entry', TURBO, [...TURBO_FILES, '--to', 'kling-9'], '--to: no model has the ID kling-9.'],
    ['an entry that has the provider', TURBO, [...TURBO_FILES, '--to', 'kling-3.0'], 'kling-3.0 already has fal.'],
    [
      'a price for an entry that has one',
      TURBO,
      [...TURBO_FILES, ...NAMED, '--to', 'kling-3.0'],
      'kling-3.0 keeps its name and its price',
    ],
    [
      'another word for sound',
      TURBO,
      [...TURBO_FILES, '--to', 'gen-4.5', '--sound', 'never'],
      '--sound can only be always',
    ],
    [
      'another model than the file has',
      'a/b',
      [...from('fal-kling-v3-turbo-pro-text.txt'), ...NAMED],
      "fal doesn't list a/b. It lists",
    ],
    ['a missing file', TURBO, ['--from', 'none.txt', ...NAMED], 'File not found: none.txt.'],
  ])('writes nothing and says why for %s', async (_, model, options, sentence) => {
    removeFromCopy(copy, 'kling-3.0-turbo-pro', 'fal')
    const before = copy.readFiles()
    expect(await copy.run('--add', 'fal', model, ...options)).toEqual({ said: expect.stringContaining(sentence) })
    expect(copy.readFiles()).toBe(before)
  })

  it('refuses a model twice', async () => {
    const before = copy.readFiles()
    expect(await copy.run('--add', 'fal', TURBO, ...TURBO_FILES, ...NAMED)).toEqual({
      said: `The catalogue already has ${TURBO}: it is kling-3.0-turbo-pro. To change that, use --update. Nothing was written.`,
    })
    expect(copy.readFiles()).toBe(before)
  })

  it('refuses each half of a document, wherever it ends before its last field', async () => {
    removeFromCopy(copy, 'kling-3.0-turbo-pro', 'fal')
    const before = copy.readFiles()
    const text = readFileSync(recorded('fal-kling-v3-turbo-pro-text.txt'), 'utf8')
    const file = join(copy.root, 'half.txt')
    const end = text.indexOf('### Output Schema')
    for (let length = 0; length < end; length += 40) {
      writeFileSync(file, text.slice(0, length))
      const ended = await copy.run('--add', 'fal', TURBO, '--from', file, ...NAMED)
      expect(ended).toEqual({
        said: `${file} is no document of fal that we know, or it isn't complete. Nothing was written.`,
      })
    }
    expect(copy.readFiles()).toBe(before)
  })

  const FIELDS = { prompt: { type: 'string' }, duration: { enum: ['5'] } }
  const PATH = 'studio/nova-9/text-to-video'
  it.each<[string, ScriptedResponse, string]>([
    ['a web page', sendPage(200), 'returned HTTP 200, and no list of models'],
    ['an unknown model', sendJson({ models: [] }), "fal doesn't list studio/nova-9."],
    ['a model that is not found', sendJson({ detail: 'no' }, 404), "fal doesn't list studio/nova-9."],
    ['a page that is not found', sendPage(404), 'returned HTTP 404, and no list of models'],
    ['a document without fields', sendJson({ models: [{ endpoint_id: PATH }] }), 'the document gives no durations'],
    ...(
      [
        ['fields of another format', [], [], 'its input has another format than we know'],
        [
          'a field of another type',
          { ...FIELDS, duration: { enum: 'many' } },
          [],
          'duration has another format than we know',
        ],
        [
          'a list of other values',
          { ...FIELDS, aspect_ratio: { enum: [null] } },
          [],
          'aspect_ratio has another format',
        ],
        ['a field that we never send', FIELDS, ['voice'], 'it requires voice'],
        ['no durations', { prompt: {} }, [], 'the document gives no durations'],
        [
          'no known aspect ratio',
          { ...FIELDS, aspect_ratio: { enum: ['21:9'] } },
          [],
          'it has no aspect ratio of 16:9',
        ],
      ] as [string, unknown, string[], string][]
    ).map(([name, properties, required, sentence]): [string, ScriptedResponse, string] => [
      name,
      sendJson({ models: [describeModel(PATH, properties, required)] }),
      sentence,
    ]),
  ])('writes nothing and says why for an answer with %s', async (_, reply, sentence) => {
    server.intercept.any = repeatResponse(reply)
    const before = copy.readFiles()
    const ended = await copy.run('--add', 'fal', 'studio/nova-9', '--url', server.url, ...nova())
    expect(ended).toEqual({ said: expect.stringContaining(sentence) })
    expect(copy.readFiles()).toBe(before)
  })

  it('refuses to say that sound is fixed if a field sets it, and an entry that offers more than the model', async () => {
    answerWith(server, { [PATH]: describeModel(PATH, { ...FIELDS, generate_audio: { type: 'boolean' } }, []) })
    const add = (...options: string[]) => copy.run('--add', 'fal', 'studio/nova-9', '--url', server.url, ...options)
    expect(await add(...nova('--sound', 'always'))).toEqual({
      said: expect.stringContaining('it has a field for sound'),
    })
    expect(await add('--to', 'gen-4.5')).toEqual({
      said: expect.stringContaining('gen-4.5 offers 10 s, but its longest duration is 5 s'),
    })
  })
})

// The adapter for servers with OpenAI's /v1/videos, over real HTTP. The test server follows their documentation.
import { describe, expect, it } from 'vitest'
import { openAiServer } from '../../../../../local/video-service/scripted/openai-server.ts'
import {
  repeatResponse,
  type ScriptedResponse,
  sendJson,
  sendPage,
} from '../../../../../local/video-service/scripted/response.ts'
import { cleanOutcomes } from '../../../../../supabase/functions/api/services/providers/failures/clean-outcomes.ts'
import { createOpenAiServerProvider } from '../../../../../supabase/functions/api/services/providers/own-gpu/openai-server.ts'
import type { CreateRequest } from '../../../../../supabase/functions/api/services/providers/provider.ts'
import type { ProviderOptions } from '../../../../../supabase/functions/api/services/providers/provider-http.ts'
import { findFreePort } from '../../../../harness/free-port.ts'
import { SERVED } from '../../../../harness/wires/openai-server.ts'
import { ORDER } from '../../../../harness/wires/wire.ts'
import { openService } from '../../../../support/server/scripted-service.ts'

const MODELS = { 'wan-2.2': SERVED }

const server = openService(openAiServer)

const says = (body: unknown, status?: number) => repeatResponse(sendJson(body, status))

function open(over: Partial<ProviderOptions> = {}) {
  const provider = createOpenAiServerProvider({ models: MODELS, baseUrl: server.url, apiKey: '', fetch, ...over })
  const create = (request: Partial<CreateRequest> = {}) => provider.create({ ...ORDER, model: 'wan-2.2', ...request })
  return { ...provider, create }
}

/** Creates a video. Returns the provider and the video's ID. */
async function start(over: Partial<ProviderOptions> = {}) {
  const provider = open(over)
  const created = await provider.create()
  if (created.kind !== 'created') throw new Error(JSON.stringify(created))
  return { ...provider, id: created.taskId }
}

describe('create request to an OpenAI-style server', () => {
  it('sends an OpenAI-style server a form with the size, the frames, and the fixed fields', async () => {
    await open().create({ aspectRatio: '9:16', negativePrompt: 'blur', durationSeconds: 8 })
    expect(server.task.input).toEqual({
      model: 'Wan-AI/Wan2.2-TI2V-5B-Diffusers',
      prompt: 'Rain on a window',
      seconds: '8',
      size: '704x1280',
      fps: '24',
      num_frames: '193',
      negative_prompt: 'blur',
      seed: '7',
      num_inference_steps: '40',
    })
  })

  it("sends only OpenAI's own fields to a server that counts no frames", async () => {
    const { video: _, ...rest } = SERVED
    const made = {
      ...rest,
      fixed: {},
      ratios: { '16:9': '1280x720' },
      text: { path: 'sora', accepts: ['aspectRatio' as const] },
    }
    server.offers = { sora: {} }
    const models = { 'wan-2.2': { ...made, text: { ...SERVED.text, ...made.text } } } as ProviderOptions['models']
    await open({ models }).create()
    expect(server.task.input).toEqual({ model: 'sora', prompt: 'Rain on a window', seconds: '5', size: '1280x720' })
  })

  it.each<[string, () => ScriptedResponse, string]>([
    [
      "an unknown field, in FastAPI's format",
      says({ detail: [{ type: 'extra_forbidden', loc: ['body', 'fps'], msg: 'Extra inputs are not permitted' }] }, 422),
      '422 extra_forbidden Extra inputs are not permitted (body.fps)',
    ],
    ['another URL', says({ detail: 'Not Found' }, 404), '404 Not Found'],
    ['no form support', () => new Response('Unsupported Media Type', { status: 415 }), '415 without JSON'],
  ])("treats a create request as the operator's fault if the server has %s", async (_what, intercept, cause) => {
    server.intercept.any = intercept
    expect(await cleanOutcomes(open()).create({ ...ORDER, model: 'wan-2.2' })).toEqual({
      kind: 'not_created',
      code: 'provider_unavailable',
      reason: '',
      cause,
      refusesUs: 'request',
    })
  })

  it('reports to the operator that an OpenAI-style server accepted a video without an ID', async () => {
    server.intercept.any = says({ job: 'seven' })
    expect(await open().create()).toMatchObject({ code: 'no_task_id', refusesUs: 'request' })
    server.intercept.any = says({ error: 'Too dark' })
    expect(await open().create()).not.toHaveProperty('refusesUs')
  })

  it("reports to the operator that a server's URL has no status route", async () => {
    const { id, status } = await start()
    server.intercept.any = says({ detail: 'Not Found' }, 404)
    expect(await status(id)).toMatchObject({ kind: 'no_news', refusesUs: 'request' })
    server.intercept.any = says({ detail: 'Method Not Allowed' }, 405)
    expect(await status(id)).toMatchObject({ kind: 'no_news', refusesUs: 'request' })
  })
})

describe('status of an OpenAI-style server', () => {
  it("reports a video's progress, or none if the server always reports 0", async () => {
    const { id, status } = await start()
    expect(await status(id)).toEqual({ kind: 'running', phase: 'waiting' })
    server.run()
    expect(await status(id)).toEqual({ kind: 'running', phase: 'processing' })
    server.run({ progress: 25 })
    expect(await status(id)).toEqual({ kind: 'running', phase: 'processing', progress: 0.25 })
  })

  it('accepts a failure in an error response only if the response names the video', async () => {
    const { id, status } = await start()
    server.fail('Invalid prompt')
    expect(await status(id)).toMatchObject({ kind: 'failed', message: 'Invalid prompt' })
    server.intercept.any = says({ id: 'another', status: 'failed', error: { message: 'no' } }, 500)
    expect(await status(id)).toMatchObject({ kind: 'no_news' })
    server.intercept.any = says({ id, status: 'in_progress' }, 503)
    expect(await status(id)).toMatchObject({ kind: 'no_news' })
  })

  it("advises a smaller video if the server's GPU runs out of memory", async () => {
    const { id, status } = await start()
    server.fail('CUDA out of memory. Tried to allocate 2.00 GiB.')
    expect(await status(id)).toMatchObject({
      kind: 'failed',
      message: 'The GPU ran out of memory. Try a shorter or smaller video.',
    })
  })
})

describe('cancel request to an OpenAI-style server', () => {
  it("accepts SGLang's word for a canceled video", async () => {
    const { id, cancel } = await start()
    server.intercept.cancel = says({ id, status: 'deleted' })
    expect(await cancel?.(id)).toEqual({ kind: 'stopped' })
  })
})

describe('check of an OpenAI-style server', () => {
  it("names a model that the server lacks, its two kinds of input, and the server's models", async () => {
    server.offers = { 'Lightricks/LTX-2': {} }
    expect(await open().check?.()).toEqual([
      {
        what: "The video server doesn't serve Wan-AI/Wan2.2-TI2V-5B-Diffusers. It serves: Lightricks/LTX-2.",
        lacks: [
          { model: 'wan-2.2', kind: 'text' },
          { model: 'wan-2.2', kind: 'image' },
        ],
      },
    ])
  })

  it.each<[string, () => ScriptedResponse, string]>([
    ['no list of models', says({ detail: 'Not Found' }, 404), '/v1/models returned HTTP 404, and no list'],
    ['a page', () => sendPage(200), '/v1/models returned HTTP 200, and no list'],
    ['a refused key', says({ error: 'Unauthorized' }, 401), 'refuses the API key (HTTP 401)'],
  ])('reports that the server is not an OpenAI-style server if it returns %s', async (_, intercept, what) => {
    server.intercept.any = intercept
    expect(await open().check?.()).toEqual([{ what: expect.stringContaining(what), lacks: [], isAway: true }])
  })

  it("reports an OpenAI-style server that doesn't respond", async () => {
    const faults = await open({ baseUrl: `http://127.0.0.1:${await findFreePort()}` }).check?.()
    expect(faults).toEqual([{ what: expect.stringContaining('is not responding at'), lacks: [], isAway: true }])
  })
})

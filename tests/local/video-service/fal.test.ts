// Tests fal's format. The product's own adapter sends the requests, and fal's client reads the responses.
import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { INPUT_KINDS } from '../../../supabase/functions/_shared/contract/inputs.ts'
import { createFalProvider } from '../../../supabase/functions/api/services/providers/fal.ts'
import { ORDER } from '../../harness/wires/wire.ts'
import { BUILT_IN, CATALOGUE, createFalClient, FAL, type FalClient } from './fal-support.ts'
import { API_KEY, dataUri, discard, drawImage, IMAGE_ORIGIN, openProvider, type Provider } from './support.ts'

const VEO = 'fal-ai/veo3'
const QUICK = { prompt: 'waves #no-url', duration: '8s' }
const IMAGE = dataUri(drawImage(320, 320))

let provider: Provider
let client: FalClient
beforeAll(async () => {
  provider = await openProvider(undefined, CATALOGUE)
  client = createFalClient(provider)
})
afterAll(() => discard(provider))

function adapter() {
  return createFalProvider({
    models: BUILT_IN.at('fal'),
    baseUrl: FAL,
    apiKey: API_KEY,
    fetch: (input, init) => provider.service.fetch(new Request(input, init)),
  })
}

describe('fal access', () => {
  it.each(['', 'Key wrong', API_KEY, `Bearer ${API_KEY}`])('answers 401 to the fal key "%s"', async (key) => {
    const answer = await client.call('POST', VEO, QUICK, key)
    expect(answer.status).toBe(401)
    expect(await answer.json()).toEqual({ detail: expect.any(String) })
  })
})

describe('fal request', () => {
  it('returns an ID and URLs with the first two parts of the path, and completes with or without a file', async () => {
    const made = await client.submit('fal-ai/kling-video/v1.6/pro/text-to-video', {
      prompt: 'waves #no-url',
      duration: '5',
    })
    const address = `${FAL}/fal-ai/kling-video/requests/${made.request_id}`
    expect(made).toEqual({
      status: 'IN_QUEUE',
      request_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      response_url: address,
      status_url: `${address}/status`,
      cancel_url: `${address}/cancel`,
      queue_position: expect.any(Number),
    })
    await client.reach(made.status_url, 'COMPLETED')
    const result = await client.call('GET', made.response_url)
    expect([result.status, await result.json()]).toEqual([200, { video: null }])
    // The model's full path works too.
    const whole = `fal-ai/kling-video/v1.6/pro/text-to-video/requests/${made.request_id}`
    expect((await client.call('GET', `${whole}/status`)).status).toBe(200)
  })

  it("finds no fal request under another app, in Pollo's format, or with an unknown ID", async () => {
    const made = await client.submit(VEO, QUICK)
    for (const path of [`fal-ai/veo2/requests/${made.request_id}`, `${VEO}/requests/unknown`]) {
      for (const action of ['', '/status']) {
        const answer = await client.call('GET', `${path}${action}`)
        expect([answer.status, await answer.json()]).toEqual([404, { detail: 'Request not found' }])
      }
    }
    const pollos = await provider.start({ prompt: 'waves #no-url', length: 8 })
    expect((await client.call('GET', `google/veo3/requests/${pollos}/status`)).status).toBe(404)
  })

  it("reports a fal request's position in the queue", async () => {
    const rendering = await client.submit(VEO, { prompt: 'waves', duration: '4s' })
    await client.reach(rendering.status_url, 'IN_PROGRESS')
    const [next, last] = [await client.submit(VEO, { prompt: 'rain' }), await client.submit(VEO, { prompt: 'wind' })]
    expect([next.queue_position, last.queue_position]).toEqual([1, 2])
    const answer = await client.call('GET', last.status_url)
    expect([answer.status, await answer.json()]).toMatchObject([202, { status: 'IN_QUEUE', queue_position: 2 }])
    expect((await client.call('GET', last.response_url)).status).toBe(400)

    const { cancel, status } = adapter()
    expect(await status(last.response_url.slice(FAL.length + 1))).toEqual({
      kind: 'running',
      phase: 'waiting',
      ahead: 2,
    })
    for (const { response_url } of [next, last]) {
      expect(await cancel?.(response_url.slice(FAL.length + 1))).toEqual({ kind: 'stopped' })
    }
    expect(await cancel?.(rendering.response_url.slice(FAL.length + 1))).toEqual({ kind: 'too_late' })
  })

  it("cancels a fal request with fal's statuses", async () => {
    const over = await client.submit(VEO, QUICK)
    await client.reach(over.status_url, 'COMPLETED')
    const cancel = async (address: string) => {
      const answer = await client.call('PUT', address)
      return [answer.status, await answer.json()]
    }
    expect(await cancel(over.cancel_url)).toEqual([400, { status: 'ALREADY_COMPLETED' }])
    expect(await cancel(`${VEO}/requests/unknown/cancel`)).toEqual([404, { status: 'NOT_FOUND' }])
    const stuck = await client.submit(VEO, { prompt: 'waves #stuck' })
    await client.reach(stuck.status_url, 'IN_PROGRESS')
    expect(await cancel(stuck.cancel_url)).toEqual([202, { status: 'CANCELLATION_REQUESTED' }])
    expect((await client.call('GET', stuck.status_url)).status).toBe(202)
  })
})

describe('fal models', () => {
  it("accepts each kind of input from the product's adapter, for every catalogue model at fal", async () => {
    const { create } = adapter()
    const image = { url: IMAGE, mime: 'image/png' as const, bytes: new Uint8Array(drawImage(320, 320)) }
    const video = await readFile('public/videos/asmr1.mp4')
    vi.spyOn(globalThis, 'fetch').mockImplementation(async () => new Response(video))
    const refused: unknown[] = []
    const kinds = new Set<string>()
    for (const { id, durations, aspectRatios } of BUILT_IN.models) {
      const made = BUILT_IN.at('fal')[id]
      for (const kind of INPUT_KINDS) {
        const endpoint = made?.[kind]
        if (!endpoint) continue
        for (const { seconds } of durations) {
          for (const aspectRatio of aspectRatios) {
            kinds.add(kind)
            const outcome = await create({
              ...ORDER,
              jobId: crypto.randomUUID(),
              model: id,
              kind,
              prompt: 'waves #no-url',
              negativePrompt: 'text',
              durationSeconds: seconds,
              aspectRatio,
              seed: 7,
              generateAudio: true,
              image: kind === 'image' || kind === 'frames' ? image : null,
              lastImage: kind === 'frames' ? image : null,
              references: kind === 'references' ? Array(endpoint.max).fill({ ...image, role: 'object' as const }) : [],
              source: ['extend', 'edit', 'upscale'].includes(kind) ? `${IMAGE_ORIGIN}/a.mp4` : null,
              resolution: endpoint.accepts.includes('resolution') ? '1080p' : null,
            })
            if (outcome.kind !== 'created') refused.push([id, kind, seconds, aspectRatio, outcome])
          }
        }
      }
    }
    expect(refused).toEqual([])
    expect([...kinds].sort()).toEqual([...INPUT_KINDS].sort())
  })

  it.each(['fal-ai/veo9', 'generation/google/veo3', ''])('answers 404 for the fal path "%s"', async (path) => {
    const answer = await client.call('POST', path, QUICK)
    expect(answer.status).toBe(404)
    expect(await answer.json()).toEqual({ detail: expect.stringContaining('not found') })
  })
})

describe('fal fault words', () => {
  it.each([
    [
      '#reject',
      422,
      { detail: [{ loc: ['body', 'prompt'], msg: expect.any(String), type: 'content_policy_violation' }] },
    ],
    ['#error', 500, { detail: expect.any(String) }],
    ['#no-task', 200, { status: 'IN_QUEUE' }],
  ])("answers the fault word %s in fal's format", async (word, status, body) => {
    const answer = await client.call('POST', VEO, { prompt: `waves ${word}` })
    expect([answer.status, await answer.json()]).toEqual([status, body])
  })

  it("answers #garbage with a proxy's error page", async () => {
    const answer = await client.call('POST', VEO, { prompt: 'waves #garbage' })
    expect([answer.status, answer.headers.get('content-type')]).toEqual([502, expect.stringContaining('text/html')])
  })

  it('completes a #fail request with a result that is an error', async () => {
    const made = await client.submit(VEO, { prompt: 'waves #fail' })
    await client.reach(made.status_url, 'COMPLETED')
    const result = await client.call('GET', made.response_url)
    expect(result.status).toBe(422)
    expect(await result.json()).toEqual({
      detail: [{ loc: ['body'], msg: expect.stringMatching(/\S/), type: expect.any(String) }],
    })
    const seen = await adapter().status(made.response_url.slice(FAL.length + 1))
    expect(seen).toMatchObject({ kind: 'failed', message: expect.stringMatching(/#fail/) })
    expect(seen).not.toHaveProperty('refused')
  })

  it("completes a #refused request with a safety check's refusal", async () => {
    const made = await client.submit(VEO, { prompt: 'waves #refused' })
    await client.reach(made.status_url, 'COMPLETED')
    const seen = await adapter().status(made.response_url.slice(FAL.length + 1))
    expect(seen).toMatchObject({ kind: 'failed', refused: 'result' })
  })
})

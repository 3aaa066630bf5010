// The promises of every provider's adapter, on real HTTP, with answers in the provider's own shapes.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  repeatResponse,
  type ScriptedResponse,
  sendJson,
  sendPage,
} from '../../../../local/video-service/scripted/response.ts'
import { ScriptedService } from '../../../../local/video-service/scripted/service.ts'
import { cleanOutcomes } from '../../../../supabase/functions/api/services/providers/failures/clean-outcomes.ts'
import type { VideoProvider } from '../../../../supabase/functions/api/services/providers/provider.ts'
import { findFreePort } from '../../../harness/free-port.ts'
import { FIRST, ORDER, REASON, type Wire } from '../../../harness/wires/wire.ts'
import { WIRES } from '../../../harness/wires/wires.ts'

const KEY = 'the-key'
/** The time that the adapters wait for silence. Any other answer comes, even on a busy machine. */
const SILENCE_MS = 300
const PATIENCE_MS = 20_000
const IMAGE = new TextEncoder().encode('an image')
const IMAGE_URI = `data:image/png;base64,${btoa('an image')}`

/** Answers that say nothing about a job, from a server that may have got the request. */
const notTheProviders = ({ maxResponseMb }: Wire): [string, ScriptedResponse][] => [
  ['an edge proxy’s page', sendPage(502)],
  ['a page in place of JSON', sendPage(200)],
  ['JSON of nobody’s shape', sendJson({ oops: true }, 504)],
  ['JSON that breaks off', new Response('{"taskId": "cm', { headers: { 'content-type': 'application/json' } })],
  ['an answer that is too long', sendJson('x'.repeat(maxResponseMb * 1024 * 1024))],
  ['a cut connection', 'reset'],
  ['silence', 'hang'],
  ['a redirect', new Response('', { status: 307, headers: { location: 'http://127.0.0.1:9/' } })],
]

describe.each(WIRES.map((wire) => [wire.name, wire] as const))('%s', (_name, wire) => {
  const server = new ScriptedService()
  let provider: VideoProvider
  let patience = PATIENCE_MS
  beforeAll(() => server.open())
  afterAll(() => server.close())
  beforeEach(() => {
    server.sent.length = 0
    provider = open(wire, server.url, () => patience)
  })

  /** Everything is answered by this. */
  function answer(reply: ScriptedResponse | Wire['created']): void {
    patience = reply === 'hang' ? SILENCE_MS : PATIENCE_MS
    server.intercept.any = typeof reply === 'function' ? reply : repeatResponse(reply)
  }
  const create = () => provider.create({ ...ORDER, model: wire.model })
  const status = () => provider.status(wire.taskId)

  describe('a create', () => {
    it('is sent once, and returns the task', async () => {
      answer(wire.created)
      expect(await create()).toEqual({ kind: 'created', taskId: wire.taskId })
      expect(server.sent).toHaveLength(1)
      expect(server.sent[0]?.body).toContain(ORDER.prompt)
    })

    it.each(notTheProviders(wire))(
      'treats an answer of %s as unknown, because there may be a task',
      async (_what, reply) => {
        answer(reply)
        expect(await create()).toMatchObject({ kind: 'unknown' })
        expect(server.sent).toHaveLength(1)
      },
    )

    it.each(['text', 'image'] as const)(
      'lets the next provider take a job from %s that no server got',
      async (kind) => {
        provider = open(wire, `http://127.0.0.1:${await findFreePort()}`, () => patience)
        const image = kind === 'image' ? FIRST : null
        expect(await provider.create({ ...ORDER, model: wire.model, kind, image })).toMatchObject({
          kind: 'not_created',
          code: 'provider_unavailable',
          cause: expect.stringContaining('ECONNREFUSED'),
          isUnreachable: true,
        })
      },
    )

    it("refuses a model that the provider doesn't offer without a call", async () => {
      const refused = await provider.create({ ...ORDER, model: 'nobody-1' })
      expect(refused).toMatchObject({ kind: 'not_created', code: 'provider_unavailable' })
      expect(server.sent).toEqual([])
    })

    it.each([401, 402, 403])('treats %i without a shape as a fault of our key, and logs it', async (code) => {
      answer(sendPage(code))
      expect(await create()).toMatchObject({
        kind: 'not_created',
        code: 'provider_unavailable',
        reason: '',
        cause: expect.stringContaining(`${code}`),
        refusesUs: 'account',
      })
    })

    it.each([404, 405, 415, 501])('treats a page of %i as an address that takes no create request', async (code) => {
      answer(sendPage(code))
      expect(await create()).toMatchObject({
        kind: 'not_created',
        code: 'provider_unavailable',
        reason: '',
        cause: `${code} with a web page`,
        refusesUs: 'request',
      })
      expect(server.sent).toHaveLength(1)
    })

    it.each<[string, ScriptedResponse]>([
      ['a page in place of JSON', sendPage(200)],
      ['a redirect', new Response('', { status: 307, headers: { location: 'http://127.0.0.1:9/' } })],
    ])('tells the operator of %s, although there may be a task', async (_what, reply) => {
      answer(reply)
      expect(await create()).toMatchObject({ kind: 'unknown', refusesUs: 'request' })
    })

    const { error, refusals, refusedInput, createdWithoutId, fetchesImages } = wire
    if (fetchesImages)
      it.each([
        ['https://storage.test/1.png', true],
        ['http://localhost/1.png', fetchesImages === 'always'],
      ])('passes the address of an image at %s: %s', async (url, isPassed) => {
        answer(wire.created)
        await provider.create({
          ...ORDER,
          model: wire.model,
          kind: 'image',
          image: { url, mime: 'image/png', bytes: IMAGE },
        })
        const embedded = fetchesImages === 'bare' ? btoa('an image') : IMAGE_URI
        const [passed, other] = isPassed ? [url, embedded] : [embedded, url]
        expect(server.sent[0]?.body).toContain(`"${passed}"`)
        expect(server.sent[0]?.body).not.toContain(other)
      })

    it.each(refusals.create.map(({ refused, answer }, i) => [i + 1, refused, answer] as const))(
      'tells what a safety check refused (answer %i): %s',
      async (_number, refused, reply) => {
        answer(reply)
        const outcome = await create()
        expect(outcome).toMatchObject({ kind: 'not_created', code: 'content_refused', reason: refused })
        expect(outcome).not.toHaveProperty('refusesUs')
        expect(server.sent).toHaveLength(1)
      },
    )

    if (refusedInput)
      it('says which of several inputs was refused', async () => {
        answer(refusedInput.answer)
        expect(await create()).toMatchObject({
          kind: 'not_created',
          code: 'provider_rejected',
          reason: refusedInput.reason,
        })
        expect(server.sent).toHaveLength(1)
      })

    if (createdWithoutId)
      it('treats an accepted request without an id as nothing that could be found', async () => {
        answer(createdWithoutId)
        expect(await create()).toMatchObject({ kind: 'not_created', code: 'no_task_id' })
      })

    if (error) {
      it.each([
        [400, 'provider_rejected', REASON],
        [401, 'provider_unavailable', ''],
        [402, 'provider_unavailable', ''],
        [403, 'provider_unavailable', ''],
        [404, 'provider_unavailable', ''],
        [413, 'provider_rejected', REASON],
        [429, 'provider_busy', ''],
        [500, 'provider_busy', ''],
        [503, 'provider_busy', ''],
      ])('treats a refusal with %i as nothing created: %s', async (code, expected, reason) => {
        answer(error(code))
        const outcome = await create()
        expect(outcome).toMatchObject({ kind: 'not_created', code: expected, reason })
        expect(outcome).not.toHaveProperty('retryAfterSeconds')
        const refusesUs = code === 404 ? 'request' : expected === 'provider_unavailable' ? 'account' : undefined
        expect(outcome).toMatchObject(refusesUs ? { refusesUs } : { kind: 'not_created' })
        if (!refusesUs) expect(outcome).not.toHaveProperty('refusesUs')
        // Only an unreachable provider lets another one be asked.
        expect(outcome).not.toHaveProperty('isUnreachable')
        expect(server.sent).toHaveLength(1)
      })

      it('says how long to wait', async () => {
        const refused = error(429)
        refused.headers.set('retry-after', '3')
        answer(refused)
        expect(await create()).toMatchObject({ code: 'provider_busy', retryAfterSeconds: 3 })
      })
    }
  })

  describe('a status', () => {
    it('is waiting, running, and done with the address of its file and what it cost', async () => {
      answer(wire.waiting)
      expect(await status()).toMatchObject({ kind: 'running', phase: 'waiting' })
      answer(wire.running)
      const { progress } = wire
      expect(await status()).toEqual({ kind: 'running', phase: 'processing', ...(progress && { progress }) })
      answer(wire.done)
      const { cost } = wire
      expect(await status()).toEqual({ kind: 'succeeded', url: wire.fileUrl(server.url), ...(cost && { cost }) })
    })

    const { doneWithoutFile, failsByStatus } = wire
    if (doneWithoutFile)
      it('is done without a file', async () => {
        answer(doneWithoutFile)
        expect(await status()).toEqual({ kind: 'succeeded', url: null })
      })

    it('is failed, with the reason', async () => {
      answer(wire.failed)
      const seen = await status()
      expect(seen).toMatchObject({ kind: 'failed', message: REASON, cause: expect.stringContaining(REASON) })
      expect(seen).not.toHaveProperty('refused')
    })

    it.each(wire.ended.map((reply, i) => [i + 1, reply] as const))(
      'is failed after another last word (answer %i)',
      async (_number, reply) => {
        answer(reply)
        const seen = await status()
        expect(seen).toMatchObject({ kind: 'failed' })
        expect(seen).not.toHaveProperty('refused')
      },
    )

    it.each(wire.refusals.status.map(({ refused, answer }, i) => [i + 1, refused, answer] as const))(
      'is failed where a safety check refused something (answer %i): %s',
      async (_number, refused, reply) => {
        answer(reply)
        expect(await status()).toMatchObject({ kind: 'failed', refused })
      },
    )

    it(`treats one that says failed, and is itself a server error, as ${failsByStatus ? 'failed' : 'no news'}`, async () => {
      answer((sent) => {
        const reply = wire.failed(sent)
        return new Response(reply.body, { status: 500, headers: reply.headers })
      })
      expect(await status()).toMatchObject({ kind: failsByStatus ? 'failed' : 'no_news' })
    })

    const { unknownWord, unknownTask, error } = wire
    if (unknownWord)
      it('treats an unknown word as running, and keeps the word', async () => {
        answer(unknownWord)
        const seen = await status()
        expect(seen).toMatchObject({ kind: 'running', phase: 'processing' })
        expect(seen.kind === 'running' && seen.unknownWord?.toLowerCase()).toBe('paused')
      })

    it(`reads one of a task that the provider doesn't know as ${unknownTask.kind}`, async () => {
      answer(unknownTask.answer)
      expect((await status()).kind).toBe(unknownTask.kind)
    })

    const faults = [401, 403, 404, 429, 500, 503].map((code): [string, ScriptedResponse] => [
      `${code}`,
      error ? error(code) : sendPage(code),
    ])
    it.each([...notTheProviders(wire), ...faults])('treats an answer of %s as no news', async (_what, reply) => {
      answer(reply)
      expect(await status()).toMatchObject({ kind: 'no_news' })
    })

    it.each([401, 403])('reports that our key is refused after an answer of %i', async (code) => {
      answer(error ? error(code) : sendPage(code))
      expect(await status()).toMatchObject({ kind: 'no_news', refusesUs: 'account' })
    })
  })

  const { cancel } = wire
  if (cancel)
    describe('a stop', () => {
      it.each(cancel.map(({ answer, outcome }) => [outcome, answer] as const))('is %s', async (outcome, reply) => {
        answer(reply)
        expect(await provider.cancel?.(wire.taskId)).toEqual({ kind: outcome })
      })

      it.each(notTheProviders(wire))('promises nothing after an answer of %s', async (_what, reply) => {
        answer(reply)
        expect(await provider.cancel?.(wire.taskId)).toMatchObject({ kind: 'no_news' })
      })
    })
  else it('has no stop', () => expect(provider.cancel).toBeUndefined())

  it('gives its key to nobody else', () => {
    expect(JSON.stringify(provider.fileHeaders?.(new URL('https://elsewhere.test/1.mp4')) ?? {})).not.toContain(KEY)
  })
})

function open(wire: Wire, url: string, patience: () => number): VideoProvider {
  // As the API uses it.
  return cleanOutcomes(
    wire.open({
      baseUrl: url,
      apiKey: KEY,
      fetch: (input, init = {}) => {
        const limits = [init.signal, AbortSignal.timeout(patience())].filter((signal) => signal != null)
        return fetch(input, { ...init, signal: AbortSignal.any(limits) })
      },
    }),
  )
}

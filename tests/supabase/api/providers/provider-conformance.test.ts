// The rules for every provider's adapter, over real HTTP, with responses in the provider's own formats.
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
/** How long the adapters wait for a silent server. All other responses get much more time, even on a busy machine. */
const SILENCE_MS = 300
const PATIENCE_MS = 20_000
const IMAGE = new TextEncoder().encode('an image')
const IMAGE_URI = `data:image/png;base64,${btoa('an image')}`

/** Responses that say nothing about a job, from a server that may have received the request. */
const notTheProviders = ({ maxResponseMb }: Wire): [string, ScriptedResponse][] => [
  ["an edge proxy's page", sendPage(502)],
  ['a page instead of JSON', sendPage(200)],
  ['JSON in an unknown format', sendJson({ oops: true }, 504)],
  ['JSON that breaks off', new Response('{"taskId": "cm', { headers: { 'content-type': 'application/json' } })],
  ['a response that is too long', sendJson('x'.repeat(maxResponseMb * 1024 * 1024))],
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

  /** Makes the server return this response to every request. */
  function answer(reply: ScriptedResponse | Wire['created']): void {
    patience = reply === 'hang' ? SILENCE_MS : PATIENCE_MS
    server.intercept.any = typeof reply === 'function' ? reply : repeatResponse(reply)
  }
  const create = () => provider.create({ ...ORDER, model: wire.model })
  const status = () => provider.status(wire.taskId)

  describe('create request', () => {
    it('sends a create request once, and returns the task', async () => {
      answer(wire.created)
      expect(await create()).toEqual({ kind: 'created', taskId: wire.taskId })
      expect(server.sent).toHaveLength(1)
      expect(server.sent[0]?.body).toContain(ORDER.prompt)
    })

    it.each(notTheProviders(wire))(
      'treats a create response of %s as unknown, because the task may exist',
      async (_what, reply) => {
        answer(reply)
        expect(await create()).toMatchObject({ kind: 'unknown' })
        expect(server.sent).toHaveLength(1)
      },
    )

    it.each(['text', 'image'] as const)(
      'lets the next provider accept a job from %s that no server received',
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

    it("refuses a model that the provider doesn't offer, without a call", async () => {
      const refused = await provider.create({ ...ORDER, model: 'nobody-1' })
      expect(refused).toMatchObject({ kind: 'not_created', code: 'provider_unavailable' })
      expect(server.sent).toEqual([])
    })

    it.each([401, 402, 403])('treats a page with status %i as a refusal of our key', async (code) => {
      answer(sendPage(code))
      expect(await create()).toMatchObject({
        kind: 'not_created',
        code: 'provider_unavailable',
        reason: '',
        cause: expect.stringContaining(`${code}`),
        refusesUs: 'account',
      })
    })

    it.each([404, 405, 415, 501])('treats a page with status %i as a wrong URL for a create request', async (code) => {
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
      ['a page instead of JSON', sendPage(200)],
      ['a redirect', new Response('', { status: 307, headers: { location: 'http://127.0.0.1:9/' } })],
    ])('reports %s to the operator after a create request, although the task may exist', async (_what, reply) => {
      answer(reply)
      expect(await create()).toMatchObject({ kind: 'unknown', refusesUs: 'request' })
    })

    const { error, refusals, refusedInput, createdWithoutId, fetchesImages } = wire
    if (fetchesImages)
      it.each([
        ['https://storage.test/1.png', true],
        ['http://localhost/1.png', fetchesImages === 'always'],
      ])('sends the provider an image at %s by its URL: %s', async (url, isPassed) => {
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
      'reports the content that a safety check refused (response %i): %s',
      async (_number, refused, reply) => {
        answer(reply)
        const outcome = await create()
        expect(outcome).toMatchObject({ kind: 'not_created', code: 'content_refused', reason: refused })
        expect(outcome).not.toHaveProperty('refusesUs')
        expect(server.sent).toHaveLength(1)
      },
    )

    if (refusedInput)
      it('names the refused input of a create request with several inputs', async () => {
        answer(refusedInput.answer)
        expect(await create()).toMatchObject({
          kind: 'not_created',
          code: 'provider_rejected',
          reason: refusedInput.reason,
        })
        expect(server.sent).toHaveLength(1)
      })

    if (createdWithoutId)
      it('treats an accepted create request without a task ID as not created', async () => {
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
      ])('treats a refusal with %i as not created: %s', async (code, expected, reason) => {
        answer(error(code))
        const outcome = await create()
        expect(outcome).toMatchObject({ kind: 'not_created', code: expected, reason })
        expect(outcome).not.toHaveProperty('retryAfterSeconds')
        const refusesUs = code === 404 ? 'request' : expected === 'provider_unavailable' ? 'account' : undefined
        expect(outcome).toMatchObject(refusesUs ? { refusesUs } : { kind: 'not_created' })
        if (!refusesUs) expect(outcome).not.toHaveProperty('refusesUs')
        // Only an unreachable provider lets the API try another one.
        expect(outcome).not.toHaveProperty('isUnreachable')
        expect(server.sent).toHaveLength(1)
      })

      it('reads the wait time of a busy provider', async () => {
        const refused = error(429)
        refused.headers.set('retry-after', '3')
        answer(refused)
        expect(await create()).toMatchObject({ code: 'provider_busy', retryAfterSeconds: 3 })
      })
    }
  })

  describe('status', () => {
    it("reads a task as waiting, running, and finished with its file's URL and its cost", async () => {
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
      it('reads a task as finished even without a file', async () => {
        answer(doneWithoutFile)
        expect(await status()).toEqual({ kind: 'succeeded', url: null })
      })

    it("reads a task as failed, with the provider's reason", async () => {
      answer(wire.failed)
      const seen = await status()
      expect(seen).toMatchObject({ kind: 'failed', message: REASON, cause: expect.stringContaining(REASON) })
      expect(seen).not.toHaveProperty('refused')
    })

    it.each(wire.ended.map((reply, i) => [i + 1, reply] as const))(
      'reads a task as failed after another final status (response %i)',
      async (_number, reply) => {
        answer(reply)
        const seen = await status()
        expect(seen).toMatchObject({ kind: 'failed' })
        expect(seen).not.toHaveProperty('refused')
      },
    )

    it.each(wire.refusals.status.map(({ refused, answer }, i) => [i + 1, refused, answer] as const))(
      'reads a task as failed if a safety check refused its content (response %i): %s',
      async (_number, refused, reply) => {
        answer(reply)
        expect(await status()).toMatchObject({ kind: 'failed', refused })
      },
    )

    it(`treats a failed status in a response with status 500 as ${failsByStatus ? 'failed' : 'no news'}`, async () => {
      answer((sent) => {
        const reply = wire.failed(sent)
        return new Response(reply.body, { status: 500, headers: reply.headers })
      })
      expect(await status()).toMatchObject({ kind: failsByStatus ? 'failed' : 'no_news' })
    })

    const { unknownWord, unknownTask, error } = wire
    if (unknownWord)
      it('treats an unknown status as running, and returns the status word', async () => {
        answer(unknownWord)
        const seen = await status()
        expect(seen).toMatchObject({ kind: 'running', phase: 'processing' })
        expect(seen.kind === 'running' && seen.unknownWord?.toLowerCase()).toBe('paused')
      })

    it(`reads the status of a task that the provider doesn't know as ${unknownTask.kind}`, async () => {
      answer(unknownTask.answer)
      expect((await status()).kind).toBe(unknownTask.kind)
    })

    const faults = [401, 403, 404, 429, 500, 503].map((code): [string, ScriptedResponse] => [
      `${code}`,
      error ? error(code) : sendPage(code),
    ])
    it.each([...notTheProviders(wire), ...faults])('reads a status response of %s as no news', async (_what, reply) => {
      answer(reply)
      expect(await status()).toMatchObject({ kind: 'no_news' })
    })

    it.each([401, 403])('reports that our key was refused after a status response with %i', async (code) => {
      answer(error ? error(code) : sendPage(code))
      expect(await status()).toMatchObject({ kind: 'no_news', refusesUs: 'account' })
    })
  })

  const { cancel } = wire
  if (cancel)
    describe('cancel request', () => {
      it.each(cancel.map(({ answer, outcome }) => [outcome, answer] as const))(
        'reads a cancel response as %s',
        async (outcome, reply) => {
          answer(reply)
          expect(await provider.cancel?.(wire.taskId)).toEqual({ kind: outcome })
        },
      )

      it.each(notTheProviders(wire))('treats a cancel response of %s as no news', async (_what, reply) => {
        answer(reply)
        expect(await provider.cancel?.(wire.taskId)).toMatchObject({ kind: 'no_news' })
      })
    })
  else it('has no cancel request', () => expect(provider.cancel).toBeUndefined())

  it("sends the provider's key to no other host", () => {
    expect(JSON.stringify(provider.fileHeaders?.(new URL('https://elsewhere.test/1.mp4')) ?? {})).not.toContain(KEY)
  })
})

function open(wire: Wire, url: string, patience: () => number): VideoProvider {
  // Cleans the outcomes, as the API does.
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

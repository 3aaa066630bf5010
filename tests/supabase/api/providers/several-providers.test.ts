// Two providers side by side: Pollo, which the model prefers, and fal. A job belongs to the provider that accepted it.
import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { readCatalogue } from '../../../../supabase/functions/api/catalogue/catalogue.ts'
import MODELS from '../../../../supabase/functions/api/catalogue/models.json' with { type: 'json' }
import { canFallBack } from '../../../../supabase/functions/api/services/providers/fallback.ts'
import { type Interceptor, startApi } from '../../../harness/api.ts'
import { createUser, readBooks } from '../../../harness/database.ts'
import { getCode } from '../../../support/server/delivery.ts'
import { pngDataUri } from '../../../support/server/image.ts'
import { FREE, HELD, PAID } from '../../../support/server/job.ts'
import { FAL_KEY, openFal } from '../../../support/server/scripted-service.ts'
import { setUp, sql, supabase } from '../../../support/server/suite.ts'

setUp()
const { fal } = openFal()

const failed = (cause: object) => new TypeError('fetch failed', { cause: Object.assign(new Error('cut'), cause) })
const REFUSED = failed({ syscall: 'connect', code: 'ECONNREFUSED' })
const NOT_FOUND = failed({ syscall: 'getaddrinfo', code: 'ENOTFOUND' })

/** Replaces Pollo's response to a create request. */
let failure: Error | Response | null
beforeEach(() => {
  failure = null
})

async function start(settings: Record<string, string> = {}, intercept: Interceptor = (request, send) => send(request)) {
  const api = startApi(
    supabase,
    { FAL_API_KEY: FAL_KEY, FAL_API_URL: fal.url, FAL_FILE_ORIGINS: fal.url, ...settings },
    (request, send) =>
      intercept(request, async (given) => {
        if (failure && given.method === 'POST' && given.url.startsWith('http://provider.test')) {
          if (failure instanceof Error) throw failure
          return failure.clone()
        }
        return send(given)
      }),
  )
  const user = await createUser(supabase, 100)
  const job = randomUUID()
  return { ...api, user, job, booked: () => readBooks(supabase, user.id) }
}

const getOwner = async (job: string) =>
  (await sql<{ provider: string }>('select provider from private.provider_tasks where job_id = $1', [job]))[0]?.provider

it("sends a job to the model's preferred provider, and sends no other provider a request", async () => {
  const { create, status, provider, user, job, booked, waitUntilIdle } = await start()
  expect((await create(user, job)).status).toBe(200)
  provider.finish()
  await status(user, job)
  await waitUntilIdle()
  expect([await getOwner(job), fal.creates.length, await booked()]).toEqual(['pollo', 0, PAID])
})

describe('unreachable provider', () => {
  it.each([
    ['the connection is refused', REFUSED],
    ['the host name is not found', NOT_FOUND],
  ])('hands a job over to the next provider, after recording the handover, if %s', async (_, error) => {
    const { create, status, user, job, booked, log, waitUntilIdle } = await start()
    failure = error
    let known: string | undefined
    fal.intercept.create = async () => {
      known = await getOwner(job)
      return undefined
    }
    expect((await create(user, job)).body.data.status).toBe('waiting')
    expect([known, fal.creates.length]).toEqual(['fal', 1])
    expect(log).toContainEqual(
      expect.objectContaining({ message: "pollo can't be reached, so fal is asked", jobId: job }),
    )
    // A repeated create request with the same key returns the same job, and starts no second one.
    failure = null
    expect((await create(user, job)).body.data.status).toBe('waiting')
    fal.finish()
    await status(user, job)
    await waitUntilIdle()
    expect([fal.creates.length, await booked()]).toEqual([1, PAID])
  })

  it('returns the credits if the next provider is unreachable too', async () => {
    const down: Interceptor = (request, send) => {
      if (request.url.startsWith(fal.url)) throw REFUSED
      return send(request)
    }
    const { create, user, job, booked } = await start({}, down)
    failure = REFUSED
    expect((await create(user, job)).body).toMatchObject({ code: 'provider_unavailable' })
    expect([await getOwner(job), await booked()]).toEqual(['fal', FREE])
  })

  it("hands no job over to another provider if the handover can't be recorded", async () => {
    const { create, user, job, booked, network } = await start()
    failure = REFUSED
    network.lost = /hand_over_job/
    expect((await create(user, job)).body).toMatchObject({ code: 'provider_unavailable' })
    expect([fal.creates.length, await booked()]).toEqual([0, FREE])
  })

  it('hands no job over to a provider that would refuse the job, such as fal without a prompt', async () => {
    const { create, user, job } = await start()
    failure = REFUSED
    const input = { image: pngDataUri(400, 300), prompt: '' }
    expect((await create(user, job, input)).body).toMatchObject({ code: 'provider_unavailable' })
    expect(fal.creates).toEqual([])
  })
})

describe('create request that may have arrived', () => {
  it.each([
    ['a reset', failed({ syscall: 'read', code: 'ECONNRESET' })],
    ['a time limit', new DOMException('The operation timed out', 'TimeoutError') as Error],
  ])('hands no job over to another provider if its create request may have arrived: %s', async (_, error) => {
    const { create, user, job, booked } = await start()
    failure = error
    expect((await create(user, job)).body.data.status).toBe('unknown')
    expect([fal.creates.length, await getOwner(job), await booked()]).toEqual([0, 'pollo', HELD])
  })

  it.each([
    ['an untrusted certificate', { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' }],
    ['no route to the host', { syscall: 'connect', code: 'EHOSTUNREACH' }],
    ['a name server that does not answer', { syscall: 'getaddrinfo', code: 'EAI_AGAIN' }],
  ])('hands no job over to another provider, although nothing was sent, after %s', async (_, cause) => {
    const { create, user, job, booked } = await start()
    failure = failed(cause)
    expect((await create(user, job)).body).toMatchObject({ code: 'provider_unavailable' })
    expect([fal.creates.length, await booked()]).toEqual([0, FREE])
  })
})

describe('jobs at two providers', () => {
  /** Creates a job at Pollo and a job at fal. */
  async function startBoth(settings: Record<string, string> = {}, intercept?: Interceptor) {
    const api = await start(settings, intercept)
    const other = randomUUID()
    await api.create(api.user, api.job)
    failure = REFUSED
    await api.create(api.user, other)
    failure = null
    expect([await getOwner(api.job), await getOwner(other)]).toEqual(['pollo', 'fal'])
    return { ...api, other }
  }
  const makeDue = (jobs: string[]) =>
    sql(`update private.provider_tasks set due_at = now() - interval '1 minute' where job_id = any ($1::uuid[])`, [
      `{${jobs}}`,
    ])

  it("checks jobs at one provider while another provider's 429 pauses its own jobs", async () => {
    const { provider, status, user, job, other, booked, waitUntilIdle } = await startBoth()
    provider.intercept.status = () => Response.json({}, { status: 429, headers: { 'retry-after': '300' } })
    fal.finish()
    for (const each of [job, other]) await status(user, each)
    await waitUntilIdle()
    expect(await booked()).toEqual({ available: 60, held: 20, captured: 20 })
    await sql('delete from private.provider_status_checks')
  })

  it("downloads no file from another provider's hosts", async () => {
    const { provider, status, user, job, other, booked, log, waitUntilIdle } = await startBoth()
    provider.finish(`${fal.url}/files/one.mp4`)
    fal.finish('http://files.test/one.mp4')
    for (const each of [job, other]) await status(user, each)
    await waitUntilIdle()
    expect(log.filter(({ code }) => code === 'file_host_not_allowed')).toHaveLength(2)
    expect(await booked()).toEqual({ available: 60, held: 40, captured: 0 })
  })

  it('settles a job at one provider while another provider is silent', async () => {
    let release = () => {}
    const silence = new Promise<void>((resolve) => {
      release = resolve
    })
    const { sweep, job, other, booked } = await startBoth({}, async (request, send) => {
      if (request.method === 'GET' && request.url.startsWith('http://provider.test')) await silence
      return send(request)
    })
    fal.finish()
    await makeDue([job, other])
    const swept = sweep()
    await expect.poll(() => booked()).toEqual({ available: 60, held: 20, captured: 20 })
    release()
    await swept
    expect(await booked()).toEqual({ available: 60, held: 20, captured: 20 })
  })

  it("returns the credits of a removed provider's jobs at their deadline, and continues all others", async () => {
    const { job, other, booked } = await startBoth()
    fal.finish()
    const later = await start({ VIDEO_API_KEY: '', VIDEO_API_URL: '', VIDEO_FILE_ORIGINS: '' })
    await makeDue([job, other])
    await later.sweep()
    expect(await booked()).toEqual({ available: 60, held: 20, captured: 20 })
    const due = `select 1 from private.provider_tasks where job_id = $1 and due_at < now() + interval '59 minutes'`
    expect(await sql(due, [job])).toEqual([])
    later.clock.now += 61 * 60_000
    await later.sweep()
    expect([await getCode(job), await booked()]).toEqual(['deadline', { available: 80, held: 0, captured: 20 }])
  })

  it("accepts webhooks about a job only from the job's own provider", async () => {
    const { job } = await startBoth()
    const callBack = (provider: string) =>
      sql<{ is: boolean }>(
        'select public.record_provider_callback($1, $2, (select provider_task_id from private.provider_tasks where job_id = $1)) as is',
        [job, provider],
      )
    expect([await callBack('fal'), await callBack('pollo')]).toEqual([[{ is: false }], [{ is: true }]])
  })
})

it('names every provider that may get the prompt, in the order in which they are tried', async () => {
  const { request } = await start({ FAL_API_URL: '', KLING_API_KEY: 'k', RUNWAY_API_KEY: 'r' })
  const { body } = await request('GET', '/api/capabilities', null)
  const named = Object.fromEntries(
    body.data.models.map(({ id, providers }: { id: string; providers: string[] }) => [id, providers]),
  )
  expect(named).toMatchObject({
    'kling-1.6': ['provider.test', 'fal', 'Kling'],
    'veo-3': ['provider.test', 'fal'],
    'gen-4.5': ['Runway'],
  })
})

it.each([
  ['two providers with the same host once', { FAL_API_URL: 'http://provider.test/fal' }, ['provider.test']],
  ['no provider if this server alone generates the videos', { VIDEO_API_URL: 'http://127.0.0.1:9' }, []],
])('names %s', async (_, settings, expected) => {
  const { request } = await start(settings)
  const { body } = await request('GET', '/api/capabilities', null)
  const kling = body.data.models.find(({ id }: { id: string }) => id === 'kling-1.6')
  expect(kling.providers).toEqual(expected)
})

it('names each provider to operators', async () => {
  const { request } = await start()
  expect((await request('GET', '/health', null)).body.providers).toEqual({ pollo: 'not_checked', fal: 'not_checked' })
  const answer = await request('POST', '/api/auth/admin-login', null, {
    username: 'admin',
    password: 'soundreel-local',
  })
  const status = await request('GET', '/api/admin/status', null, undefined, {
    headers: { authorization: `Bearer ${answer.body.token}` },
  })
  expect(status.body.data.videoProvider).toBe('pollo, fal')
})

const model = readCatalogue(MODELS).models.find(({ id }) => id === 'veo-3')
const wanted = {
  kind: 'text',
  prompt: 'Rain',
  negativePrompt: '',
  durationSeconds: 8,
  references: [],
  audio: null,
} as const

it.each([
  ['generates the same', {}, true],
  ['generates other durations', { durations: [4, 10] }, false],
  ['has no sound', { text: { accepts: ['aspectRatio', 'seed'] } }, false],
  ['has sound that is always on', { text: { alwaysHasSound: true } }, false],
  ['accepts no seed', { text: { accepts: ['aspectRatio', 'sound'] } }, false],
  ['accepts only shorter prompts', { maxPromptLength: 3 }, false],
  ['generates nothing from a prompt', { text: undefined }, false],
])('decides whether a provider can replace another one if it %s', (_, change, expected) => {
  const [first] = Object.values(model?.providers ?? {})
  if (!model || !first?.text) throw new Error('Veo 3 has a provider')
  const text = 'text' in change ? change.text && { ...first.text, ...change.text } : first.text
  const other = { ...first, ...change, text } as typeof first
  expect(canFallBack(model, wanted, first, other)).toBe(expected)
})

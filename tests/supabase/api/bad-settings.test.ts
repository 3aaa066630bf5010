// What an operator forgot, mistyped or switched off: one sentence that says what to do, and nobody is charged.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { LocalSupabase } from '../../../local/backend/supabase.ts'
import { parseEnv } from '../../../supabase/functions/api/env.ts'
import { createFalProvider } from '../../../supabase/functions/api/services/providers/fal.ts'
import type { CreateRequest } from '../../../supabase/functions/api/services/providers/provider.ts'
import { json } from '../../support/server/api.ts'
import { ORIGIN, openTestSupabase } from '../../support/server/database.ts'
import { FREE, HELD, startJobApi } from '../../support/server/job.ts'

let supabase: LocalSupabase
beforeAll(async () => {
  supabase = await openTestSupabase()
})
afterAll(() => supabase.close())

const paused = () =>
  new Response('<html>Project paused</html>', { status: 540, headers: { 'content-type': 'text/html' } })
const away = () => new Response('upstream connect error', { status: 503 })

const RIGHT = { SUPABASE_URL: 'https://ref.supabase.co', SUPABASE_SECRET_KEY: 'k', VIDEO_API_KEY: 'v' }

describe('settings of the function', () => {
  it.each<[Record<string, string>, string]>([
    [{ SUPABASE_URL: '' }, 'SUPABASE_URL: set it to the address of the project, like https://<ref>.supabase.co'],
    [
      { SUPABASE_SECRET_KEY: '' },
      'SUPABASE_SECRET_KEY: set it to a secret key of the project: Project Settings, API Keys',
    ],
    [
      { VIDEO_API_KEY: '' },
      'VIDEO_API_KEY: set it to the key that the provider pollo gave you, or set VIDEO_PROVIDER=none',
    ],
    [
      { VIDEO_API_KEY: '', VIDEO_API_URL: 'https://fal.test', VIDEO_PROVIDER: 'fal' },
      'VIDEO_API_KEY: set it to the key that',
    ],
    [{ VIDEO_PROVIDER: 'sora' }, 'VIDEO_PROVIDER: set it to pollo, fal or none'],
    [
      { VIDEO_API_URL: 'fal.run' },
      'VIDEO_API_URL: leave it out for the address of the provider, or set an address like https://',
    ],
    [{ ENABLE_TEST_CREDITS: 'yes' }, 'ENABLE_TEST_CREDITS: set it to true or false'],
    [{ MAX_OPEN_JOBS: 'many' }, 'MAX_OPEN_JOBS: set it to a whole number from 1'],
    [{ MAX_OPEN_JOBS: '0' }, 'MAX_OPEN_JOBS: set it to a whole number from 1'],
    [{ MAX_OPEN_JOBS: '2.5' }, 'MAX_OPEN_JOBS: set it to a whole number from 1'],
    [{ ALLOWED_ORIGINS: 'your.site' }, 'ALLOWED_ORIGINS: your.site is not an address like https://your.site'],
    [{ AVATAR_URL: 'nowhere' }, 'AVATAR_URL: leave it out for Google'],
  ])('%j: one sentence that says what to do', (change, sentence) => {
    const faults = () => parseEnv({ ...RIGHT, ...change })
    expect(faults).toThrow(sentence)
    expect(faults).toThrow(/^[^\n]+\n[^\n]+$/)
  })

  it('names all faults at once', () => {
    expect(() => parseEnv({ MAX_OPEN_JOBS: 'many' })).toThrow(
      /SUPABASE_URL: .*\nSUPABASE_SECRET_KEY: .*\nMAX_OPEN_JOBS: /,
    )
  })

  it('an empty value counts as not set', () => {
    const names = [
      'VIDEO_PROVIDER',
      'VIDEO_API_URL',
      'VIDEO_FILE_ORIGINS',
      'VIDEO_QUEUE_STOP',
      'VIDEO_ESTIMATE_SECONDS',
      'AVATAR_URL',
      'ENABLE_TEST_CREDITS',
      'MAX_OPEN_JOBS',
    ]
    expect(parseEnv({ ...RIGHT, ...Object.fromEntries(names.map((name) => [name, ''])) })).toEqual(parseEnv(RIGHT))
  })
})

describe('a wrong key of the provider', () => {
  it.each([
    [401, { code: 'UNAUTHORIZED', message: 'Invalid API key' }],
    [403, { code: 'FORBIDDEN', message: 'Forbidden' }],
    [401, { error: 'unauthorized' }],
    [403, 'Forbidden'],
  ])('%i %j: the user is told that nothing was charged, and the log names the setting', async (status, body) => {
    const { create, consume, user, job, vendor, log, booked } = await startJobApi(supabase)
    vendor.create = () => json(body, status)
    await consume(user, job)
    const answer = await create(user, job)
    expect(answer).toMatchObject({
      status: 503,
      body: { code: 'vendor_unavailable', data: { settlement: 'released' } },
    })
    expect(answer.body.message).toBe('The video service is not available right now. Try again later.')
    expect(await booked()).toEqual(FREE)
    expect(log).toContainEqual(
      expect.objectContaining({
        level: 'error',
        cause: expect.stringContaining('the provider refuses VIDEO_API_KEY, or its account: check both, and deploy'),
      }),
    )
  })

  it.each([
    [401, { detail: 'Cannot access application' }],
    [403, { detail: 'User is locked. Reason: Exhausted balance.' }],
    [401, { error: 'no' }],
  ])('of fal, %i %j: nothing was made, and the log names the setting', async (status, body) => {
    const provider = createFalProvider({
      baseUrl: 'https://queue.fal.run',
      apiKey: 'wrong',
      fetch: async () => json(body, status),
    })
    const order: CreateRequest = {
      jobId: 'j',
      seed: 1,
      generateAudio: false,
      pictureUrl: null,
      model: 'kling-1.6',
      prompt: 'p',
      negativePrompt: '',
      lengthSeconds: 5,
      aspectRatio: '16:9',
    }
    expect(await provider.create(order)).toEqual({
      kind: 'not_created',
      code: 'vendor_unavailable',
      reason: '',
      cause: expect.stringContaining('VIDEO_API_KEY'),
    })
  })
})

describe('a project that is paused', () => {
  it.each([
    ['540', paused],
    ['503', away],
  ])(
    '%s: every call is refused with one sentence, nobody makes a video, and no credits are taken',
    async (_name, refuse) => {
      let isPaused = false
      const api = await startJobApi(supabase, 100, async (request, send) =>
        isPaused && request.url.startsWith(ORIGIN) ? refuse() : send(request),
      )
      const { request, consume, create, status, user, job, vendor, booked } = api
      isPaused = true
      for (const answer of [
        await consume(user, job),
        await create(user, job),
        await status(user, job),
        await request('GET', '/api/credits/statement', user),
        await request('GET', '/api/jobs', user),
      ]) {
        expect(answer).toMatchObject({ status: 503, body: { success: false } })
        expect(['database_unavailable', 'auth_unavailable']).toContain(answer.body.code)
        expect(answer.body.message).toMatch(/Try again in a moment\.$/)
      }
      expect((await request('GET', '/health', null)).status).toBe(503)
      expect(vendor.creates).toEqual([])
      isPaused = false
      expect(await booked()).toEqual(FREE)
    },
  )

  it('between hold and create: the hold comes back by itself', async () => {
    let isPaused = false
    const { consume, create, user, job, vendor, clock, sweep, log, booked } = await startJobApi(
      supabase,
      100,
      async (request, send) => (isPaused && request.url.includes('/rest/') ? paused() : send(request)),
    )
    expect((await consume(user, job)).status).toBe(200)
    isPaused = true
    expect(await create(user, job)).toMatchObject({ status: 503, body: { code: 'database_unavailable' } })
    expect(log.at(-1)?.cause).toContain('540')
    expect(log.at(-1)?.cause).toContain('the project is paused: restore it at')
    expect(vendor.creates).toEqual([])
    isPaused = false
    expect(await booked()).toEqual(HELD)
    clock.now += 61 * 60_000
    await sweep()
    expect(await booked()).toEqual(FREE)
  })
})

// The whole API with Kling as its provider, over real HTTP.
import { verify } from 'hono/jwt'
import { describe, expect, it } from 'vitest'
import {
  repeatResponse,
  type ScriptedResponse,
  sendJson,
  sendPage,
} from '../../../../local/video-service/scripted/response.ts'
import { openProvider } from '../../../support/server/provider-api.ts'
import { sql } from '../../../support/server/suite.ts'

const FILE = 'https://v16-kling-fdl.klingai.com/one.mp4'
const FREE = { available: 100, held: 0, captured: 0 }
const HELD = { available: 40, held: 60, captured: 0 }
const PAID = { available: 40, held: 0, captured: 60 }
const NOT_FOUND = sendJson({ code: 1201, message: 'Task not found', request_id: 'r1' }, 400)

const answer = (data: unknown): ScriptedResponse => sendJson({ code: 0, message: 'SUCCEED', request_id: 'r1', data })
const videos = { videos: [{ id: 'v', url: FILE, duration: '5.1' }] }

const provider = openProvider('kling', {
  credits: 100,
  order: { path: '/generation/kling-ai/kling-v3', quoted: 60 },
  file: FILE,
})
const { server, firstBody } = provider

function start(settings: Record<string, string> = {}) {
  server.intercept.any = ({ method }) =>
    answer({ task_id: method === 'POST' ? crypto.randomUUID() : 't1', task_status: 'submitted' })
  return provider.start(settings)
}

describe('create request to Kling', () => {
  it("sends Kling the model, our job's ID, and the fields that the model lists for text", async () => {
    const { make, id } = await start()
    expect(await make({ aspectRatio: '9:16', negativePrompt: 'blur', generateAudio: false })).toMatchObject({
      status: 200,
    })
    expect(server.sent[0]).toMatchObject({ path: 'v1/videos/text2video', headers: { authorization: 'Bearer the-key' } })
    expect(firstBody()).toEqual({
      model_name: 'kling-v3',
      prompt: 'Rain on a window',
      negative_prompt: 'blur',
      mode: 'std',
      duration: '5',
      aspect_ratio: '9:16',
      sound: 'off',
      external_task_id: id,
    })
  })

  it.each([
    ['arrears', 429, 1101, 'provider_unavailable'],
    ['an empty pack', 429, 1102, 'provider_unavailable'],
    ['an unlisted IP address', 429, 1304, 'provider_unavailable'],
    ['too many tasks at once', 429, 1303, 'provider_busy'],
    ['content, with status 200', 200, 1301, 'content_refused'],
  ])('returns the credits if Kling refuses a create request for %s: %i, %i: %s', async (_, status, code, expected) => {
    const { make, booked } = await start()
    server.intercept.any = () => sendJson({ code, message: 'No.', request_id: 'r1' }, status)
    expect(await make()).toMatchObject({ body: { code: expected, data: { settlement: 'released' } } })
    expect(server.sent).toHaveLength(1)
    expect(await booked()).toEqual(FREE)
  })

  it('signs a token for each request to Kling, and sends the secret key nowhere', async () => {
    const { make, poll, clock, log } = await start({ VIDEO_API_SECRET: 'the-secret-key' })
    await make()
    clock.now += 2 * 60_000
    await poll()
    const tokens = server.sent.map(({ headers }) => headers.authorization?.split(' ')[1] ?? '')
    const claims = await Promise.all(
      tokens.map((token) => verify(token, 'the-secret-key', { alg: 'HS256', exp: false, nbf: false })),
    )
    expect(claims.map(({ iss }) => iss)).toEqual(['the-key', 'the-key'])
    expect(claims.map(({ exp, nbf }) => Number(exp) - Number(nbf))).toEqual([360, 360])
    expect(Number(claims[1]?.exp)).toBe(Math.floor(clock.now / 1000) + 300)
    expect(JSON.stringify([server.sent, log])).not.toContain('the-secret-key')
  })
})

describe('lost create response from Kling', () => {
  /** Starts a job whose create response is lost. `found` is Kling's response to a lookup by our job's ID. */
  async function startLost(found: (id: string) => ScriptedResponse, created: ScriptedResponse = sendPage(502)) {
    const api = await start()
    server.intercept.any = ({ method }) => (method === 'POST' ? repeatResponse(created)() : found(api.id))
    await api.make()
    return { ...api, creates: () => server.sent.filter(({ method }) => method === 'POST').length }
  }
  const mine = (id: string) => ({
    task_id: 't1',
    task_status: 'succeed',
    task_info: { external_task_id: id },
    task_result: videos,
  })

  it.each<[string, (id: string) => ScriptedResponse]>([
    ['as a single task', (id) => answer(mine(id))],
    ['in a list of tasks', (id) => answer([{ task_id: 't0', task_status: 'failed', task_info: {} }, mine(id)])],
  ])('finds a job with a lost create response at Kling by our ID, %s, without a second create', async (_, found) => {
    const { poll, booked, creates, id } = await startLost(found)
    await poll()
    expect(server.sent.at(-1)?.path).toBe(`v1/videos/text2video?external_task_id=${id}`)
    expect(await booked()).toEqual(PAID)
    expect(creates()).toBe(1)
  })

  it.each([
    ['was accepted without a task ID', answer({})],
    ['timed out inside Kling', sendJson({ code: 5002, message: 'timeout' }, 504)],
    ['was refused with an unknown code', sendJson({ code: 9999, message: 'No.' })],
  ])('looks a job up at Kling if its create request %s', async (_, created) => {
    const { poll, booked } = await startLost((id) => answer(mine(id)), created)
    await poll()
    expect(await booked()).toEqual(PAID)
  })

  it.each([
    ['an error', repeatResponse(NOT_FOUND)],
    ['an empty list', () => answer([])],
  ])('returns the credits if Kling has no task for our job for two minutes, as shown by %s', async (_, found) => {
    const { poll, clock, booked } = await startLost(found)
    for (const wait of [0, 60_000, 59_000]) {
      clock.now += wait
      await poll()
    }
    expect(await booked()).toEqual(HELD)
    clock.now += 1000
    expect(await poll()).toMatchObject({ status: 'failed', job: { failureCode: 'forgotten' } })
    expect(await booked()).toEqual(FREE)
  })

  it.each<[string, ScriptedResponse]>([
    ['another task', answer({ task_id: 't0', task_status: 'succeed', task_info: {}, task_result: videos })],
    ['a list of other tasks', answer([{ task_id: 't0', task_status: 'succeed', task_result: videos }])],
    ['an invalid lookup', sendJson({ code: 1201, message: 'external_task_id is invalid' }, 400)],
    ['a wrong key', sendJson({ code: 1002, message: 'Key not found' }, 401)],
  ])('neither delivers nor returns the credits if Kling responds to the lookup with %s', async (_, found) => {
    const { poll, clock, booked } = await startLost(repeatResponse(found))
    await poll()
    clock.now += 5 * 60_000
    await poll()
    expect(await booked()).toEqual(HELD)
  })
})

describe('server killed after its create request to Kling', () => {
  /** Creates a job and removes the task's record, as if the server was killed before it recorded the response. */
  async function startKilled(found: (id: string) => ScriptedResponse) {
    const api = await start()
    await api.make()
    await sql('update private.provider_tasks set provider_task_id = null where job_id = $1', [api.id])
    await sql(`update public.jobs set status = 'submitted' where id = $1`, [api.id])
    server.intercept.any = () => found(api.id)
    return api
  }
  const mine = (id: string, task_status: string) =>
    answer({ task_id: 't1', task_status, task_info: { external_task_id: id }, task_result: videos })

  it("finds a killed server's job at Kling by our ID in the sweep, and delivers its video", async () => {
    const { id, poll, sweep, clock, booked } = await startKilled((id) => mine(id, 'processing'))
    clock.now += 3 * 60_000
    await sweep()
    expect(await poll()).toMatchObject({ status: 'processing', job: { settlement: 'held' } })
    server.intercept.any = () => mine(id, 'succeed')
    clock.now += 60_000
    await sweep()
    expect(await booked()).toEqual(PAID)
  })

  it("returns the credits within six minutes if Kling has no task for a killed server's job", async () => {
    const { poll, sweep, clock, booked } = await startKilled(repeatResponse(NOT_FOUND))
    for (const minutes of [3, 1]) {
      clock.now += minutes * 60_000
      await sweep()
      expect(await booked()).toEqual(HELD)
    }
    clock.now += 2 * 60_000
    await sweep()
    expect(await poll()).toMatchObject({ status: 'failed', job: { failureCode: 'never_sent', settlement: 'released' } })
    expect(await booked()).toEqual(FREE)
  })
})

it("keeps a task that Kling has reported, even if Kling doesn't find it later", async () => {
  const { make, poll, clock, booked } = await start()
  await make()
  server.intercept.any = repeatResponse(NOT_FOUND)
  await poll()
  clock.now += 5 * 60_000
  await poll()
  expect(await booked()).toEqual(HELD)
})

it.each([
  [
    { final_unit_deduction: '4.5', final_balance_deduction: { quota: '0' } },
    { amount: 4.5, unit: 'units' },
  ],
  [
    { final_unit_deduction: '4.5', final_balance_deduction: { quota: '0.63' } },
    { amount: 4.5, unit: 'units' },
  ],
  [
    { final_unit_deduction: '0', final_balance_deduction: { quota: '0.63' } },
    { amount: 0.63, unit: 'balance' },
  ],
  [{ final_unit_deduction: '' }, undefined],
])("reads a job's cost at Kling from %j", async (said, cost) => {
  const { make, poll, id, request } = await start({ ADMIN_DEFAULT_PASSWORD: 'true' })
  await make()
  server.intercept.any = () => answer({ task_id: 't1', task_status: 'succeed', task_result: videos, ...said })
  await poll()
  const { body } = await request('GET', '/api/admin/costs?password=soundreel-local', null)
  expect(body.data.jobs.find(({ jobId }: { jobId: string }) => jobId === id)?.cost).toEqual(cost)
})

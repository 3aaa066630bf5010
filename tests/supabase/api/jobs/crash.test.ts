// The server is killed after each call that changes something. The call has taken effect, but its response is lost.
// Then a new server starts with those records, and its sweeps must settle the job.
// A crash before a call needs no test of its own: the records are the same as after the previous call.
import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { type Interceptor, startApi } from '../../../harness/api.ts'
import { createUser, readBooks, type TestUser } from '../../../harness/database.ts'
import { pngDataUri } from '../../../support/server/image.ts'
import { entryKinds, FREE, PAID } from '../../../support/server/job.ts'
import { openFal, startFalApi } from '../../../support/server/scripted-service.ts'
import { sql, supabase } from '../../../support/server/suite.ts'

type Api = ReturnType<typeof startApi>

/** Runs `work` on a server that dies after this many calls. Returns the names of the calls that were made. */
async function runUntil(
  last: number | null,
  start: (intercept: Interceptor) => Api,
  work: (api: Api) => Promise<unknown>,
) {
  const calls: string[] = []
  const dead = Promise.withResolvers<void>()
  const api = start(async (request, send) => {
    const isLast = calls.length === last
    const { pathname } = new URL(request.url)
    calls.push(`${request.method} ${pathname.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '*')}`)
    const response = await send(request)
    if (!isLast) return response
    dead.resolve()
    return new Promise<Response>(() => {})
  })
  await Promise.race([work(api), dead.promise])
  return { calls, api }
}

/** Returns the calls with their numbers, without those that only read or count. */
const changing = (calls: string[]) =>
  [...calls.entries()].filter(([, name]) => !/^GET |\/rpc\/(count_user_request|poll_job)$/.test(name))

/** Expects that only a stored video is charged, and that no other copy is left. */
async function expectSettled(name: string, user: TestUser, job: string): Promise<void> {
  const { held, captured } = await readBooks(supabase, user.id)
  const found = await sql('select status, video_path is not null as stored from public.jobs where id = $1', [job])
  const isPaid = captured > 0
  const objects = await sql('select 1 from storage.objects where name like $1', [`${job}/%`])
  expect([name, held, found.some(({ status }) => status === 'succeeded'), objects.length]).toEqual([
    name,
    0,
    isPaid,
    isPaid ? 1 : 0,
  ])
  if (isPaid) expect(found).toEqual([{ status: 'succeeded', stored: true }])
}

/** Makes the calls of a browser for one image job. All of them use the same key, so they can be repeated. */
async function makeVideo(api: Api, user: TestUser, job: string): Promise<void> {
  api.provider.finish()
  await api.consume(user, job)
  await api.create(user, job, { image: pngDataUri(320, 320) })
  await api.status(user, job)
}

it.each([
  ['nobody returns', false],
  ['the browser retries', true],
])(
  'charges no missing video and creates at most one provider job if the server stops and %s',
  async (_name, browserReturns) => {
    const run = async (last: number | null) => {
      const [user, job] = [await createUser(supabase, 100), randomUUID()]
      const { calls, api } = await runUntil(
        last,
        (intercept) => startApi(supabase, {}, intercept),
        (server) => makeVideo(server, user, job),
      )
      return { calls, creates: api.provider.creates, name: calls.at(-1) ?? '', user, job }
    }
    const { calls } = await run(null)
    expect(calls).toEqual(
      expect.arrayContaining([
        'POST /rest/v1/rpc/hold_credits',
        'POST /rest/v1/rpc/start_job',
        'POST /storage/v1/object/images/*.png',
        'POST /generation/kling-ai/kling-v1-6',
        'POST /rest/v1/rpc/record_provider_task',
        'GET /one.mp4',
        'POST /storage/v1/object/videos/*/*.mp4',
        'GET /storage/v1/object/videos/*/*.mp4',
        'POST /rest/v1/rpc/settle_job',
      ]),
    )
    const crashes: Awaited<ReturnType<typeof run>>[] = []
    for (const [last] of changing(calls)) crashes.push(await run(last))

    const next = startApi(supabase)
    next.provider.finish()
    for (const { name, creates, user, job } of crashes) {
      const before = next.provider.creates.length
      if (browserReturns) await makeVideo(next, user, job)
      expect([name, creates.length + next.provider.creates.length - before <= 1]).toEqual([name, true])
    }
    // A sweep delivers ten videos and deletes twenty files. The last job passes its deadline.
    for (const minutes of [6, 1, 1, 1, 20, 70, 1]) {
      next.clock.now += minutes * 60_000
      expect(await next.sweep()).toMatchObject({ status: 200, body: { data: { failed_checks: 0 } } })
    }
    for (const { name, user, job } of crashes) await expectSettled(name, user, job)
  },
)

const { fal } = openFal()

it("returns a canceled job's credits once if the server stops during the cancel request", async () => {
  const run = async (last: number | null) => {
    fal.restart()
    const [user, job] = [await createUser(supabase, 100), randomUUID()]
    await startFalApi(fal).create(user, job)
    const stop = (api: Api) => api.request('POST', `/api/jobs/${job}/cancel`, user)
    const { calls } = await runUntil(last, (intercept) => startFalApi(fal, intercept), stop)
    return { calls, user, job, stop }
  }
  const { calls } = await run(null)
  expect(calls).toEqual([
    'GET /auth/v1/user',
    'POST /rest/v1/rpc/count_user_request',
    'POST /rest/v1/rpc/request_cancel',
    'GET /fal-ai/kling-video/requests/*/status',
    'PUT /fal-ai/kling-video/requests/*/cancel',
    'POST /rest/v1/rpc/settle_job',
  ])
  for (const [last, name] of changing(calls)) {
    const { user, job, stop } = await run(last)
    const isCancelAsked = last >= calls.indexOf('POST /rest/v1/rpc/request_cancel')
    const next = startFalApi(fal)
    // The provider got no cancel request, so the job continues and its video arrives.
    if (!isCancelAsked) fal.finish()
    next.clock.now += 2 * 60_000
    expect(await next.sweep()).toMatchObject({ body: { data: { failed_checks: 0 } } })
    expect([name, await readBooks(supabase, user.id)]).toEqual([name, isCancelAsked ? FREE : PAID])
    expect((await stop(next)).body.data.outcome).toBe(isCancelAsked ? 'stopped' : 'already_finished')
    expect(await entryKinds(supabase, job)).toEqual(['hold', isCancelAsked ? 'release' : 'capture'])
    if (isCancelAsked) expect(fal.task.state).toBe('canceled')
  }
})

it('deletes a job completely or not at all if the server stops during the deletion', async () => {
  const run = async (last: number | null) => {
    const [user, job] = [await createUser(supabase, 100), randomUUID()]
    await makeVideo(startApi(supabase), user, job)
    const { calls } = await runUntil(
      last,
      (intercept) => startApi(supabase, {}, intercept),
      (api) => api.request('DELETE', `/api/jobs/${job}`, user),
    )
    return { calls, user, job }
  }
  const { calls } = await run(null)
  expect(calls).toEqual(
    expect.arrayContaining([
      'POST /rest/v1/rpc/delete_job',
      'DELETE /storage/v1/object/videos',
      'DELETE /storage/v1/object/images',
    ]),
  )
  for (const [last, name] of changing(calls)) {
    const { user, job } = await run(last)
    const next = startApi(supabase)
    const isDeleted = (await next.request('GET', `/api/jobs/${job}`, user)).status === 404
    for (const minutes of [6, 20]) {
      next.clock.now += minutes * 60_000
      await next.sweep()
    }
    const files = await sql('select 1 from storage.objects where left(name, 36) = $1', [job])
    const listed = await sql('select 1 from private.files_to_delete where job_id = $1', [job])
    expect([name, files.length, listed]).toEqual([name, isDeleted ? 0 : 2, []])
    expect(await readBooks(supabase, user.id)).toEqual(PAID)
  }
})

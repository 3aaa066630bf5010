// Attacks with the ID of another user's video. Each route with a job ID must respond as it does to an unknown ID.
import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { RESPONSES } from '../../../supabase/functions/_shared/contract/routes.ts'
import { createUser } from '../../harness/database.ts'
import { connectAgent, listen } from '../../support/server/agent.ts'
import { createKey } from '../../support/server/key.ts'
import { setUp, supabase } from '../../support/server/suite.ts'

/** The request body for each route with a job ID. A route without an entry fails its test. */
const BODIES: Record<string, unknown> = {
  'GET /generation/:taskId/status': undefined,
  'GET /api/jobs?after=:id': undefined,
  'GET /api/jobs/:id': undefined,
  'DELETE /api/jobs/:id': undefined,
  'POST /api/jobs/:id/cancel': {},
  'POST /api/jobs/:id/label': { title: 'Mine', isStarred: true },
  'POST /api/jobs/:id/preview': { peaks: [] },
  'GET /api/jobs/:id/shares': undefined,
  'POST /api/jobs/:id/shares': { days: 7, showsPrompt: true, isIndexed: false },
}
const rows = new Set([
  ...Object.keys(BODIES),
  ...Object.keys(RESPONSES).filter((route) => /jobs\/:id|:taskId/.test(route)),
])

const cases = [...rows].flatMap((route) => ['session', 'key'].map((credential) => ({ route, credential })))

it.each(cases)(
  "returns the error of an unknown ID for another user's video: $route with a $credential",
  async ({ route, credential }) => {
    const api = await setUp()
    const { request, user, create, job, provider, status } = api
    await create(user, job)
    provider.finish()
    await status(user, job)
    const account = await createUser(supabase, 0)
    const stranger = credential === 'key' ? (await createKey(api, account)).caller : account
    expect(Object.keys(BODIES)).toContain(route)
    const [method = '', path = ''] = route.split(' ')
    const ask = async (id: string) => {
      const answer = await request(method, path.replace(/:id|:taskId/, encodeURIComponent(id)), stranger, BODIES[route])
      return { status: answer.status, body: { ...answer.body, requestId: '' } }
    }
    const unknown = await ask(randomUUID())
    if (credential === 'key' && ['DELETE /api/jobs/:id', 'POST /api/jobs/:id/preview'].includes(route)) {
      expect(unknown).toMatchObject({ status: 403, body: { code: 'scope_too_small' } })
      return
    }
    expect(unknown).toMatchObject({ status: 404, body: { success: false, code: 'not_found' } })
    for (const id of [job, job.toUpperCase()]) expect(await ask(id)).toEqual(unknown)
    for (const id of ['no-such-id', "'; drop table jobs"]) {
      expect((await ask(id)).status).toBe(path.includes('?') ? 400 : 404)
    }
    const { body } = await request('GET', `/api/jobs/${job}`, user)
    expect(body.data).toMatchObject({ id: job, status: 'succeeded', title: '', isStarred: false, peaks: null })
  },
)

it.each([
  ['get_job', {}],
  ['wait_for_job', {}],
  ['cancel_job', {}],
  ['share_video', { days: 7 }],
])("returns the error of an unknown ID to an agent that names another user's video: %s", async (tool, given) => {
  const { user, create, job, provider, status, ...api } = await setUp()
  await create(user, job)
  provider.finish()
  await status(user, job)
  const { use } = await connectAgent(await listen(api), await createUser(supabase, 0))
  const ask = async (jobId: string) => {
    const { text, ...answer } = await use(tool, { jobId, ...given })
    return { ...answer, data: { ...answer.data, requestId: '' } }
  }
  const unknown = await ask(randomUUID())
  expect(unknown).toMatchObject({ isError: true, say: 'Job not found.', data: { code: 'not_found' } })
  for (const id of [job, job.toUpperCase()]) expect(await ask(id)).toEqual(unknown)
  expect(await ask('no-such-id')).toMatchObject({ isError: true, data: { code: 'bad_request' } })
})

it("shows an agent no video of another user, and no job for another user's job ID", async () => {
  const { user, create, job, provider, status, ...api } = await setUp()
  await create(user, job)
  provider.finish()
  await status(user, job)
  const { use } = await connectAgent(await listen(api), await createUser(supabase, 100))
  expect((await use('search_library', { q: 'rain' })).data).toEqual({ jobs: [], nextCursor: null })
  const given = { idempotencyKey: job, model: 'kling-1.6', credits: 20, prompt: 'Rain on a window' }
  expect(await use('create_video', given)).toMatchObject({ isError: true, data: { code: 'key_mismatch' } })
})

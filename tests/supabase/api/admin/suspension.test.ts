// People as the administrator finds and suspends them.
import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { ACCOUNT_SUSPENDED } from '../../../../supabase/functions/_shared/contract/sentences.ts'
import { createUser, readBooks } from '../../../harness/database.ts'
import { insertable } from '../../../support/guards/setting.ts'
import { startAdminApi } from '../../../support/server/admin.ts'
import { connectAgent, listen } from '../../../support/server/agent.ts'
import { FREE, HELD, PAID } from '../../../support/server/job.ts'
import { setUp, sql, supabase } from '../../../support/server/suite.ts'

setUp()

/** A user with 100 credits who has signed in, and the administrator's calls about people. */
async function start() {
  const api = startAdminApi(supabase, { ADMIN_USERNAME: 'grace' })
  const user = await createUser(supabase, 100)
  await sql(`insert into public.users (id, email, name) values ($1, '', 'Ada')`, [user.id])
  const headers = await api.asAdmin()
  const post = (path: string, body: object) => api.request('POST', path, null, body, { headers })
  const setSuspended = (suspended: boolean, reason = 'Spam', id = user.id) =>
    post('/api/admin/people/suspension', { user_id: id, suspended, reason })
  return {
    ...api,
    user,
    booked: () => readBooks(supabase, user.id),
    find: async (asked: string) => (await post('/api/admin/people/find', { user: asked })).body.data.people,
    setSuspended,
    listActions: async (): Promise<{ action: string; userId: string }[]> => {
      const { body } = await api.request('GET', '/api/admin/actions', null, undefined, { headers })
      return body.data.actions.filter(({ userId }: { userId: string }) => userId === user.id)
    },
  }
}

/** An API key of the user, as the header of a request. */
async function createKey({ request, user }: Awaited<ReturnType<typeof start>>, scope = 'create') {
  const { body } = await request('POST', '/api/keys', user, { name: 'Laptop', scope })
  return { ...user, token: body.data.secret as string }
}

const REFUSED = {
  status: 403,
  body: { code: 'account_suspended', message: ACCOUNT_SUSPENDED, data: { settlement: 'none' } },
}

it('finds a person by email or ID, with the balance, jobs, sign-ins, and valid keys, but without prompts and secrets', async () => {
  const api = await start()
  const { find, user, create } = api
  await createKey(api, 'read')
  await sql('update private.api_keys set expires_at = created_at where user_id = $1', [user.id])
  await createKey(api)
  await sql(`insert into public.login_logs (user_id, ip_address, user_agent) values ($1, '203.0.113.9', 'Firefox')`, [
    user.id,
  ])
  const job = randomUUID()
  await create(user, job, { prompt: 'A heron at dawn' })
  const found = await find(user.email.toUpperCase())
  expect(found).toMatchObject([
    {
      id: user.id,
      email: user.email,
      name: 'Ada',
      credits: 80,
      held: 20,
      suspension: null,
      jobCount: 1,
      openJobCount: 1,
      jobs: [{ id: job, modelName: 'Kling 1.6', status: 'running', credits: 20, settlement: 'held' }],
      signInCount: 1,
      signIns: [{ ipAddress: '203.0.113.9', userAgent: 'Firefox' }],
      keys: [{ name: 'Laptop', scope: 'create' }],
    },
  ])
  expect(await find(user.id)).toEqual(found)
  expect(JSON.stringify(found)).not.toMatch(/heron|sr_/)
  expect(await find('nobody@example.com')).toEqual([])
})

it('shows the ten latest jobs of a person, newest first, with the number of all', async () => {
  const { find, user, create, provider, status } = await start()
  const newest = randomUUID()
  await create(user, newest)
  provider.fail('No.')
  await status(user, newest)
  const older = Array.from({ length: 10 }, () => randomUUID())
  const columns = await insertable(sql, 'public.jobs')
  for (const [index, id] of older.entries())
    await sql(
      `with hold as (
         insert into private.credit_holds select (jsonb_populate_record(h, jsonb_build_object('job_id', $2::uuid))).*
         from private.credit_holds h where job_id = $1)
       insert into public.jobs (${columns}) select ${columns} from (
         select (jsonb_populate_record(j, jsonb_build_object(
           'id', $2::uuid, 'created_at', j.created_at - make_interval(mins => $3::int + 1)))).*
         from public.jobs j where id = $1) as copied`,
      [newest, id, index],
    )
  const [person] = await find(user.id)
  expect(person.jobCount).toBe(11)
  expect(person.jobs.map(({ id }: { id: string }) => id)).toEqual([newest, ...older.slice(0, 9)])
})

it('refuses every new job of a suspended person without a charge, and starts one after the lift', async () => {
  const api = await start()
  const { setSuspended, create, consume, user, booked } = api
  const key = await createKey(api)
  expect(await setSuspended(true)).toMatchObject({
    status: 200,
    body: { data: { person: { suspension: { reason: 'Spam' } } } },
  })
  expect(await create(user, randomUUID())).toMatchObject(REFUSED)
  expect(await create(key, randomUUID())).toMatchObject(REFUSED)
  expect(await consume(user, randomUUID())).toMatchObject(REFUSED)
  const { use } = await connectAgent(await listen(api), key)
  const said = await use('create_video', {
    idempotencyKey: randomUUID(),
    model: 'kling-1.6',
    credits: 20,
    prompt: 'Rain',
  })
  expect(said).toMatchObject({ isError: true, say: expect.stringContaining(ACCOUNT_SUSPENDED) })
  expect(await booked()).toEqual(FREE)
  await setSuspended(false, 'Talked to her')
  expect(await create(user, randomUUID())).toMatchObject({ status: 200 })
  expect(await booked()).toEqual(HELD)
})

it('names the suspension to a person who has too few credits, too', async () => {
  const { setSuspended, create, user } = await start()
  await sql('update private.credit_accounts set available = 0 where user_id = $1', [user.id])
  await setSuspended(true)
  expect(await create(user, randomUUID())).toMatchObject(REFUSED)
})

it('returns the credits that were held before the suspension for a job that had not started', async () => {
  const { setSuspended, create, consume, user, booked } = await start()
  const job = randomUUID()
  await consume(user, job)
  await setSuspended(true)
  expect(await create(user, job)).toMatchObject({ ...REFUSED, body: { data: { settlement: 'released' } } })
  expect(await booked()).toEqual(FREE)
})

it('lets the running jobs, keys, and links of a suspended person work', async () => {
  const api = await start()
  const { setSuspended, create, status, provider, user, booked, request } = api
  const [job, key] = [randomUUID(), await createKey(api, 'read')]
  await create(user, job)
  await setSuspended(true)
  // A repeated request for the same job gets its first answer.
  expect(await create(user, job)).toMatchObject({ status: 200, body: { data: { taskId: job } } })
  provider.finish()
  expect((await status(user, job)).body.status).toBe('succeed')
  expect(await booked()).toEqual(PAID)
  expect((await request('GET', `/api/jobs/${job}`, key)).body.data.status).toBe('succeeded')
  const { token } = (await request('POST', `/api/jobs/${job}/shares`, user, {})).body.data
  expect((await request('GET', `/api/shared/${token}`, null)).status).toBe(200)
})

it('records each suspension and lift once, with who did it and why', async () => {
  const { setSuspended, listActions, user } = await start()
  for (const suspended of [true, true, false, false]) await setSuspended(suspended, suspended ? 'Spam' : 'Sorry')
  expect(await listActions()).toMatchObject([
    { action: 'lift', admin: 'grace', reason: 'Sorry', userId: user.id, email: user.email },
    { action: 'suspend', admin: 'grace', reason: 'Spam' },
  ])
})

it.each([
  ['without a reason', ' ', undefined, 400, 'bad_request'],
  ['of an unknown user', 'Spam', randomUUID(), 404, 'no_such_user'],
])('refuses a suspension %s', async (_, reason, id, status, code) => {
  const { setSuspended } = await start()
  expect(await setSuspended(true, reason, id)).toMatchObject({ status, body: { code } })
})

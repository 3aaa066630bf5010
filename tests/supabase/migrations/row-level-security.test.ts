// The app's own calls of the Data API. tests/support/guards/access.ts and grants.ts test all rows and functions.
import { randomUUID } from 'node:crypto'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { startApi } from '../../harness/api.ts'
import { createUser, type TestUser } from '../../harness/database.ts'
import { sql, supabase } from '../../support/server/suite.ts'
import { getClient } from './browser-client.ts'

let owner: TestUser
let stranger: TestUser
beforeAll(async () => {
  owner = await createUser(supabase, 100)
  stranger = await createUser(supabase)
})
// Supabase Lite prints the errors of refused statements.
afterEach(() => {
  vi.mocked(console.error).mockClear()
})

const profile = ({ id }: TestUser, name: string) => ({
  id,
  email: 'boss@example.com',
  name,
  credits: 999_999,
  created_at: '2001-01-01T00:00:00Z',
})

it('changes only the name in a profile at each sign-in, whatever else the browser sends', async () => {
  const own = getClient(supabase, owner)
  for (const name of ['Ada', 'Grace']) {
    expect((await own.from('users').upsert(profile(owner, name), { onConflict: 'id' })).error).toBeNull()
    const { data } = await own.from('users').select('name, credits, email, created_at').single()
    expect(data).toMatchObject({ name, credits: 100, email: owner.email })
    expect(new Date(data?.created_at).getFullYear()).toBeGreaterThan(2001)
    expect((await own.rpc('get_user_credits', { user_id: owner.id })).data).toEqual({ credits: 100 })
  }
})

it('hides and protects rows of another user, with a token and without', async () => {
  await startApi(supabase).create(owner, randomUUID())
  const own = getClient(supabase, owner)
  await own.from('users').upsert(profile(owner, 'Ada'), { onConflict: 'id' })
  await own.from('login_logs').insert({ user_id: owner.id })
  const other = getClient(supabase, stranger)
  for (const table of ['users', 'login_logs', 'jobs']) {
    expect((await own.from(table).select()).data).toHaveLength(1)
    expect((await other.from(table).select()).data).toEqual([])
    expect((await getClient(supabase).from(table).select()).error).not.toBeNull()
  }
  const upsert = await other.from('users').upsert(profile(owner, 'Eve'), { onConflict: 'id' })
  expect(upsert.error?.code).toBe('42501')
  await other.from('users').update({ name: 'Eve' }).eq('id', owner.id)
  expect((await other.from('jobs').update({ status: 'failed' }).eq('user_id', owner.id)).error?.code).toBe('42501')
  expect(await sql('select name from public.users where id = $1', [owner.id])).toEqual([{ name: 'Ada' }])
})

it('hides a deleted job from its owner', async () => {
  const { create, request } = startApi(supabase)
  const [user, job] = [await createUser(supabase, 100), randomUUID()]
  await create(user, job)
  await sql(`select public.settle_job($1, null, 'deadline', null)`, [job])
  await request('DELETE', `/api/jobs/${job}`, user)
  expect((await getClient(supabase, user).from('jobs').select()).data).toEqual([])
})

it('hides the private schema from the Data API', async () => {
  const { error } = await getClient(supabase, owner).schema('private').from('credit_accounts').select()
  expect(error).not.toBeNull()
})

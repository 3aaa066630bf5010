import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { createUser, openTestSupabase, readBooks, readRows } from '../../../harness/database.ts'
import type { LocalSupabase } from '../../../local/backend/supabase.ts'
import { pngDataUri } from '../../support/server/image.ts'
import { PAID, startJobApi } from '../../support/server/job.ts'
import { getClient } from './browser-client.ts'

const SCRIPT = readFileSync('docs/delete-account.sql', 'utf8')

let supabase: LocalSupabase
beforeAll(async () => {
  supabase = await openTestSupabase()
})
afterAll(() => supabase.close())

const run = (person: string) => readRows(supabase, SCRIPT.replace('00000000-0000-0000-0000-000000000000', person))

/** Every row of every table that holds this text. */
async function findEverywhere(text: string): Promise<string[]> {
  const tables = await readRows<{ name: string }>(
    supabase,
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'private', 'auth')`,
  )
  const found: string[] = []
  for (const { name } of tables) {
    const [hits] = await readRows<{ count: number }>(
      supabase,
      `select count(*)::int as count from ${name} as t where t::text like '%' || $1 || '%'`,
      [text],
    )
    if (hits && hits.count > 0) found.push(name)
  }
  return found
}

it('leaves nothing of a person but the ledger, as the privacy policy says', async () => {
  const { create, status, provider, user, job } = await startJobApi(supabase)
  await create(user, job, { image: pngDataUri(320, 320), prompt: 'a secret scene' })
  provider.succeed()
  expect((await status(user, job)).body.status).toBe('succeed')
  await readRows(supabase, `insert into public.users (id, email, name) values ($1, $2, 'Ada Byron')`, [
    user.id,
    user.email,
  ])
  await readRows(supabase, `insert into public.login_logs (user_id, ip_address) values ($1, '203.0.113.9')`, [user.id])

  await run(user.id)

  for (const text of [user.email, 'Ada Byron', '203.0.113.9', 'a secret scene']) {
    expect([text, await findEverywhere(text)]).toEqual([text, []])
  }
  const files = await readRows(supabase, 'select bucket from private.files_to_delete where job_id = $1 order by 1', [
    job,
  ])
  expect(files).toEqual([{ bucket: 'pictures' }, { bucket: 'videos' }])
  expect(await readBooks(supabase, user.id)).toMatchObject(PAID)
})

it('leaves no way to have the sign-up credits twice, and nothing that the Google id can be read from', async () => {
  const signUp = async () => {
    const user = await createUser(supabase)
    await readRows(
      supabase,
      `insert into auth.identities (id, provider, provider_id, user_id) values (gen_random_uuid(), 'google', '1170000042', $1)`,
      [user.id],
    )
    await readRows(supabase, `insert into public.users (id, email) values ($1, '')`, [user.id])
    return (await readBooks(supabase, user.id)).available
  }
  await readRows(supabase, 'update private.credit_settings set sign_up_credits = 40')
  expect(await signUp()).toBe(40)
  const [first] = await readRows<{ id: string }>(supabase, `select user_id as id from auth.identities`)
  await run(first?.id ?? '')
  expect(await findEverywhere('1170000042')).toEqual([])
  expect(await signUp()).toBe(0)
})

it('waits for a job that is still open', async () => {
  const { create, user, job } = await startJobApi(supabase)
  await create(user, job)
  await expect(run(user.id)).rejects.toThrow('still open')
  expect(await findEverywhere(user.email)).not.toEqual([])
})

it('creates nothing anew for a token that outlives its account, and says why', async () => {
  const { consume, create, user, job } = await startJobApi(supabase)
  const hard = await startJobApi(supabase, 0)
  await run(user.id)
  await readRows(supabase, 'delete from auth.users where id = $1', [hard.user.id])

  const browser = getClient(supabase, user)
  const profile = await browser.from('users').upsert({ id: user.id, email: user.email, name: 'Ada Byron' })
  expect(profile.error?.message).toContain('This account was deleted.')
  const log = await browser.from('login_logs').insert({ user_id: user.id, ip_address: '203.0.113.9' })
  expect(log.error?.message).toContain('This account was deleted.')
  const refused = { status: 401, body: { code: 'unauthorized', message: expect.stringContaining('was deleted') } }
  expect(await consume(user, job)).toMatchObject(refused)
  expect(await create(user, job)).toMatchObject(refused)
  expect(await hard.consume(hard.user, hard.job)).toMatchObject({ status: 401, body: { code: 'unauthorized' } })
  // Supabase Lite prints what the database refuses.
  vi.mocked(console.error).mockClear()
})

it('takes what the sign-in service wrote down of this user, and of nobody else', async () => {
  const [{ user }, { user: other }] = [await startJobApi(supabase), await startJobApi(supabase)]
  await readRows(supabase, 'create table if not exists auth.audit_log_entries (id uuid primary key, payload json)')
  const payloads = [
    { actor_id: user.id, actor_username: 'somebody@example.com' },
    { actor_id: other.id, actor_username: user.email },
    { actor_id: other.id, traits: { user_id: user.id } },
    { actor_id: other.id, actor_username: `x${user.email}` },
  ]
  for (const payload of payloads) {
    await readRows(supabase, 'insert into auth.audit_log_entries values (gen_random_uuid(), $1)', [
      JSON.stringify(payload),
    ])
  }
  await run(user.id)
  expect(await readRows(supabase, `select payload->>'actor_username' as name from auth.audit_log_entries`)).toEqual([
    { name: `x${user.email}` },
  ])
})

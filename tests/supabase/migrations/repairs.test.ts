// Migrations that put stored rows right, each run again over a row as it was wrong before.
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { LocalSupabase } from '../../../local/backend/supabase.ts'
import { startApi } from '../../support/server/api.ts'
import { createUser, openTestSupabase, rows } from '../../support/server/database.ts'

let supabase: LocalSupabase
beforeAll(async () => {
  supabase = await openTestSupabase()
})
afterAll(() => supabase.close())

/** Runs the statement of a migration that begins so. */
async function repair(migration: string, from: string) {
  const text = readFileSync(`supabase/migrations/${migration}.sql`, 'utf8')
  expect(text.split(from)).toHaveLength(2)
  const start = text.indexOf(from)
  await rows(supabase, text.slice(start, text.indexOf(';', start)))
}

it('gives a profile that took another user’s e-mail its own one back', async () => {
  const [user, other] = [await createUser(supabase), await createUser(supabase)]
  for (const { id } of [user, other]) await rows(supabase, `insert into public.users (id, email) values ($1, '')`, [id])
  await rows(supabase, 'alter table public.users disable trigger users_protect')
  await rows(supabase, 'update public.users set email = $2 where id = $1', [user.id, other.email])
  await rows(supabase, 'alter table public.users enable trigger users_protect')
  await repair('20261122100000_pin_user_records', 'update public.users u')
  for (const { id, email } of [user, other]) {
    expect(await rows(supabase, 'select email from public.users where id = $1', [id])).toEqual([{ email }])
  }
})

it('leaves a task that several jobs share to the first of them', async () => {
  const user = await createUser(supabase, 100)
  const { create } = startApi(supabase)
  const jobs = [randomUUID(), randomUUID(), randomUUID()]
  for (const job of jobs) await create(user, job)
  await rows(supabase, 'drop index private.vendor_tasks_provider_task_key')
  await rows(supabase, `update private.vendor_tasks set provider_task_id = 'shared' where job_id <> $1`, [jobs[2]])
  await repair('20261122104000_unique_provider_tasks', 'update private.vendor_tasks v')
  const ids = await rows<{ id: string | null }>(
    supabase,
    'select provider_task_id as id from private.vendor_tasks join public.generations on id = job_id order by created_at',
  )
  expect(ids.map(({ id }) => id)).toEqual(['shared', null, expect.stringContaining('task-1')])
  await repair('20261122104000_unique_provider_tasks', 'create unique index')
})

// Migrations that put stored rows right, each run again over a row as it was wrong before.
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { LocalSupabase } from '../../../local/backend/supabase.ts'
import { createUser, openTestSupabase, rows } from '../../support/server/database.ts'

let supabase: LocalSupabase
beforeAll(async () => {
  supabase = await openTestSupabase()
})
afterAll(() => supabase.close())

/** Runs a migration from this line on. */
async function repair(migration: string, from: string) {
  const text = readFileSync(`supabase/migrations/${migration}.sql`, 'utf8')
  expect(text.split(from)).toHaveLength(2)
  await rows(supabase, text.slice(text.indexOf(from)))
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

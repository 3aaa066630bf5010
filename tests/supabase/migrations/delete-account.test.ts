import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { LocalSupabase } from '../../../local/backend/supabase.ts'
import { books, openTestSupabase, rows } from '../../support/server/database.ts'
import { PAID, startJobApi } from '../../support/server/job.ts'
import { pngDataUri } from '../../support/server/picture.ts'

const SCRIPT = readFileSync('docs/delete-account.sql', 'utf8')

let supabase: LocalSupabase
beforeAll(async () => {
  supabase = await openTestSupabase()
})
afterAll(() => supabase.close())

const run = (person: string) => rows(supabase, SCRIPT.replace('00000000-0000-0000-0000-000000000000', person))

/** Every row of every table that holds this text. */
async function findEverywhere(text: string): Promise<string[]> {
  const tables = await rows<{ name: string }>(
    supabase,
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'private', 'auth')`,
  )
  const found: string[] = []
  for (const { name } of tables) {
    const [hits] = await rows<{ count: number }>(
      supabase,
      `select count(*)::int as count from ${name} as t where t::text like '%' || $1 || '%'`,
      [text],
    )
    if (hits && hits.count > 0) found.push(name)
  }
  return found
}

it('leaves nothing of a person but the ledger, as the privacy policy says', async () => {
  const { create, status, vendor, user, job } = await startJobApi(supabase)
  await create(user, job, { image: pngDataUri(320, 320), prompt: 'a secret scene' })
  vendor.succeed()
  expect((await status(user, job)).body.status).toBe('succeed')
  await rows(supabase, `insert into public.users (id, email, name) values ($1, $2, 'Ada Byron')`, [user.id, user.email])
  await rows(supabase, `insert into public.login_logs (user_id, ip_address) values ($1, '203.0.113.9')`, [user.id])

  await run(user.id)

  for (const text of [user.email, 'Ada Byron', '203.0.113.9', 'a secret scene']) {
    expect([text, await findEverywhere(text)]).toEqual([text, []])
  }
  const files = await rows(supabase, 'select bucket from private.files_to_delete where job_id = $1 order by 1', [job])
  expect(files).toEqual([{ bucket: 'pictures' }, { bucket: 'videos' }])
  expect(await books(supabase, user.id)).toMatchObject(PAID)
})

it('waits for a job that is still open', async () => {
  const { create, user, job } = await startJobApi(supabase)
  await create(user, job)
  await expect(run(user.id)).rejects.toThrow('still open')
  expect(await findEverywhere(user.email)).not.toEqual([])
})

import { expect, it } from 'vitest'
import { openTestSupabase, rows } from '../../support/server/database.ts'

// With the real pg_cron: tests/hosted/database.test.ts.
it('schedules nothing where pg_cron, pg_net and Vault are absent', async () => {
  const supabase = await openTestSupabase()
  expect(await rows(supabase, `select to_regproc('private.call_sweep') as fn`)).toEqual([{ fn: null }])
  await supabase.close()
})

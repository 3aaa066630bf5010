import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { LocalSupabase } from '../../../local/backend/supabase.ts'
import { openTestSupabase, rows } from '../../support/server/database.ts'

// The second is for projects whose extensions were not switched on when the first one ran.
describe.each(['20261120091000_schedule_sweep', '20261120150000_switch_on_sweep'])('%s', (name) => {
  let supabase: LocalSupabase
  let migration: string
  beforeAll(async () => {
    supabase = await openTestSupabase()
    migration = await readFile(`supabase/migrations/${name}.sql`, 'utf8')
  })
  afterAll(() => supabase.close())

  it('does nothing where the extensions are absent', async () => {
    expect(await rows(supabase, `select to_regproc('private.call_sweep') as fn`)).toEqual([{ fn: null }])
  })

  it('schedules the call every minute, with the secret from Vault as apikey', async () => {
    // The three functions and the view as the extensions define them (pg_cron 1.6, pg_net 0.14, Vault 0.3).
    await supabase.connection.driver.exec(`
      create schema cron; create schema net; create schema vault;
      create table cron.jobs (name text primary key, schedule text, command text);
      create table net.calls (url text, body jsonb, headers jsonb, timeout_milliseconds int);
      create table vault.decrypted_secrets (name text, decrypted_secret text);
      create function cron.schedule(job_name text, schedule text, command text) returns bigint language sql as
        $$ insert into cron.jobs as j values (job_name, schedule, command)
             on conflict (name) do update set schedule = excluded.schedule, command = excluded.command; select 1::bigint $$;
      create function net.http_post(url text, body jsonb default '{}', params jsonb default '{}', headers jsonb default '{}', timeout_milliseconds int default 5000)
        returns bigint language sql as $$ insert into net.calls values (url, body, headers, timeout_milliseconds); select 1::bigint $$;`)
    await supabase.connection.driver.exec(migration)
    // Again, as where the extensions were there from the beginning.
    await supabase.connection.driver.exec(migration)
    expect(await rows(supabase, 'select name, schedule, command from cron.jobs order by name')).toEqual([
      {
        name: 'soundreel-forget-runs',
        schedule: '7 3 * * *',
        command: expect.stringContaining('cron.job_run_details'),
      },
      { name: 'soundreel-sweep', schedule: '* * * * *', command: 'select private.call_sweep()' },
    ])

    await rows(supabase, 'select private.call_sweep()')
    expect(await rows(supabase, 'select * from net.calls')).toEqual([])
    await rows(
      supabase,
      `insert into vault.decrypted_secrets values ('sweep_url', 'https://ref.supabase.co/functions/v1/api/api/jobs/sweep'), ('sweep_secret', 'shh')`,
    )
    await rows(supabase, 'select private.call_sweep()')
    expect(await rows(supabase, 'select * from net.calls')).toEqual([
      {
        url: 'https://ref.supabase.co/functions/v1/api/api/jobs/sweep',
        body: {},
        headers: { 'content-type': 'application/json', apikey: 'shh' },
        timeout_milliseconds: 55_000,
      },
    ])
  })
})

// Tests `npm run deploy` on a hosted project's database. The tests depend on each other. The races run before the tick,
// because pg_cron's minute passes during them.
import { randomUUID } from 'node:crypto'
import { readdirSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { type ServerType, serve } from '@hono/node-server'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Problem } from '../../tools/doctor/checks/check.ts'
import { readSettings } from '../../tools/doctor/checks/settings.ts'
import { examine } from '../../tools/doctor/doctor.ts'
import { buildScheduleRepair } from '../../tools/project/sweep-schedule.ts'
import { bundleFunction } from '../../vite/function-bundle.ts'
import { startApi } from '../harness/api.ts'
import { MOVABLE_CLOCK } from '../harness/clock.ts'
import { createDataApi } from '../harness/data-api.ts'
import { holdCredits } from '../harness/ledger/calls.ts'
import { signUp } from '../harness/ledger/users.ts'
import type { Database } from '../harness/postgres.ts'
import { runInRolledBackSavepoint, runInRolledBackTransaction } from '../harness/sql.ts'
import { BLIND_SPOTS, DROP_OBJECTS } from '../support/doctor/blind-spots.ts'
import { PROBES } from '../support/guards/probes.ts'
import { prepareSetting } from '../support/guards/setting.ts'
import { type HostedDatabase, openHostedDatabase } from '../support/hosted/hosted-database.ts'
import { changeSchedule, SCHEDULE_FAULTS } from '../support/hosted/schedule-faults.ts'
import { supabaseCli } from '../support/hosted/supabase-cli.ts'
import { readBooks } from '../support/ledger/books.ts'
import { MONEY_RACES } from '../support/races/money-races.ts'
import { OTHER_RACES } from '../support/races/other-races.ts'
import { widenWindows } from '../support/races/overlap.ts'
import { SHARE_RACES } from '../support/races/share-races.ts'
import { SPENDING_RACES } from '../support/races/spending-races.ts'

const SWEEP_SECRET = 'the secret of the tick, with more than thirty-two characters'
const TICK_DEADLINE_MS = 75_000

let hosted: HostedDatabase
let push: () => ReturnType<typeof supabaseCli>
let firstPush: Awaited<ReturnType<typeof supabaseCli>>
beforeAll(async () => {
  hosted = await openHostedDatabase()
  push = () => supabaseCli(['db', 'push', '--yes', '--remote', hosted.url])
  firstPush = await push()
})
afterAll(() => hosted?.remove())

describe('Push', () => {
  it('applies every migration, and nothing in the next push', async () => {
    expect(firstPush.status, firstPush.printed).toBe(0)
    const applied = () => hosted.database.sql('select version from supabase_migrations.schema_migrations order by 1')
    const files = readdirSync('supabase/migrations').sort()
    expect(await applied()).toEqual(files.map((file) => ({ version: file.split('_')[0] })))

    const again = await push()
    expect(again.status, again.printed).toBe(0)
    expect(again.printed).not.toContain('Applying migration')
    expect(again.printed).toContain('up to date')
    expect(await applied()).toHaveLength(files.length)
  })

  it("pushes migrations as postgres, who isn't a superuser and owns the created objects", async () => {
    expect(
      await hosted.database.sql(`
        select rolsuper, (select count(*)::int from pg_class where relnamespace in ('public'::regnamespace, 'private'::regnamespace)
          and relowner <> 'postgres'::regrole) as foreign_tables from pg_roles where rolname = 'postgres'`),
    ).toEqual([{ rolsuper: false, foreign_tables: 0 }])
  })

  it('grants signed-out users none of our database functions', async () => {
    expect(
      await hosted.database.sql(`
        select oid::regprocedure::text from pg_proc
        where pronamespace in ('public'::regnamespace, 'private'::regnamespace) and has_function_privilege('anon', oid, 'execute')`),
    ).toEqual([])
  })
})

describe('Doctor', () => {
  const API = 'https://api.test/functions/v1/api'
  const NAMES = [
    'function version',
    'migrations',
    'database permissions',
    'credits and prices',
    'sweep schedule',
    'exposed data',
    'database state',
    'stored files',
  ]
  let version: string
  beforeAll(async () => {
    version = (await bundleFunction()).version
    await hosted.database.sql(
      `select vault.create_secret('${API}/api/jobs/sweep', 'sweep_url'), vault.create_secret('${SWEEP_SECRET}', 'sweep_secret')`,
    )
  })
  afterAll(async () => {
    await hosted.database.sql('delete from vault.secrets')
    // A tick of the schedule may have run meanwhile and called the sweep.
    await hosted.takeCalls()
  })

  /**
   * Returns the doctor's results that need only the database and this code's bundle. The other parts of a deployment
   * don't exist here. With `bundles`, the doctor bundles this code by itself, which takes a second.
   */
  async function resultsWith(password = new URL(hosted.url).password, { bundles = false } = {}) {
    const health = { success: true, status: 'ok', version, dependencies: {} }
    const settings = readSettings({
      SUPABASE_PROJECT_REF: 'abcdefghijklmnopqrst',
      SUPABASE_DB_PASSWORD: password,
      SUPABASE_DB_URL: `postgresql://postgres@${new URL(hosted.url).host}/postgres`,
      VITE_SITE_URL: 'https://studio.test',
      VITE_API_URL: API,
      SWEEP_SECRET,
    })
    const results = await examine(settings, {
      fetch: async (input) =>
        String(input) === `${API}/health` ? Response.json(health) : new Response('away', { status: 503 }),
      timeoutMs: 60_000,
      ...(bundles ? {} : { version: async () => version }),
      // A later date would report that PostgreSQL 15 has ended.
      now: () => new Date('2026-11-28'),
    })
    return results.filter(({ name }) => NAMES.includes(name))
  }

  const findProblems = async () =>
    (await resultsWith()).flatMap((result) => (result.state === 'wrong' ? result.problems : []))

  /** Runs the statements of the fixes, as the SQL editor does. */
  async function follow(problems: Problem[]) {
    for (const statement of new Set(problems.map((problem) => problem.sql)))
      if (statement) await hosted.database.sql(statement)
  }

  it("reads a pushed database by its own URL, and compares the version with this code's bundle", async () => {
    expect(await resultsWith(undefined, { bundles: true })).toEqual(NAMES.map((name) => ({ name, state: 'ok' })))
  })

  it('reports changes that were made by hand in the database', async () => {
    await hosted.database.sql(`create policy everybody on public.users for select to authenticated using (true)`)
    await hosted.database.sql('grant update on public.users to anon')
    await hosted.database.sql('alter table public.users disable trigger users_protect')
    await hosted.database.sql('alter function public.get_user_credits(uuid) security definer')
    const problems = await findProblems()
    expect(problems.map(({ what }) => what)).toEqual([
      expect.stringMatching(/function public\.get_user_credits/),
      expect.stringMatching(/trigger users_protect on public\.users is off/),
      expect.stringMatching(/policy everybody on public\.users/),
      expect.stringMatching(/Every visitor has update on table public\.users/),
    ])
    await follow(problems)
    expect(await resultsWith()).toEqual(NAMES.map((name) => ({ name, state: 'ok' })))
  })

  describe('blind spots', () => {
    const DROPPED = [
      'drop trigger credit_entries_append_only on private.credit_entries',
      'drop function public.record_sweep',
      'delete from private.credit_settings',
      `select pg_create_physical_replication_slot('etl', true)`,
      'drop policy jobs_select_own on public.jobs',
      'drop index private.credit_entries_job_kind_key',
      'alter table private.credit_accounts drop constraint credit_accounts_available_check',
      'alter table public.login_logs disable row level security',
      'revoke execute on all functions in schema public from service_role',
      'create view public.people as select * from public.users; grant select on public.people to anon',
    ]
    /** Writes more than the server keeps without a slot. */
    const FILL_LOG = `select pg_logical_emit_message(false, 'test', repeat('x', 1048576)) from generate_series(1, 100)`
    const UNUSED_SLOT = /^Nothing reads the replication slot etl, which keeps \d+ MB of the log on the disk/
    const DROP_DURATIONS =
      'drop table private.job_durations; drop function private.learn_duration; drop function public.list_job_durations'
    const named = (words: RegExp[]) =>
      words.map((says) => expect.objectContaining({ what: expect.stringMatching(says) }))

    it('names each blind spot, and none after the fixes', async () => {
      for (const [, , statements] of BLIND_SPOTS) await hosted.database.sql(statements)
      await hosted.database.sql(DROPPED.join(';'))
      await hosted.database.sql(FILL_LOG)
      await changeSchedule(hosted.database.sql)
      const problems = await findProblems()
      expect(problems).toEqual(
        expect.arrayContaining(named([...BLIND_SPOTS.map(([, words]) => words), ...SCHEDULE_FAULTS, UNUSED_SLOT])),
      )
      await follow(problems)
      await hosted.database.sql(buildScheduleRepair())
      expect(await findProblems()).toEqual([])
      await hosted.database.sql(DROP_OBJECTS)
    })

    it('names a migration that was skipped, with or without its tables, and none after the fix', async () => {
      const forget = `delete from supabase_migrations.schema_migrations where version = '20261127120750'`
      for (const [statement, says] of [
        [forget, /but not the older 20261127120750_create_job_durations\.sql\. It has what they create\.$/],
        [`${forget}; ${DROP_DURATIONS}`, /It lacks what they create\.$/],
      ] as const) {
        await hosted.database.sql(statement)
        const problems = await findProblems()
        expect(problems).toEqual(named([says]))
        await follow(problems)
        expect(await findProblems()).toEqual([])
      }
    })
  })

  it('reports that the database refuses the password, without showing the password', async () => {
    const results = await resultsWith('a-wrong-password')
    expect(results).toContainEqual({
      name: 'migrations',
      state: 'wrong',
      problems: [
        expect.objectContaining({
          what: expect.stringContaining('password authentication failed'),
          fix: expect.stringContaining('SUPABASE_DB_PASSWORD'),
        }),
      ],
    })
    expect(JSON.stringify(results)).not.toContain('a-wrong-password')
  })
})

describe('Sweep', () => {
  it('schedules the sweep once, for every minute, and removes the records of its runs', async () => {
    const jobs = await hosted.database.sql(
      'select jobname, schedule, command, username, active from cron.job order by 1',
    )
    const job = { username: 'postgres', active: true }
    expect(jobs).toEqual([
      {
        ...job,
        jobname: 'soundreel-clear-runs',
        schedule: '7 3 * * *',
        command: expect.stringContaining('delete from cron.job_run_details'),
      },
      { ...job, jobname: 'soundreel-sweep', schedule: '* * * * *', command: 'select private.call_sweep()' },
    ])
  })

  it("calls no URL before Vault has the sweep's URL and secret", async () => {
    await hosted.database.sql('select private.call_sweep()')
    expect(await hosted.takeCalls()).toEqual([])
  })
})

describe('Sweep with the URL and the secret in Vault', () => {
  let server: ServerType
  let pool: ReturnType<Database['clients']>
  beforeAll(async () => {
    await hosted.database.sql(MOVABLE_CLOCK)
    pool = hosted.database.clients(4)
    const { app } = startApi(createDataApi(pool.sql), { SWEEP_SECRET })
    server = await new Promise<ServerType>((listening) => {
      const started = serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 }, () => listening(started))
    })
    const { port } = server.address() as AddressInfo
    for (const [name, value] of [
      ['sweep_url', `http://127.0.0.1:${port}/api/jobs/sweep`],
      ['sweep_secret', SWEEP_SECRET],
    ]) {
      await hosted.database.sql('select vault.create_secret($1, $2)', [value, name])
    }
  })
  afterAll(async () => {
    server?.close()
    await pool?.close()
  })

  it('passes every guard probe on a hosted database', async () => {
    const { sql, close } = await hosted.database.connect()
    await runInRolledBackTransaction(sql, async () => {
      const setting = await prepareSetting(sql)
      for (const [name, probe] of Object.entries(PROBES)) {
        await runInRolledBackSavepoint(sql, () => probe(setting)).catch((cause) => {
          throw new Error(name, { cause })
        })
      }
    })
    await close()
  })

  describe('races', () => {
    beforeAll(() => widenWindows(hosted.database.sql))
    it.each(Object.entries({ ...MONEY_RACES, ...OTHER_RACES, ...SHARE_RACES, ...SPENDING_RACES }))(
      'survives the race: %s',
      (_name, race) => race(hosted.database),
    )
  })

  it('calls the sweep with its secret on a tick of pg_cron and returns unused credits', async () => {
    const userId = await signUp(hosted.database.sql, 100)
    await holdCredits(hosted.database.sql, { userId, jobId: randomUUID() })
    // The API's clock has stopped since before the races.
    await hosted.database.sql(
      `update private.credit_holds set created_at = now() - interval '1 hour' where user_id = $1`,
      [userId],
    )
    const call = await vi.waitUntil(async () => (await hosted.takeCalls())[0], {
      timeout: TICK_DEADLINE_MS,
      interval: 500,
    })
    expect(await readBooks(hosted.database.sql, [userId])).toMatchObject([{ available: 80, held: 20 }])
    const response = await fetch(call.url, { method: 'POST', headers: call.headers, body: JSON.stringify(call.body) })
    expect({ status: response.status, body: await response.json() }).toMatchObject({
      status: 200,
      body: { success: true, message: 'Swept.' },
    })
    expect(await readBooks(hosted.database.sql, [userId])).toMatchObject([{ available: 100, held: 0 }])
    expect(call).toMatchObject({ headers: { apikey: SWEEP_SECRET }, timeout_milliseconds: 55_000 })
    expect(
      await hosted.database.sql(
        `select status from cron.job_run_details d join cron.job using (jobid) where jobname = 'soundreel-sweep' and status <> 'succeeded'`,
      ),
    ).toEqual([])
  })
})

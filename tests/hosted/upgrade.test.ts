// npm run deploy on a project from before the baseline, with the official CLI, and rows in every state.
import { cp, mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { settleJob } from '../../harness/ledger/calls.ts'
import { CHAIN, getVersion, isBaseline, listMigrations, MIGRATIONS } from '../../supabase/upgrade/history.ts'
import { type HostedDatabase, openHostedDatabase } from '../support/hosted/hosted-database.ts'
import { REF, startManagementApi, TOKEN } from '../support/hosted/management-api.ts'
import { copyProject } from '../support/hosted/project-copy.ts'
import { supabaseCli } from '../support/hosted/supabase-cli.ts'
import { makeFolder } from '../support/make-folder.ts'
import { runProgram } from '../support/run-program.ts'
import { type Filled, fillEveryState, readEveryRow } from '../support/upgrade/rows.ts'

const chain = listMigrations(CHAIN)
const baseline = listMigrations(MIGRATIONS).filter(isBaseline)
let folder: string
let hosted: HostedDatabase
let management: Awaited<ReturnType<typeof startManagementApi>>
let filled: Filled
let before: Record<string, unknown[]>

beforeAll(async () => {
  folder = await makeFolder()
  hosted = await openHostedDatabase()
  management = await startManagementApi(hosted.database.sql, folder)
  const old = join(folder, 'old/supabase/migrations')
  await mkdir(old, { recursive: true })
  await cp('supabase/config.toml', join(folder, 'old/supabase/config.toml'))
  for (const file of chain.slice(0, -2)) await cp(join(CHAIN, file), join(old, file))
  const pushed = await supabaseCli(['db', 'push', '--yes', '--remote', hosted.url, '--workdir', join(folder, 'old')])
  expect(pushed.status, pushed.printed).toBe(0)
  filled = await fillEveryState(hosted.database.sql, 'record_vendor_task')
  before = await readEveryRow(hosted.database.sql)
})
afterAll(async () => {
  management?.close()
  await hosted?.remove()
})

const recorded = () => hosted.database.sql('select version from supabase_migrations.schema_migrations order by 1')
const versions = (files: readonly string[]) => files.map((file) => ({ version: getVersion(file) }))

/** The deploy command of the code in `cwd`. */
async function deploy(cwd: string, ...options: string[]): Promise<{ status: number | null; printed: string }> {
  const database = new URL(hosted.url)
  const file = join(folder, '.env.production')
  const settings = {
    SUPABASE_PROJECT_REF: REF,
    SUPABASE_ACCESS_TOKEN: TOKEN,
    SUPABASE_DB_PASSWORD: database.password,
    SUPABASE_DB_URL: `postgresql://postgres@${database.host}/postgres`,
    VITE_SITE_URL: 'https://studio.test/',
    VITE_SUPABASE_ANON_KEY: 'sb_publishable_of_the_test',
    VITE_API_URL: `${management.url}/functions/v1/api`,
    VIDEO_API_KEY: 'a key',
  }
  const text = Object.entries(settings).map(([name, value]) => `${name}='${value}'\n`)
  await writeFile(file, text.join(''), { mode: 0o600 })
  const own = { SUPABASE_PROFILE: management.profile, SUPABASE_HOME: folder, SUPABASE_TELEMETRY_DISABLED: '1' }
  const args = ['operator/deploy.ts', '--settings', file, '--skip-build', ...options]
  const { status, output } = await runProgram(process.execPath, args, { cwd, env: { ...process.env, ...own } })
  return { status, printed: output }
}

it('names in a dry run what the database lacks before the baseline, and changes nothing', async () => {
  const { status, printed } = await deploy('.', '--dry-run')
  expect(status, printed).toBe(0)
  expect(printed).toContain('The database predates the migration baseline. It lacks these older migrations:\n')
  for (const file of chain.slice(-2)) expect(printed).toContain(` • ${file}\n`)
  expect(printed).not.toContain(chain[0])
  expect(printed).toContain('- upgrade the database to the migration baseline\n')
  expect(await recorded()).toEqual(versions(chain.slice(0, -2)))
})

it('keeps what it pushed when it is broken off before the baseline is recorded', async () => {
  await hosted.database.sql(
    `create function public.cut_off() returns trigger language plpgsql as $$ begin raise exception 'cut off'; end $$`,
  )
  await hosted.database.sql(
    'create trigger cut_off before delete on supabase_migrations.schema_migrations execute function public.cut_off()',
  )
  const { status, printed } = await deploy('.', '--yes')
  expect(status, printed).toBe(1)
  // The stand-in of the management API prints what the database refuses.
  expect(String(vi.mocked(console.error).mock.lastCall)).toContain('cut off')
  vi.mocked(console.error).mockClear()
  await hosted.database.sql('drop function public.cut_off() cascade')
  expect(await recorded()).toEqual(versions(chain))
  expect((await deploy('.', '--dry-run')).printed).toContain('It has every older migration.')
})

it('records the baseline when it is run again, with every credit, job and video as before', async () => {
  const { status, printed } = await deploy('.', '--yes')
  expect(status, printed).toBe(0)
  expect(await recorded()).toEqual(versions(listMigrations(MIGRATIONS)))
  expect(baseline.length).toBeGreaterThan(0)
  expect(await readEveryRow(hosted.database.sql)).toMatchObject(before)
  const { running } = filled
  expect((await settleJob(hosted.database.sql, running, 'capture', `${running}/a.mp4`))?.settlement).toBe('captured')
  const again = await deploy('.', '--dry-run')
  expect(again.printed).toContain('No new migrations.')
})

it('refuses code from before the baseline on the newer database, in one sentence', async () => {
  const older = await copyProject(join(folder, 'older'))
  await rm(join(older, 'supabase/migrations'), { recursive: true })
  await cp(CHAIN, join(older, 'supabase/migrations'), { recursive: true })
  await rm(join(older, 'supabase/upgrade/chain'), { recursive: true })
  await mkdir(join(older, 'supabase/upgrade/chain'))
  const { uploads } = management.state
  const count = uploads.length
  const { status, printed } = await deploy(older, '--yes')
  expect({ status, printed }).toEqual({
    status: 1,
    printed: expect.stringMatching(
      /\nNothing was changed\. The database has migration \d{14} but lacks the older .*\n$/,
    ),
  })
  expect(uploads).toHaveLength(count)
})

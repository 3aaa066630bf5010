// Backup and restore as docs/deploy.md has them, with PostgreSQL's own programs, from one project into a new one.
import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { BIN, type HostedDatabase, openHostedDatabase } from '../support/hosted/hosted-database.ts'
import { supabaseCli } from '../support/hosted/supabase-cli.ts'
import { readBooks } from '../support/ledger/books.ts'
import { holdCredits, settleJob, startJob } from '../support/ledger/calls.ts'
import { signUp } from '../support/ledger/people.ts'
import type { Sql } from '../support/server/sql.ts'

const run = promisify(execFile)

/** The commands of docs/deploy.md between these two headings, as a shell runs them with OLD and NEW. */
async function runDocumented(heading: string, env: Record<string, string>): Promise<void> {
  const page = await readFile('docs/deploy.md', 'utf8')
  const section = page.split(`### ${heading}\n`)[1]?.split('\n### ')[0] ?? ''
  const commands = /```sh\n(.*?)```/s.exec(section)?.[1]
  if (!commands) throw new Error(`docs/deploy.md has no commands under ${heading}`)
  await run('bash', ['-euc', commands], { env: { ...process.env, PATH: `${BIN}:${process.env.PATH}`, ...env } })
}

/** Every table with a hash of its rows. */
async function fingerprints(sql: Sql): Promise<Record<string, unknown>> {
  const tables = await sql<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'private') order by 1`,
  )
  const found: Record<string, unknown> = {}
  for (const { name } of tables) {
    const [row] = await sql(
      `select count(*)::int as rows, md5(coalesce(string_agg(t::text, chr(10) order by t::text), '')) as hash from ${name} t`,
    )
    found[name] = row
  }
  return found
}

let from: HostedDatabase
let to: HostedDatabase
let folder: string
let people: string[]
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'soundreel-backup-'))
  from = await openHostedDatabase()
  to = await openHostedDatabase()
  for (const { url } of [from, to]) await supabaseCli(['db', 'push', '--yes', '--remote', url])
  const { sql } = from.database
  people = [await signUp(sql, 100), await signUp(sql, 50)]
  const [userId = ''] = people
  for (const outcome of ['capture', 'release', null] as const) {
    const jobId = randomUUID()
    await startJob(sql, { userId, jobId })
    if (outcome) await settleJob(sql, jobId, outcome)
  }
  await holdCredits(sql, { userId, jobId: randomUUID() })
  await sql(`insert into public.users (id, email, name) values ($1, '', 'Ada')`, [userId])
  await sql('insert into public.login_logs (user_id) values ($1)', [userId])
})
afterAll(async () => {
  await from?.remove()
  await to?.remove()
  await rm(folder, { recursive: true, force: true })
})

it('a backup that is loaded into a new project has every row, the same books, and a ledger that goes on', async () => {
  const env = { OLD: from.url, NEW: to.url, BACKUP: join(folder, 'soundreel.dump') }
  await runDocumented('Back up', env)
  await runDocumented('Restore', env)

  const found = await fingerprints(to.database.sql)
  expect(found).toEqual(await fingerprints(from.database.sql))
  expect(found).toMatchObject({
    'private.credit_entries': { rows: 8 },
    'private.login_log_days': { rows: 1 },
    'private.model_prices': { rows: 3 },
  })
  const books = await readBooks(to.database.sql, people)
  expect(books).toEqual(await readBooks(from.database.sql, people))
  expect(books).toMatchObject([{ available: 40, held: 40, captured: 20 }, { available: 50 }])

  // New numbers go on after the old ones, and triggers run again.
  expect(await holdCredits(to.database.sql, { userId: people[1] ?? '', jobId: randomUUID() })).toMatchObject({
    outcome: 'held',
    available: 30,
  })
})

it('nothing is loaded over a project that has users', async () => {
  const before = await fingerprints(to.database.sql)
  const env = { OLD: from.url, NEW: to.url, BACKUP: join(folder, 'soundreel.dump') }
  await expect(runDocumented('Restore', env)).rejects.toThrow(/This project has users/)
  expect(await fingerprints(to.database.sql)).toEqual(before)
})

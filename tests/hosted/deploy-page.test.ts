// Runs the commands of docs/deploy-by-hand.md and docs/backup.md word by word. The test deploys by hand, then backs up
// the project with PostgreSQL's own programs. It restores the backup from version 15 into a new project of version 17.
import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify, stripVTControlCharacters } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readDeployment } from '../../tools/project/settings.ts'
import { holdCredits, settleJob, startJob } from '../harness/ledger/calls.ts'
import { signUp } from '../harness/ledger/users.ts'
import type { Sql } from '../harness/sql.ts'
import { readDocumentedOutput } from '../support/hosted/documented-output.ts'
import { BIN, type HostedDatabase, openHostedDatabase } from '../support/hosted/hosted-database.ts'
import { PROJECT_REF, startManagementApi, TOKEN } from '../support/hosted/management-api.ts'
import { copyProject } from '../support/hosted/project-copy.ts'
import { supabaseCli } from '../support/hosted/supabase-cli.ts'
import { readBooks } from '../support/ledger/books.ts'
import { makeFolder } from '../support/make-folder.ts'

const run = promisify(execFile)

/**
 * Runs the first shell commands under this heading of a page in docs/, with these variables. Returns both outputs, one
 * after the other, without colors.
 */
async function runDocumented(name: string, heading: string, env: Record<string, string>, cwd = '.'): Promise<string> {
  const page = await readFile(`docs/${name}`, 'utf8')
  const section = page.split(`## ${heading}\n`)[1]?.split('\n## ')[0] ?? ''
  const [, indent = '', commands] = /^( *)```sh\n(.*?)^ *```$/ms.exec(section) ?? []
  if (!commands) throw new Error(`docs/${name} has no commands under ${heading}`)
  const PATH = `${resolve('node_modules/.bin')}:${BIN}:${process.env.PATH}`
  const script = commands.replaceAll(new RegExp(`^${indent}`, 'gm'), '')
  // Bash may take its pipes for a remote login, and would then read files of this machine.
  const { stdout, stderr } = await run('bash', ['--norc', '-euc', script], {
    cwd,
    env: { ...process.env, PATH, ...env },
  })
  // Vite prints colors where CI is set.
  return stripVTControlCharacters(stdout + stderr)
}

/** Replaces what differs between two runs. */
const withoutDetails = (line: string) =>
  line
    .replace(PROJECT_REF, 'REF')
    .replace('abcdefghijklmnopqrst', 'REF')
    .replace(/password is \S+\./, 'password is SECRET.')
    .replace(/version \w{12}, \d+ KB/, 'VERSION')
    .replace(/built in \S+/, 'built')

/** Returns every table with a hash of its rows. */
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
let management: Awaited<ReturnType<typeof startManagementApi>>
let folder: string
let people: string[]
beforeAll(async () => {
  folder = await makeFolder()
  from = await openHostedDatabase()
  to = await openHostedDatabase('17')
  management = await startManagementApi(from.database.sql, folder)
})
afterAll(async () => {
  management?.close()
  await from?.remove()
  await to?.remove()
})

it('deploys by hand the same settings, files, and schedule as npm run deploy, with no secret readable', async () => {
  const code = await copyProject(join(folder, 'code'))
  const file = join(code, '.env.production')
  const own = [
    `SUPABASE_PROJECT_REF=${PROJECT_REF}`,
    'VITE_SITE_URL=https://studio.test/',
    'VITE_SUPABASE_ANON_KEY=sb_publishable_of_the_test # the public one',
    "VIDEO_API_KEY='a key with a # and a $HOME'",
    'VIDEO_API_URL=',
  ]
  await writeFile(file, `${own.join('\n')}\n`)
  const API = `https://${PROJECT_REF}.supabase.co/functions/v1/api`
  const env = { SUPABASE_ACCESS_TOKEN: TOKEN, SUPABASE_PROFILE: management.profile, SUPABASE_HOME: folder }
  const temporary = { TMPDIR: folder, SUPABASE_TELEMETRY_DISABLED: '1' }
  const before = await readdir(folder)
  const output = await runDocumented(
    'deploy-by-hand.md',
    'Steps',
    { ...env, ...temporary, REF: PROJECT_REF, API, DATABASE: from.url },
    code,
  )

  const lines = await readDocumentedOutput('deploy-by-hand.md', 'Finished supabase db push.')
  expect(output.split('\n').map(withoutDetails)).toEqual(expect.arrayContaining(lines.map(withoutDetails)))

  const { secrets, uploads } = management.state
  const deployed = readDeployment(await readFile(file, 'utf8'))
  const ofAccount = { ADMIN_USERNAME: 'admin', ADMIN_PASSWORD_HASH: expect.stringMatching(/^pbkdf2/) }
  expect(secrets).toMatchObject({ ...ofAccount, VIDEO_API_KEY: 'a key with a # and a $HOME' })
  expect(deployed).toMatchObject({ functionSecrets: secrets })
  expect(Object.keys(secrets)).toHaveLength(
    'functionSecrets' in deployed ? Object.keys(deployed.functionSecrets).length : 0,
  )
  expect(uploads.map(({ files }) => Object.keys(files))).toEqual([['dist-function/index.js']])
  expect(
    await from.database.sql('select name, decrypted_secret as value from vault.decrypted_secrets order by 1'),
  ).toEqual([
    { name: 'sweep_secret', value: secrets.SWEEP_SECRET },
    { name: 'sweep_url', value: `${API}/api/jobs/sweep` },
  ])
  expect(await readFile(join(code, 'dist/_headers'), 'utf8')).toContain(`https://${PROJECT_REF}.supabase.co`)
  expect((await stat(file)).mode & 0o077).toBe(0)
  expect((await readdir(folder)).filter((name) => name.startsWith('tmp'))).toEqual(
    before.filter((name) => name.startsWith('tmp')),
  )
})

async function fill() {
  await supabaseCli(['db', 'push', '--yes', '--remote', to.url])
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
}

it('restores a backup in a new project with every row, the same balances, and a working ledger', async () => {
  await fill()
  const env = { OLD: from.url, NEW: to.url, BACKUP: join(folder, 'soundreel.dump') }
  const warning = await readDocumentedOutput('backup.md', 'pg_dump: warning')
  expect((await runDocumented('backup.md', 'Back up', env)).trim().split('\n')).toEqual(warning)
  const { stdout } = await run(join(BIN, 'pg_restore'), ['--list', env.BACKUP])
  expect(stdout).toContain('TABLE DATA private credit_entries postgres')
  expect((await stat(env.BACKUP)).mode & 0o077).toBe(0)
  expect(await runDocumented('backup.md', 'Restore', env)).toBe('DO\n')

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

  // New IDs continue after the old ones, and triggers run again.
  expect(await holdCredits(to.database.sql, { userId: people[1] ?? '', jobId: randomUUID() })).toMatchObject({
    outcome: 'held',
    available: 30,
  })
})

it('refuses to restore a backup into a project that has users', async () => {
  const before = await fingerprints(to.database.sql)
  const env = { OLD: from.url, NEW: to.url, BACKUP: join(folder, 'soundreel.dump') }
  const [refusal = ''] = await readDocumentedOutput('backup.md', 'This project has users')
  await expect(runDocumented('backup.md', 'Restore', env)).rejects.toThrow(refusal)
  expect(await fingerprints(to.database.sql)).toEqual(before)
})

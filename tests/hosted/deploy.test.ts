// Tests `npm run deploy` with the official CLI and a real PostgreSQL. The management API is simulated.
import { appendFile, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { readCatalogue } from '../../supabase/functions/api/catalogue/catalogue.ts'
import MODELS from '../../supabase/functions/api/catalogue/models.json' with { type: 'json' }
import { isPassword, parsePasswordHash } from '../../supabase/functions/api/services/admin/password-hash.ts'
import { describeScheduleFaults, SCHEDULE_SQL, type ScheduledJob } from '../../tools/project/sweep-schedule.ts'
import { bundleFunction, type FunctionBundle } from '../../vite/function-bundle.ts'
import { readDocumentedOutput, toDocumented } from '../support/hosted/documented-output.ts'
import { findFilesWith } from '../support/hosted/find-files-with.ts'
import { type HostedDatabase, openHostedDatabase } from '../support/hosted/hosted-database.ts'
import { PROJECT_REF, startManagementApi, TOKEN } from '../support/hosted/management-api.ts'
import { copyProject } from '../support/hosted/project-copy.ts'
import { changeSchedule, SCHEDULE_FAULTS } from '../support/hosted/schedule-faults.ts'
import { expectServedPages } from '../support/hosted/served-pages.ts'
import { makeFolder } from '../support/make-folder.ts'
import { runProgram } from '../support/run-program.ts'

const CATALOGUE = readCatalogue(MODELS)

let folder: string
/** The folder of the commands' temporary files. */
let temporary: string
let hosted: HostedDatabase
let management: Awaited<ReturnType<typeof startManagementApi>>
let settings: Record<string, string>
let file: string
/** The folder of the deployed code. */
let code: string
let bundle: FunctionBundle
beforeAll(async () => {
  folder = await makeFolder()
  temporary = await makeFolder()
  hosted = await openHostedDatabase()
  management = await startManagementApi(hosted.database.sql, folder)
  bundle = await bundleFunction()
})
afterAll(async () => {
  management?.close()
  await hosted?.remove()
})
beforeEach(async () => {
  management.state.status = 'ACTIVE_HEALTHY'
  management.state.calls = []
  code = '.'
  file = join(folder, '.env.production')
  const database = new URL(hosted.url)
  settings = {
    SUPABASE_PROJECT_REF: PROJECT_REF,
    SUPABASE_ACCESS_TOKEN: TOKEN,
    SUPABASE_DB_PASSWORD: database.password,
    SUPABASE_DB_URL: `postgresql://postgres@${database.host}/postgres`,
    VITE_SITE_URL: 'https://studio.test/',
    VITE_SITE_NAME: "Ann's Studio",
    VITE_SUPABASE_ANON_KEY: 'sb_publishable_of_the_test',
    VITE_API_URL: `${management.url}/functions/v1/api`,
    VIDEO_API_KEY: 'a key with a # and a $HOME',
  }
})

async function deploy(changes: Record<string, string> = {}, ...options: string[]) {
  const quote = (value: string) => (value.includes("'") ? `"${value}"` : `'${value}'`)
  const text = Object.entries({ ...settings, ...changes }).map(([name, value]) => `${name}=${quote(value)}\n`)
  await writeFile(file, text.join(''), { mode: 0o600 })
  return run('--settings', file, '--skip-build', ...options)
}

const run = (...options: string[]) => start(process.execPath, ['tools/deploy/deploy.ts', ...options])

/** Runs the command in a terminal and types this answer. A terminal combines both outputs. */
function answerTo(answer: string, ...options: string[]) {
  const command = [process.execPath, 'tools/deploy/deploy.ts', ...options].map((part) => `'${part}'`).join(' ')
  return start('script', ['--quiet', '--return', '--command', command, '/dev/null'], `${answer}\n`)
}

const start = (program: string, args: string[], typed?: string) =>
  runProgram(program, args, { cwd: code, env: { ...process.env, ...managementEnv() }, answer: typed })

const managementEnv = () => ({
  TMPDIR: temporary,
  SUPABASE_PROFILE: management.profile,
  SUPABASE_HOME: folder,
  SUPABASE_TELEMETRY_DISABLED: '1',
})

/** Returns what a run printed, as the pages of docs/ quote it. */
const document = (printed: string) => toDocumented(printed, { apiUrl: settings.VITE_API_URL ?? '', file })

/** Stores the catalogue's prices in the database, as the function of a version does. */
const storePrices = (version: number, price: (one: { id: string; credits: number }) => number) =>
  hosted.database.sql('select public.set_model_prices($1, $2)', [
    JSON.stringify(CATALOGUE.prices.map((one) => ({ ...one, credits: price(one) }))),
    version,
  ])

/** Lets the function answer as another version until the next deployment. */
const runOtherVersion = () =>
  management.state.uploads.push({ metadata: {}, files: { 'dist-function/index.js': 'VERSION = "aaaaaaaaaaaa"' } })

/** Returns the calls of the management API that change the project. */
const changes = () => management.state.calls.filter((call) => !/^(GET|READ) /.test(call))
const tables = () => hosted.database.sql(`select 1 from pg_tables where schemaname in ('public', 'private')`)
const vault = () =>
  hosted.database.sql('select name, decrypted_secret as value from vault.decrypted_secrets order by 1')

it('prints the steps in a dry run and changes nothing', async () => {
  const { status, printed, said } = await deploy({}, '--dry-run')
  expect({ status, said }).toEqual({ status: 0, said: '' })
  expect(printed).toContain(`Would deploy to studio (${PROJECT_REF})`)
  expect(printed).toContain('20261127120300_create_ledger.sql')
  expect(await tables()).toEqual([])
  expect(changes()).toEqual([])
  expect(management.state.calls.filter((call) => call.startsWith('READ'))).toHaveLength(1)
  expect(await readFile(file, 'utf8')).not.toContain('SWEEP_SECRET')
  expect(document(printed)).toEqual(await readDocumentedOutput('deploy.md', 'Would deploy to'))
})

it('deploys nothing with a workflow without a prompt in the catalogue, and prints the position', async () => {
  code = await copyProject(join(folder, 'broken'))
  const path = join(code, 'supabase/functions/api/catalogue/workflows/ltx-2.3.json')
  await writeFile(path, (await readFile(path, 'utf8')).replaceAll('{{prompt}}', 'Rain'))
  const comfy = { VIDEO_PROVIDER: 'comfyui', VIDEO_API_URL: 'https://gpu.studio.test', VIDEO_API_KEY: '' }
  const { status, said } = await deploy(comfy, '--yes')
  expect({ status, said }).toEqual({
    status: 1,
    said: "Nothing was changed, because the function would not start.\nCan't use workflow ltx-2.3.json: it has no placeholder {{prompt}}\n",
  })
  expect(await tables()).toEqual([])
  expect(changes()).toEqual([])
})

it("deploys migrations, secrets, the function's file, and the sweep's URL to the project", async () => {
  // A kill at any of these moments would leave the files.
  const filesWithSecrets = new Set<string>()
  management.state.whileChanging = async () => {
    const [, sweepSecret = ''] = /^SWEEP_SECRET=(.+)$/m.exec(await readFile(file, 'utf8')) ?? []
    const found = await findFilesWith(temporary, [settings.VIDEO_API_KEY ?? '', sweepSecret])
    for (const name of found) filesWithSecrets.add(name)
  }
  const first = await deploy({}, '--yes')
  management.state.whileChanging = async () => {}
  expect(first.status, first.printed + first.said).toBe(0)
  expect([...filesWithSecrets]).toEqual([])
  expect((await tables()).length).toBeGreaterThan(10)
  expect(document(first.printed)).toEqual(await readDocumentedOutput('deploy.md', '[y/N] y'))

  const { secrets, uploads } = management.state
  expect(secrets).toEqual({
    ADMIN_JWT_SECRET: expect.any(String),
    ADMIN_PASSWORD_HASH: expect.any(String),
    ALLOWED_ORIGINS: 'https://studio.test',
    JWT_ISSUER: `https://${PROJECT_REF}.supabase.co/auth/v1`,
    SWEEP_SECRET: expect.any(String),
    VIDEO_API_KEY: settings.VIDEO_API_KEY,
    VIDEO_PROVIDER: 'pollo',
  })
  const password = /password is (\S+)\. /.exec(first.printed)?.[1] ?? ''
  const hash = parsePasswordHash(secrets.ADMIN_PASSWORD_HASH ?? '')
  expect(hash && (await isPassword(password, hash))).toBe(true)
  expect((await stat(file)).mode & 0o077).toBe(0)

  expect(uploads).toEqual([
    {
      metadata: expect.objectContaining({ entrypoint_path: 'dist-function/index.js', verify_jwt: false }),
      files: { 'dist-function/index.js': bundle.code },
    },
  ])
  expect(await vault()).toEqual([
    { name: 'sweep_secret', value: secrets.SWEEP_SECRET },
    { name: 'sweep_url', value: `${settings.VITE_API_URL}/api/jobs/sweep` },
  ])
})

it('lists changed prices as documented, and deploys nothing unless the answer is yes', async () => {
  await storePrices(CATALOGUE.version - 1, ({ id, credits }) => (id === 'kling-1.6' ? credits - 1 : credits))
  const { status, printed } = await answerTo('', '--settings', file, '--skip-build')
  expect(status).toBe(1)
  expect(printed).toContain('Prices change, in credits:\r\n')
  expect(printed).toContain(' • kling-1.6 costs 19 (catalogue: costs 20)\r\n')
  expect(printed).toContain(`Deploy to studio (${PROJECT_REF})? Migrations can't be undone. [y/N] `)
  expect(printed).toContain('Nothing was deployed.')
  expect(changes()).toEqual([])
})

it("keeps generated secrets, replaces the database's settings, and builds the pages in a second deploy", async () => {
  const { secrets } = management.state
  Object.assign(secrets, { OF_ANOTHER_FUNCTION: 'kept' })
  await hosted.database.sql(`select vault.update_secret(id, 'another') from vault.secrets`)
  const pages = join(folder, 'pages')
  runOtherVersion()
  const again = await answerTo('y', '--settings', file, '--out', pages)
  expect(again.status, again.printed).toBe(0)
  expect(document(again.printed)).toEqual(await readDocumentedOutput('upgrade.md', 'Would deploy to'))
  await storePrices(CATALOGUE.version, ({ credits }) => credits)
  expect(secrets).toMatchObject({ OF_ANOTHER_FUNCTION: 'kept' })
  expect(again.printed).toContain(`Deployed. Now publish ${pages}/ on your static host`)
  const page = await readFile(join(pages, 'pricing.html'), 'utf8')
  expect(page).toContain('<link rel="canonical" href="https://studio.test/pricing"')
  expect(page).toMatch(/<title>[^<]*Ann(?:'|&#x27;)s Studio/)
  expect(await readFile(join(pages, '_headers'), 'utf8')).toContain(management.url)
  const ofFunction = [
    secrets.ADMIN_JWT_SECRET,
    secrets.ADMIN_PASSWORD_HASH,
    secrets.SWEEP_SECRET,
    secrets.VIDEO_API_KEY,
  ]
  expect(await findFilesWith(pages, ofFunction.map(String))).toEqual([])
  expect(await vault()).toHaveLength(2)
  expect(await vault()).toContainEqual({ name: 'sweep_secret', value: secrets.SWEEP_SECRET })
})

it('serves the built pages with nginx as documented', () => expectServedPages(join(folder, 'pages'), management.url))

it('pushes nothing when older code deploys to a newer database, and refuses another history', async () => {
  code = await copyProject(join(folder, 'older'))
  const migrations = join(code, 'supabase/migrations')
  const [last = ''] = (await readdir(migrations)).sort().slice(-1)
  const [version = ''] = last.split('_')
  await rm(join(migrations, last))
  const applied = () => hosted.database.sql('select version from supabase_migrations.schema_migrations order by 1')
  const before = await applied()
  runOtherVersion()
  await appendFile(file, 'NEWER_SETTING=1\n')
  const { uploads } = management.state
  const [count, older] = [uploads.length, await run('--settings', file, '--skip-build', '--yes')]
  expect(older.status, older.printed + older.said).toBe(0)
  const [ahead, unknown, ...others] = document(older.printed)
  expect(unknown).toBe(
    'Unknown settings, ignored: NEWER_SETTING. This code is older than the database, and may lack a setting that newer code has.',
  )
  expect([ahead, ...others]).toEqual(await readDocumentedOutput('rollback.md', 'Would deploy to'))
  expect(uploads).toHaveLength(count + 1)
  expect(await applied()).toEqual(before)

  await appendFile(join(migrations, '20261120090050_another_branch.sql'), 'select 1;')
  management.state.calls = []
  const other = await run('--settings', file, '--skip-build', '--yes')
  expect({ status: other.status, said: other.said }).toEqual({
    status: 1,
    said: `Nothing was changed. The project has another history: it has ${version}, which this code lacks, and lacks 20261120090050_another_branch.sql. Deploy to a new project, or deploy the code that this project was made with. Never run \`supabase migration repair\`.\n`,
  })
  expect(changes()).toEqual([])
  expect(await applied()).toEqual(before)
})

it("stops and names the extensions to turn on if the sweep can't be scheduled", async () => {
  const { sql } = hosted.database
  const superuser = await hosted.database.connect('none')
  await sql(`select cron.unschedule('soundreel-sweep')`)
  await superuser.sql('alter view vault.decrypted_secrets rename to away')
  const uploads = management.state.uploads.length
  const without = await run('--settings', file, '--skip-build', '--yes')
  await superuser.sql('alter view vault.away rename to decrypted_secrets')
  await superuser.close()
  expect(without).toMatchObject({
    status: 1,
    said: 'The sweep could not be scheduled. Turn on pg_cron, pg_net, and Vault (Database, Extensions), then deploy again.\n',
  })
  expect(management.state.uploads).toHaveLength(uploads)
})

// The deploy after older code is also the one to another provider, with new secrets.
it("repairs the sweep's schedule, rotates secrets, and removes the old provider's settings before it sets the new key", async () => {
  const { sql } = hosted.database
  const { secrets, calls } = management.state
  Object.assign(secrets, { VIDEO_API_URL: 'https://old.test', VIDEO_WEBHOOK_SECRET: 'of the old one' })
  management.state.secondsSinceSweep = 4000
  await changeSchedule(sql)
  const { ADMIN_JWT_SECRET, ADMIN_PASSWORD_HASH, SWEEP_SECRET } = secrets
  const changed = { VIDEO_PROVIDER: 'fal', VIDEO_API_KEY: 'key of fal' }
  const { status, printed, said } = await deploy(changed, '--yes')
  expect(status, printed + said).toBe(0)
  expect(printed).toContain('No new migrations.')
  expect(printed).toMatch(/set ALLOWED_ORIGINS, .*VIDEO_PROVIDER \(changed\),.* VIDEO_API_KEY \(changed\)/)
  expect(management.state.uploads.at(-1)?.files).toEqual({ 'dist-function/index.js': bundle.code })
  expect(describeScheduleFaults(await sql<ScheduledJob>(SCHEDULE_SQL))).toEqual([])
  for (const fault of SCHEDULE_FAULTS) expect(printed).toMatch(fault)
  expect(printed).toContain('The sweep last ran 4000 s ago. It must run again within a minute.')
  expect(secrets).toMatchObject(changed)
  expect(secrets.ADMIN_JWT_SECRET).not.toBe(ADMIN_JWT_SECRET)
  expect(secrets.ADMIN_PASSWORD_HASH).not.toBe(ADMIN_PASSWORD_HASH)
  expect(secrets.SWEEP_SECRET).not.toBe(SWEEP_SECRET)
  expect(await vault()).toContainEqual({ name: 'sweep_secret', value: secrets.SWEEP_SECRET })
  expect(Object.keys(secrets).join()).not.toMatch(/VIDEO_API_URL|VIDEO_WEBHOOK_SECRET/)
  // The old URL must never get the new key.
  expect(calls.filter((call) => /secrets$/.test(call) && !call.startsWith('GET'))).toEqual(
    ['DELETE', 'POST'].map((method) => `${method} /v1/projects/${PROJECT_REF}/secrets`),
  )
})

it.each([
  [{ SUPABASE_ACCESS_TOKEN: `sbp_${'f'.repeat(40)}` }, '--yes', 'Supabase rejects the access token. Run `npm run'],
  [{ SUPABASE_PROJECT_REF: 'z'.repeat(20) }, '--dry-run', `This Supabase account has no project ${'z'.repeat(20)}`],
  [{ SUPABASE_DB_PASSWORD: 'wrong' }, '--dry-run', 'The database rejects the password. Set SUPABASE_DB_PASSWORD'],
])('refuses to deploy %j with %s, in one sentence', async (change, option, sentence) => {
  const { status, said } = await deploy(change, option)
  expect({ status, lines: said.trim().split('\n').length, said }).toEqual({
    status: 1,
    lines: 1,
    said: expect.stringContaining(sentence),
  })
})

it('reports a paused project in one sentence, and calls only its status', async () => {
  management.state.status = 'INACTIVE'
  const { status, said } = await deploy({}, '--yes')
  expect({ status, said }).toEqual({
    status: 1,
    said: expect.stringMatching(/^The project is INACTIVE\. Restore it at \S+,.*\n$/),
  })
  expect(management.state.calls).toEqual(['GET /v1/projects'])
})

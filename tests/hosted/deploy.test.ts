// Tests `npm run deploy` with the official CLI and a real PostgreSQL. The management API is simulated.
import { appendFile, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { isPassword, parsePasswordHash } from '../../supabase/functions/api/services/admin/password-hash.ts'
import { describeScheduleFaults, SCHEDULE_SQL, type ScheduledJob } from '../../tools/project/sweep-schedule.ts'
import { bundleFunction, type FunctionBundle } from '../../vite/function-bundle.ts'
import { documentedSteps, readSteps } from '../support/hosted/documented-steps.ts'
import { type HostedDatabase, openHostedDatabase } from '../support/hosted/hosted-database.ts'
import { PROJECT_REF, startManagementApi, TOKEN } from '../support/hosted/management-api.ts'
import { copyProject } from '../support/hosted/project-copy.ts'
import { changeSchedule, SCHEDULE_FAULTS } from '../support/hosted/schedule-faults.ts'
import { expectServedPages } from '../support/hosted/served-pages.ts'
import { makeFolder } from '../support/make-folder.ts'
import { runProgram } from '../support/run-program.ts'

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

/** Returns the calls of the management API that change the project. */
const changes = () => management.state.calls.filter((call) => !/^(GET|READ) /.test(call))
const tables = () => hosted.database.sql(`select 1 from pg_tables where schemaname in ('public', 'private')`)
const vault = () =>
  hosted.database.sql('select name, decrypted_secret as value from vault.decrypted_secrets order by 1')

it('prints the steps in a dry run and changes nothing', async () => {
  const { status, printed, said } = await deploy({}, '--dry-run')
  expect({ status, said }).toEqual({ status: 0, said: '' })
  expect(printed).toContain(`Would deploy to studio (${PROJECT_REF})`)
  expect(printed).toContain('deploy the function')
  expect(printed).toContain('New migrations:\n')
  expect(printed).toContain('20261127120300_create_ledger.sql')
  expect(await tables()).toEqual([])
  expect(changes()).toEqual([])
  expect(await readFile(file, 'utf8')).not.toContain('SWEEP_SECRET')
  const here = { apiUrl: settings.VITE_API_URL ?? '', version: bundle.version }
  expect([...readSteps(printed), '- build the pages into dist/']).toEqual(await documentedSteps(here))
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

it('asks before the first change, and changes nothing without a terminal to ask in', async () => {
  expect(await deploy()).toMatchObject({
    status: 1,
    said: 'Not an interactive terminal. Run it in a terminal, or pass --yes.\n',
  })
  expect(await tables()).toEqual([])
})

it("deploys migrations, secrets, the function's file, and the sweep's URL to the project", async () => {
  // A kill at any of these moments would leave the files.
  const filesWithSecrets = new Set<string>()
  management.state.whileChanging = async () => {
    const own = await readFile(file, 'utf8')
    const values = [settings.VIDEO_API_KEY ?? '', /^SWEEP_SECRET=(.+)$/m.exec(own)?.[1] ?? '']
    for (const name of await readdir(temporary, { recursive: true })) {
      const text = await readFile(join(temporary, name), 'utf8').catch(() => '')
      if (values.some((value) => text.includes(value))) filesWithSecrets.add(name)
    }
  }
  const first = await deploy({}, '--yes')
  management.state.whileChanging = async () => {}
  expect(first.status, first.printed + first.said).toBe(0)
  expect([...filesWithSecrets]).toEqual([])
  expect((await tables()).length).toBeGreaterThan(10)
  expect(first.printed).toContain(
    `wait until ${settings.VITE_API_URL}/health reports version ${bundle.version} and these settings\n`,
  )

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

it('deploys nothing unless the answer is yes', async () => {
  const { status, printed } = await answerTo('', '--settings', file, '--skip-build')
  expect(status).toBe(1)
  expect(printed).toContain(`Deploy to studio (${PROJECT_REF})? Migrations can't be undone. [y/N] `)
  expect(printed).toContain('Nothing was deployed.')
  expect(changes()).toEqual([])
})

it("keeps generated secrets, replaces the database's settings, and builds the pages in a second deploy", async () => {
  const { secrets } = management.state
  Object.assign(secrets, { OF_ANOTHER_FUNCTION: 'kept' })
  await hosted.database.sql(`select vault.update_secret(id, 'another') from vault.secrets`)
  const pages = join(folder, 'pages')
  const again = await answerTo('y', '--settings', file, '--out', pages)
  expect(again.status, again.printed).toBe(0)
  expect(again.printed).not.toContain('Generated ')
  expect(secrets).toMatchObject({ OF_ANOTHER_FUNCTION: 'kept' })
  expect(again.printed).toContain(`Deployed. Now publish ${pages}/ on your static host`)
  const page = await readFile(join(pages, 'pricing.html'), 'utf8')
  expect(page).toContain('<link rel="canonical" href="https://studio.test/pricing"')
  expect(page).toMatch(/<title>[^<]*Ann(?:'|&#x27;)s Studio/)
  expect(await readFile(join(pages, '_headers'), 'utf8')).toContain(management.url)
  const { ADMIN_JWT_SECRET, ADMIN_PASSWORD_HASH, SWEEP_SECRET, VIDEO_API_KEY } = secrets
  for (const secret of [ADMIN_JWT_SECRET, ADMIN_PASSWORD_HASH, SWEEP_SECRET, VIDEO_API_KEY]) {
    for (const name of await readdir(pages, { recursive: true })) {
      if (/\.(js|html)$/.test(name)) expect(await readFile(join(pages, name), 'utf8')).not.toContain(secret)
    }
  }
  expect(await vault()).toHaveLength(2)
  expect(await vault()).toContainEqual({ name: 'sweep_secret', value: secrets.SWEEP_SECRET })
})

it('changes nothing if prices differ but the catalogue version is the same', async () => {
  const { sql } = hosted.database
  const { version } = JSON.parse(await readFile('supabase/functions/api/catalogue/models.json', 'utf8'))
  const change = (sum: string, own: number | null) =>
    sql(`update private.model_prices set credits = credits ${sum}, catalogue_version = $1 where model = 'kling-1.6'`, [
      own,
    ])
  await change('- 1', version)
  const { status, said } = await run('--settings', file, '--skip-build', '--yes')
  await change('+ 1', null)
  expect(status).toBe(1)
  expect(said).toMatch(/^Nothing was changed\. .*kling-1\.6 costs 19 \(catalogue: costs 20\).* Raise "version" in/)
  expect(changes()).toEqual([])
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
  const { uploads } = management.state
  const [count, older] = [uploads.length, await run('--settings', file, '--skip-build', '--yes')]
  expect(older.status, older.printed + older.said).toBe(0)
  expect(older.printed).toContain(`The database is ahead of this code by ${version}.`)
  expect(older.printed).not.toContain('push migrations')
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

// The deploy after older code and a failed deploy is also the one to another provider.
it("repairs the sweep's schedule, pushes nothing, and removes the old provider's settings before it sets the new provider's key", async () => {
  const { sql } = hosted.database
  const { secrets, calls } = management.state
  Object.assign(secrets, { VIDEO_API_URL: 'https://old.test', VIDEO_WEBHOOK_SECRET: 'of the old one' })
  management.state.secondsSinceSweep = 4000
  await changeSchedule(sql)
  const { ADMIN_JWT_SECRET = '', ADMIN_PASSWORD_HASH = '', SWEEP_SECRET = '' } = secrets
  const changed = {
    ADMIN_JWT_SECRET,
    ADMIN_PASSWORD_HASH,
    SWEEP_SECRET,
    VIDEO_PROVIDER: 'fal',
    VIDEO_API_KEY: 'key of fal',
  }
  const { status, printed, said } = await deploy(changed, '--yes')
  expect(status, printed + said).toBe(0)
  expect(printed).toContain('No new migrations.')
  expect(management.state.uploads.at(-1)?.files).toEqual({ 'dist-function/index.js': bundle.code })
  expect(describeScheduleFaults(await sql<ScheduledJob>(SCHEDULE_SQL))).toEqual([])
  for (const fault of SCHEDULE_FAULTS) expect(printed).toMatch(fault)
  expect(printed).toContain('The sweep last ran 4000 s ago. It must run again within a minute.')
  expect(secrets).toMatchObject(changed)
  expect(Object.keys(secrets).join()).not.toMatch(/VIDEO_API_URL|VIDEO_WEBHOOK_SECRET/)
  // The old URL must never get the new key.
  expect(calls.filter((call) => /secrets$/.test(call) && !call.startsWith('GET'))).toEqual(
    ['DELETE', 'POST'].map((method) => `${method} /v1/projects/${PROJECT_REF}/secrets`),
  )
})

it.each([
  [
    { SUPABASE_ACCESS_TOKEN: `sbp_${'f'.repeat(40)}` },
    'Supabase rejects the access token. Run `npm run supabase -- login`',
  ],
  [{ SUPABASE_PROJECT_REF: 'zzzzzzzzzzzzzzzzzzzz' }, 'This Supabase account has no project zzzzzzzzzzzzzzzzzzzz'],
  [
    { VIDEO_PROVIDER: 'comfyui', VIDEO_API_URL: 'http://localhost:8188' },
    "can't reach localhost on your machine or network",
  ],
  [{ SUPABASE_DB_PASSWORD: 'wrong' }, 'The database rejects the password. Set SUPABASE_DB_PASSWORD'],
])('refuses to deploy %j with one sentence, also in a dry run', async (change, sentence) => {
  // The checks at the database take ten times as long as the others, and a dry run makes them too.
  for (const option of 'SUPABASE_DB_PASSWORD' in change ? ['--dry-run'] : ['--dry-run', '--yes']) {
    const { status, said } = await deploy(change, option)
    expect({ status, lines: said.trim().split('\n').length, said }).toEqual({
      status: 1,
      lines: 1,
      said: expect.stringContaining(sentence),
    })
  }
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

it('names the documentation of the settings file if the file is missing', async () => {
  expect(await run('--settings', join(folder, 'none'), '--dry-run')).toMatchObject({
    status: 1,
    said: expect.stringContaining('Create it as docs/deploy.md describes'),
  })
})

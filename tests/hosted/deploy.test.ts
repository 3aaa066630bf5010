// npm run deploy, with the official CLI, onto a real PostgreSQL; the management API is ours.
import { spawn } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { bundleFunction, type FunctionBundle } from '../../build/function-bundle.ts'
import { isPassword, parsePasswordHash } from '../../supabase/functions/api/services/admin/password-hash.ts'
import { type HostedDatabase, openHostedDatabase } from '../support/hosted/hosted-database.ts'
import { REF, startManagementApi, TOKEN } from '../support/hosted/management-api.ts'
import { startNginx } from '../support/hosted/nginx.ts'

let folder: string
let hosted: HostedDatabase
let management: Awaited<ReturnType<typeof startManagementApi>>
let settings: Record<string, string>
let file: string
let bundle: FunctionBundle
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'soundreel-deploy-test-'))
  hosted = await openHostedDatabase()
  management = await startManagementApi(hosted.database.sql, folder)
  bundle = await bundleFunction()
  management.state.version = bundle.version
})
afterAll(async () => {
  management?.close()
  await hosted?.remove()
  await rm(folder, { recursive: true, force: true })
})
beforeEach(async () => {
  management.state.status = 'ACTIVE_HEALTHY'
  management.state.calls = []
  file = join(folder, '.env.production')
  const database = new URL(hosted.url)
  settings = {
    SUPABASE_PROJECT_REF: REF,
    SUPABASE_ACCESS_TOKEN: TOKEN,
    SUPABASE_DB_PASSWORD: database.password,
    SUPABASE_DB_URL: `postgresql://postgres@${database.host}/postgres`,
    VITE_SITE_URL: 'https://films.test/',
    VITE_SUPABASE_ANON_KEY: 'sb_publishable_of_the_test',
    VITE_API_URL: `${management.url}/functions/v1/api`,
    VIDEO_API_KEY: 'a key with a # and a $HOME',
  }
})

async function deploy(changes: Record<string, string> = {}, ...options: string[]) {
  const text = Object.entries({ ...settings, ...changes }).map(([name, value]) => `${name}='${value}'\n`)
  await writeFile(file, text.join(''), { mode: 0o600 })
  return run('--settings', file, '--skip-build', ...options)
}

const run = (...options: string[]) => start(process.execPath, ['deploy/deploy.ts', ...options])

/** In a terminal, where somebody types this. Both outputs are one there. */
function answerTo(answer: string, ...options: string[]) {
  const command = [process.execPath, 'deploy/deploy.ts', ...options].map((part) => `'${part}'`).join(' ')
  return start('script', ['--quiet', '--return', '--command', command, '/dev/null'], `${answer}\n`)
}

function start(
  program: string,
  args: string[],
  typed?: string,
): Promise<{ status: number | null; printed: string; said: string }> {
  return new Promise((done) => {
    const child = spawn(program, args, {
      env: {
        ...process.env,
        SUPABASE_PROFILE: management.profile,
        SUPABASE_HOME: folder,
        SUPABASE_TELEMETRY_DISABLED: '1',
      },
      stdio: ['pipe', 'pipe', 'pipe'],
    })
    if (typed === undefined) child.stdin.end()
    let [printed, said] = ['', '']
    child.stdout.on('data', (chunk) => {
      printed += chunk
      if (typed && String(chunk).includes('[y/N]')) child.stdin.write(typed)
    })
    child.stderr.on('data', (chunk) => {
      said += chunk
    })
    child.once('close', (status) => done({ status, printed, said }))
  })
}

const tables = () => hosted.database.sql(`select 1 from pg_tables where schemaname in ('public', 'private')`)
const vault = () =>
  hosted.database.sql('select name, decrypted_secret as value from vault.decrypted_secrets order by 1')

it('a dry run says what would be done, and does nothing', async () => {
  const { status, printed, said } = await deploy({}, '--dry-run')
  expect({ status, said }).toEqual({ status: 0, said: '' })
  expect(printed).toContain(`Would deploy to films (${REF})`)
  expect(printed).toContain('deploy the function')
  expect(printed).toContain('Would push these migrations:\n')
  expect(printed).toContain('20261120090200_create_credit_ledger.sql')
  expect(await tables()).toEqual([])
  expect(management.state.calls.filter((call) => !call.startsWith('GET'))).toEqual([])
  expect(await readFile(file, 'utf8')).not.toContain('SWEEP_SECRET')
})

it('asks before it changes anything, and without anybody to ask changes nothing', async () => {
  expect(await deploy()).toMatchObject({
    status: 1,
    said: 'Nobody is there to ask: run it in a terminal, or with --yes.\n',
  })
  expect(await tables()).toEqual([])
})

it('brings migrations, secrets, the one file and the sweep’s address to the project', async () => {
  const first = await deploy({}, '--yes')
  expect(first.status, first.printed + first.said).toBe(0)
  expect((await tables()).length).toBeGreaterThan(10)

  const { secrets, uploads } = management.state
  expect(Object.keys(secrets).sort()).toEqual(
    ['ADMIN_JWT_SECRET', 'ADMIN_PASSWORD_HASH', 'ALLOWED_ORIGINS', 'SWEEP_SECRET', 'VIDEO_API_KEY'].sort(),
  )
  expect(secrets).toMatchObject({ ALLOWED_ORIGINS: 'https://films.test', VIDEO_API_KEY: settings.VIDEO_API_KEY })
  const password = /password is (\S+) /.exec(first.printed)?.[1] ?? ''
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

it('changes nothing where the answer is not yes', async () => {
  const { status, printed } = await answerTo('', '--settings', file, '--skip-build')
  expect(status).toBe(1)
  expect(printed).toContain(`Deploy to films (${REF})? Migrations cannot be taken back. [y/N] `)
  expect(printed).toContain('Nothing was changed.')
  expect(management.state.calls.filter((call) => !call.startsWith('GET'))).toEqual([])
})

it('may run again after a yes: keeps the secrets that it made, replaces what the database holds of them, builds the pages', async () => {
  const { secrets } = management.state
  await hosted.database.sql(`select vault.update_secret(id, 'another') from vault.secrets`)
  const pages = join(folder, 'pages')
  const again = await answerTo('y', '--settings', file, '--out', pages)
  expect(again.status, again.printed).toBe(0)
  expect(again.printed).not.toContain('Made ')
  expect(again.printed).toContain(`Deployed. Now bring ${pages}/ to your static host`)
  const page = await readFile(join(pages, 'pricing.html'), 'utf8')
  expect(page).toContain('<link rel="canonical" href="https://films.test/pricing"')
  expect(await readFile(join(pages, '_headers'), 'utf8')).toContain(management.url)
  for (const secret of Object.values(secrets).filter((value) => value !== 'https://films.test')) {
    for (const name of await readdir(pages, { recursive: true })) {
      if (/\.(js|html)$/.test(name)) expect(await readFile(join(pages, name), 'utf8')).not.toContain(secret)
    }
  }
  expect(await vault()).toHaveLength(2)
  expect(await vault()).toContainEqual({ name: 'sweep_secret', value: secrets.SWEEP_SECRET })
})

it('nginx serves those pages as the page says', async () => {
  const nginx = await startNginx(join(folder, 'pages'))
  const get = (path: string) => fetch(`${nginx.url}${path}`, { redirect: 'manual' })
  const headersOf = (answer: Response) => Object.fromEntries(answer.headers)
  const always = {
    'content-security-policy': expect.stringContaining(management.url),
    'x-content-type-options': 'nosniff',
    'strict-transport-security': expect.any(String),
  }
  const statuses = { '/': 200, '/pricing': 200, '/videos': 404, '/no-such-page': 404, '/assets/gone.js': 404 }
  try {
    for (const [path, status] of Object.entries(statuses)) {
      const answer = await get(path)
      expect([path, answer.status]).toEqual([path, status])
      expect(headersOf(answer)).toMatchObject({ ...always, 'cache-control': 'no-cache', 'content-type': 'text/html' })
    }
    expect(await (await get('/no-such-page')).text()).toBe(await readFile(join(folder, 'pages/404.html'), 'utf8'))
    const slash = await get('/pricing/?from=mail')
    expect([slash.status, slash.headers.get('location')]).toEqual([301, `${nginx.url}/pricing?from=mail`])

    const script = /data-code="(\/assets\/[^" ]+\.js)/.exec(await (await get('/')).text())?.[1] ?? ''
    expect(headersOf(await get(script))).toMatchObject({
      ...always,
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': 'application/javascript',
      'content-encoding': 'gzip',
    })
  } finally {
    await nginx.close()
  }
})

it('has no migration left to push, and schedules the sweep where its job is gone', async () => {
  const dry = await run('--settings', file, '--dry-run')
  expect(dry).toMatchObject({ status: 0, printed: expect.stringContaining('There is no migration to push.') })
  const { sql } = hosted.database
  await sql(`select cron.unschedule('soundreel-sweep')`)
  const again = await run('--settings', file, '--skip-build', '--yes')
  expect(again.status, again.printed + again.said).toBe(0)
  expect(await sql(`select schedule from cron.job where jobname = 'soundreel-sweep' and active`)).toEqual([
    { schedule: '* * * * *' },
  ])
})

it('where the sweep cannot be scheduled: says what to switch on, and goes no further', async () => {
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
    said: 'The sweep is not scheduled: switch on pg_cron, pg_net and Vault (Database, Extensions), then deploy again.\n',
  })
  expect(management.state.uploads).toHaveLength(uploads)
})

it.each([
  [{ SUPABASE_ACCESS_TOKEN: `sbp_${'f'.repeat(40)}` }, 'Supabase refuses the access token: run `npx supabase login`'],
  [{ SUPABASE_PROJECT_REF: 'zzzzzzzzzzzzzzzzzzzz' }, 'This account has no project zzzzzzzzzzzzzzzzzzzz'],
  [{ SUPABASE_DB_PASSWORD: 'wrong' }, 'The database refuses the password: set SUPABASE_DB_PASSWORD'],
])('refuses %j with one sentence', async (change, sentence) => {
  const { status, said } = await deploy(change, '--yes')
  expect({ status, lines: said.trim().split('\n').length, said }).toEqual({
    status: 1,
    lines: 1,
    said: expect.stringContaining(sentence),
  })
})

it('a paused project: one sentence, and nothing is called but its state', async () => {
  management.state.status = 'INACTIVE'
  const { status, said } = await deploy({}, '--yes')
  expect({ status, said }).toEqual({
    status: 1,
    said: expect.stringMatching(/^The project is INACTIVE: restore it at \S+,.*\n$/),
  })
  expect(management.state.calls).toEqual(['GET /v1/projects'])
})

it('without the file says where it is described', async () => {
  expect(await run('--settings', join(folder, 'none'))).toMatchObject({
    status: 1,
    said: expect.stringContaining('make it as docs/deploy.md shows'),
  })
})

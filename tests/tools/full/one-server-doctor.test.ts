// npm run doctor on the machine of a server for a team: nothing is wrong with a healthy one, and each fault is named.
import { existsSync, readFileSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { PUBLISHED_PASSWORD } from '../../../supabase/functions/api/services/admin/admin-account.ts'
import { hashPassword } from '../../../supabase/functions/api/services/admin/password-hash.ts'
import type { Problem } from '../../../tools/doctor/checks/check.ts'
import { examineOneServer } from '../../../tools/doctor/one-server/examine.ts'
import { startTeamServer, type TeamServer } from '../../harness/one-server/team-server.ts'
import { runProgram } from '../../support/run-program.ts'

interface Found {
  name: string
  state: string
  note?: string
  reason?: string
  problems?: Problem[]
}

const PUBLIC_AUTHORITIES = getCACertificates()

let team: TeamServer
let certificate: string
beforeAll(async () => {
  team = await startTeamServer()
  certificate = await team.useProxy()
  vi.stubEnv('GOOGLE_STAND_IN', team.env.GOOGLE_STAND_IN)
  await import('../../harness/one-server/google-addresses.ts')
  // The first sweep runs a second after the start.
  const findSweep = async () => JSON.parse((await team.send('/health')).text).sweep.secondsSinceLast
  await vi.waitFor(async () => expect(await findSweep()).not.toBeNull(), { timeout: 60_000, interval: 200 })
}, 240_000)
afterAll(() => team.close())

/** Runs the checks in this process, which trusts the proxy's certificate unless `isTrusted` is false. */
async function examine(env: Record<string, string> = {}, isTrusted = true): Promise<Found[]> {
  const own = isTrusted && existsSync(certificate) ? [readFileSync(certificate, 'utf8')] : []
  setDefaultCACertificates([...PUBLIC_AUTHORITIES, ...own])
  return examineOneServer({ ...team.env, ...env }, { timeoutMs: 10_000, now: () => new Date() })
}

/** Runs the command. */
async function runDoctor(): Promise<{ status: number | null; found: Found[] }> {
  const { status, printed, said } = await runProgram(process.execPath, ['tools/doctor/doctor.ts', '--json'], {
    env: { ...team.env, NODE_EXTRA_CA_CERTS: certificate },
  })
  expect(said).not.toMatch(/Error|at .*\.ts:/)
  return { status, found: JSON.parse(printed) }
}

/** Returns the problems as `check: sentence`. */
async function findProblems(...asked: Parameters<typeof examine>): Promise<string[]> {
  return (await examine(...asked)).flatMap(({ name, problems = [] }) => problems.map(({ what }) => `${name}: ${what}`))
}

describe('the doctor on a healthy server', () => {
  it('finds nothing wrong, and says what it could not check', async () => {
    const { status, found } = await runDoctor()
    expect(found.filter(({ state }) => state === 'wrong')).toEqual([])
    expect(status).toBe(0)
    expect(found.filter(({ state }) => state === 'not checked').map(({ name }) => name)).toEqual([
      'stored files',
      'last backup',
    ])
    expect(found.find(({ name }) => name === 'certificate')?.note).toMatch(/^valid until \d{4}-\d\d-\d\d, 89 days$/)
  })

  it('prints the date of the last backup', async () => {
    onTestFinished(() => rm(join(team.dataDir, 'last-backup.json')))
    const folder = join(team.folder, 'backup')
    await runProgram(process.execPath, ['tools/run.mjs', 'backup', folder], { env: team.env })
    const found = await examine()
    expect(found.find(({ name }) => name === 'last backup')?.note).toBe(new Date().toISOString().slice(0, 10))
    await writeFile(join(team.dataDir, 'last-backup.json'), '{"at":"2026-01-02T03:04:05.000Z"}')
    expect(await findProblems()).toEqual([expect.stringMatching(/^last backup: The last backup is from 2026-01-02, /)])
  })

  it('raises no alarm if this machine only cannot reach the public name', async () => {
    await team.useProxy(null)
    const found = await examine()
    certificate = await team.useProxy()
    expect(found.filter(({ state }) => state === 'wrong')).toEqual([])
    expect(found.find(({ name }) => name === 'proxy')).toMatchObject({
      state: 'not checked',
      reason: expect.stringContaining(`this machine can't reach ${team.origin} (connection refused)`),
    })
  })
})

describe('settings', () => {
  it('names what is missing, and leaves the rest out', async () => {
    const found = await examine({ GOOGLE_CLIENT_SECRET: '', ALLOWED_DOMAINS: '' })
    const [settings, ...others] = found
    expect(settings?.problems?.[0]?.what).toBe(
      'With PUBLIC_URL, Soundreel also needs: GOOGLE_CLIENT_SECRET, ALLOWED_EMAILS or ALLOWED_DOMAINS. docs/one-server.md says where to get each of them.',
    )
    expect(others.filter(({ state }) => state !== 'not checked')).toEqual([])
    expect(others.length).toBeGreaterThan(15)
  })

  it.each([
    [
      'an address for the pages of another server',
      { VITE_SITE_URL: 'https://other.example' },
      /^settings: VITE_SITE_URL is https:\/\/other\.example/,
    ],
    [
      'an address for the files of another server',
      { SUPABASE_URL: 'https://a.supabase.co' },
      /^settings: SUPABASE_URL is/,
    ],
    ['a data folder without a server', { LOCAL_DATA_DIR: '/nonexistent/soundreel' }, /^settings: No server has run/],
    ['a domain with a typing error', { ALLOWED_DOMAINS: '*' }, /^settings: "\*" in ALLOWED_EMAILS/],
  ])('names %s', async (_, env, sentence) => {
    expect(await findProblems(env)).toEqual([expect.stringMatching(sentence)])
  })

  it('names a password hash that nobody can use, and the published password', async () => {
    expect(await findProblems({ ADMIN_PASSWORD_HASH: 'secret' })).toContain(
      'settings: ADMIN_PASSWORD_HASH is invalid or too weak. Generate one with npm run admin:password.',
    )
    const problems = await findProblems({ ADMIN_PASSWORD_HASH: await hashPassword(PUBLISHED_PASSWORD) })
    expect(problems).toEqual([
      'admin password: The admin password is the published default password.',
      expect.stringMatching(/^running settings: .*: ADMIN_PASSWORD_HASH\.$/),
    ])
  })

  it('names settings that count only after a restart', async () => {
    expect((await examine({ MAX_OPEN_JOBS: '3' })).filter(({ state }) => state === 'wrong')).toMatchObject([
      {
        name: 'running settings',
        problems: [
          { what: 'The running server has other settings than .env: MAX_OPEN_JOBS.', fix: 'Restart the server' },
        ],
      },
    ])
    expect(await findProblems({ GOOGLE_CLIENT_ID: 'another-client' })).toEqual([
      'Google redirect: The sign-in at Google has the client_id team-client instead of another-client.',
    ])
  })

  it('names another public address', async () => {
    expect(await findProblems({ PUBLIC_URL: 'https://video.example.com' })).toContain(
      `server: The running server has another PUBLIC_URL: This server only responds at ${team.origin}.`,
    )
  })
})

describe('services outside', () => {
  it('names a redirect URI that Google does not have', async () => {
    team.google.register(false)
    const found = await examine()
    team.google.register(true)
    expect(found.find(({ name }) => name === 'Google client')?.problems).toEqual([
      {
        what: 'Google rejects the sign-in: redirect_uri_mismatch.',
        where: expect.stringContaining('console.cloud.google.com'),
        fix: `Add ${team.origin}/auth/v1/callback to its authorized redirect URIs, and compare its ID with GOOGLE_CLIENT_ID in .env`,
      },
    ])
  })

  it('names a key that the provider rejects', async () => {
    const found = await examine({ VIDEO_API_KEY: 'another-key' })
    expect(found.find(({ name }) => name === 'provider key')?.problems).toMatchObject([
      {
        what: 'The provider rejects VIDEO_API_KEY (HTTP 404), so every job would fail.',
        fix: expect.stringContaining('in .env, then restart the server'),
      },
    ])
  })
})

describe('the proxy', () => {
  const HOST = 'proxy_set_header Host $http_host;'
  const FOR = 'proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;'
  const PROTO = 'proxy_set_header X-Forwarded-Proto $scheme;'
  const SIZE = 'client_max_body_size 10m;'
  it.each([
    ['without Host', [FOR, PROTO, SIZE], /^proxy: The proxy doesn't pass on the Host header/],
    ['without X-Forwarded-For', [HOST, PROTO, SIZE], /^proxy: The proxy doesn't pass on X-Forwarded-For/],
    ['without X-Forwarded-Proto', [HOST, FOR, SIZE], /^proxy: The proxy doesn't pass on X-Forwarded-Proto/],
    ['with a small limit of bodies', [HOST, FOR, PROTO], /^proxy: The proxy refuses a body of 2 MB/],
    ['with a certificate that ends soon', [HOST, FOR, PROTO, SIZE], /^certificate: The certificate is valid until/, 9],
  ])('is named %s', async (_, lines, sentence, days = 90) => {
    certificate = await team.useProxy({ lines: lines.join('\n'), days })
    const problems = await findProblems()
    certificate = await team.useProxy()
    expect(problems).toEqual([expect.stringMatching(sentence)])
  })

  it('is named if it leads nowhere, to another program, or answers itself', async () => {
    certificate = await team.useProxy({}, 'http://127.0.0.1:1')
    expect(await findProblems()).toEqual(["proxy: The proxy can't reach the server (HTTP 502)."])
    certificate = await team.useProxy({}, team.videoUrl)
    expect(await findProblems()).toEqual(['proxy: Another server or program responds at PUBLIC_URL.'])
    const own = `location /operator { return 405; } ${[HOST, FOR, PROTO, SIZE].join('')}`
    certificate = await team.useProxy({ lines: own })
    expect(await findProblems()).toEqual([
      expect.stringMatching(/^proxy: The proxy answers a POST request itself \(HTTP 405/),
    ])
    certificate = await team.useProxy()
  })

  it('is named if nobody trusts its certificate', async () => {
    expect(await findProblems({}, false)).toEqual([
      'certificate: Browsers refuse the certificate: self-signed certificate.',
    ])
  })
})

describe('the server', () => {
  it('is named with its fix if it has paused jobs', async () => {
    const set = (value: string) =>
      runProgram(process.execPath, ['tools/run.mjs', 'credits-settings', '--new-jobs', value], { env: team.env })
    await set('off')
    const found = await examine()
    await set('on')
    expect(found.find(({ state }) => state === 'wrong')).toMatchObject({
      name: 'new jobs',
      problems: [
        {
          what: 'New jobs are paused, so nobody can generate a video.',
          fix: 'npm run credits:settings -- --new-jobs on',
        },
      ],
    })
  })

  it('is named if a stored video is gone', async () => {
    const { token } = await team.enter('ada')
    const id = crypto.randomUUID()
    await team.createJob(token, id)
    await expect
      .poll(async () => (await team.readJob(token, id)).status, { timeout: 90_000, interval: 1000 })
      .toBe('succeed')
    expect((await examine()).find(({ name }) => name === 'stored files')?.state).toBe('ok')
    await rm(join(team.dataDir, 'storage/videos'), { recursive: true })
    expect(await findProblems()).toEqual([
      expect.stringMatching(/^stored files: The newest video can't be read \(HTTP [45]/),
    ])
  })

  // The last two tests leave the server as they need it, because another start takes seconds.
  it('is named if it does not trust the proxy', async () => {
    await team.restart({ TRUST_PROXY: '10.0.0.0/8' })
    expect(await findProblems()).toContainEqual(
      expect.stringMatching(/^proxy: The server doesn't trust the proxy at 127\.0\.0\.1/),
    )
  })

  it('is named if it does not run', async () => {
    await team.stop()
    const { status, found } = await runDoctor()
    expect(status).toBe(1)
    expect(found.flatMap(({ problems = [] }) => problems)).toContainEqual({
      what: "The server doesn't respond. The request failed: connection refused.",
      where: `http://127.0.0.1:${team.port}`,
      fix: 'npm start, or systemctl start soundreel. Its output says why it ended',
    })
  })
})

// The two ways of the doctor that need the real parts: PostgreSQL by its own address, and the bundle of this code.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { bundleFunction } from '../../build/function-bundle.ts'
import { readSettings } from '../../deploy/checks/settings.ts'
import { examine } from '../../deploy/doctor.ts'
import { type HostedDatabase, openHostedDatabase } from '../support/hosted/hosted-database.ts'
import { supabaseCli } from '../support/hosted/supabase-cli.ts'

const API = 'https://api.test/functions/v1/api'
const SECRET = 'a-sweep-secret-of-more-than-thirty-two-characters'
const NAMES = ['version of the function', 'migrations', 'rights in the database', 'schedule of the sweep']

let folder: string
let hosted: HostedDatabase
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'soundreel-doctor-test-'))
  hosted = await openHostedDatabase()
  const { status, printed } = await supabaseCli(['db', 'push', '--yes', '--remote', hosted.url])
  expect(status, printed).toBe(0)
  await hosted.database.sql(`select vault.create_secret('${API}/api/jobs/sweep', 'sweep_url')`)
  await hosted.database.sql(`select vault.create_secret('${SECRET}', 'sweep_secret')`)
})
afterAll(async () => {
  await hosted?.remove()
  await rm(folder, { recursive: true, force: true })
})

/** Of all results those that are asked about here: the other parts of a deployment are not there. */
async function resultsOf(version: string, changes: Record<string, string> = {}) {
  const address = new URL(hosted.url)
  const file = join(folder, '.env.production')
  const settings = {
    SUPABASE_PROJECT_REF: 'abcdefghijklmnopqrst',
    SUPABASE_DB_PASSWORD: address.password,
    SUPABASE_DB_URL: `postgresql://postgres@${address.host}/postgres`,
    VITE_SITE_URL: 'https://films.test',
    VITE_API_URL: API,
    SWEEP_SECRET: SECRET,
    ...changes,
  }
  const lines = Object.entries(settings).map(([name, value]) => `${name}='${value}'\n`)
  await writeFile(file, lines.join(''), { mode: 0o600 })
  const health = { success: true, status: 'ok', version, dependencies: {}, sweep: { secondsSinceLast: 1, backlog: 0 } }
  const results = await examine(readSettings({}, file), {
    fetch: async (input) =>
      String(input) === `${API}/health` ? Response.json(health) : new Response('away', { status: 503 }),
    timeoutMs: 60_000,
  })
  return results.filter(({ name }) => NAMES.includes(name))
}

it('reads a pushed database by its own address, and compares the version with the bundle that this code makes', async () => {
  const { version } = await bundleFunction()
  expect(await resultsOf(version)).toEqual(NAMES.map((name) => ({ name, state: 'ok' })))
})

it('says that the database refuses the password, and not which one was tried', async () => {
  const results = await resultsOf('000000000000', { SUPABASE_DB_PASSWORD: 'a-wrong-password' })
  const migrations = results.find(({ name }) => name === 'migrations')
  expect(migrations).toMatchObject({
    state: 'wrong',
    problems: [
      {
        what: expect.stringContaining('password authentication failed'),
        fix: expect.stringContaining('SUPABASE_DB_PASSWORD'),
      },
    ],
  })
  expect(JSON.stringify(results)).not.toContain('a-wrong-password')
})

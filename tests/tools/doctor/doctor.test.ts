import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { describe, examine } from '../../../tools/doctor/doctor.ts'
import { ALERT_FAULTS } from '../../support/doctor/alert-faults.ts'
import {
  type Deployment,
  type DeploymentFault,
  openDeployment,
  SECRETS,
  VERSION,
} from '../../support/doctor/deployment.ts'
import { PLANTED_FAULTS } from '../../support/doctor/planted-faults.ts'

const ALL_PLANTS = [...PLANTED_FAULTS, ...ALERT_FAULTS]

let deployment: Deployment
beforeAll(async () => {
  deployment = await openDeployment()
})
afterAll(() => deployment?.close())

/** The time limit, which ask.test.ts tests. It is long here, so that a slow machine doesn't look like a fault. */
const timeoutMs = 60_000

async function examinePlanted(plant: DeploymentFault, watch: (url: string) => void = () => {}) {
  const planted = await deployment.plant(plant)
  const results = await examine(planted.settings, {
    fetch: (input, init) => {
      watch(String(input))
      return planted.fetch(input, init)
    },
    sql: deployment.sql,
    version: async () => VERSION,
    timeoutMs,
    ...(plant.now ? { now: plant.now } : {}),
  }).finally(planted.end)
  // The embedded Supabase logs every database error to the console.
  vi.mocked(console.error).mockClear()
  return results
}
const getWrong = (results: Awaited<ReturnType<typeof examine>>) =>
  results.flatMap((result) => (result.state === 'wrong' ? [result] : []))

it('finds no fault in a correct deployment, and leaves no check out', async () => {
  const results = await examinePlanted({})
  expect(results.filter(({ state }) => state !== 'ok')).toEqual([])
})

it('requests each file of the bundle once, although several checks read it', async () => {
  const scripts: string[] = []
  await examinePlanted({}, (url) => {
    if (url.endsWith('.js')) scripts.push(url)
  })
  expect(scripts).not.toEqual([])
  expect(scripts).toEqual([...new Set(scripts)])
})

it.each(ALL_PLANTS)('reports with the check "%s" the planted fault: %s', async (check, says, plant, ...follow) => {
  const found = getWrong(await examinePlanted(plant))
  expect(found.map(({ name }) => name).sort()).toEqual([check, ...follow].sort())
  const own = found.find(({ name }) => name === check)
  expect(own?.problems.map(({ what }) => what).join('\n')).toMatch(says)
  for (const { what, where, fix } of found.flatMap(({ problems }) => problems)) {
    expect([what, where, fix]).not.toContain('')
  }
})

it('covers every check of the doctor with a planted fault', async () => {
  const names = (await examinePlanted({})).map(({ name }) => name)
  const failed = ALL_PLANTS.map(([check]) => check)
  expect(names.filter((name) => !failed.includes(name))).toEqual([])
})

it('finishes its own slow work before its first request, because slow work delays responses', async () => {
  const { settings, fetch } = await deployment.plant({})
  const done: string[] = []
  await examine(settings, {
    fetch: (input, init) => {
      done.push('asked')
      return fetch(input, init)
    },
    sql: deployment.sql,
    version: async () => {
      done.push('bundled')
      return VERSION
    },
    timeoutMs,
  })
  vi.mocked(console.error).mockClear()
  expect(done.indexOf('bundled')).toBe(0)
  expect(done.lastIndexOf('bundled')).toBe(0)
})

it('reads the database through the management API if it has no database URL', async () => {
  const { settings, fetch } = await deployment.plant({ settings: { SUPABASE_DB_PASSWORD: '' } })
  const results = await examine(settings, { fetch, version: async () => VERSION, timeoutMs })
  vi.mocked(console.error).mockClear()
  expect(getWrong(results)).toEqual([])
  expect(results.filter(({ state }) => state === 'not checked')).toEqual([
    { name: 'sweep schedule', state: 'not checked', reason: 'needs SUPABASE_DB_PASSWORD' },
  ])
})

it("reports the missing secret of each check that it can't run, and counts none as passed", async () => {
  const none = Object.fromEntries(
    [...Object.keys(SECRETS), 'ADMIN_PASSWORD_HASH', 'SUPABASE_USER_TOKEN'].map((name) => [name, '']),
  )
  const results = await examinePlanted({ settings: none })
  expect(getWrong(results)).toEqual([])
  expect(results.filter(({ state }) => state === 'not checked')).toEqual(
    [
      ['server key', 'SUPABASE_SECRET_KEY'],
      ['sweep secret', 'SWEEP_SECRET'],
      ['alert webhook', 'ALERT_WEBHOOK_URL'],
      ['admin secrets', 'ADMIN_PASSWORD_HASH or ADMIN_JWT_SECRET'],
      ['function settings', 'SWEEP_SECRET'],
      ['user tokens', 'SUPABASE_USER_TOKEN'],
      ['buckets', 'SUPABASE_SECRET_KEY'],
      ['file size limit', 'SUPABASE_ACCESS_TOKEN'],
      ['Data API', 'SUPABASE_ACCESS_TOKEN'],
      ['migrations', 'SUPABASE_DB_PASSWORD or SUPABASE_ACCESS_TOKEN'],
      ['database permissions', 'SUPABASE_DB_PASSWORD or SUPABASE_ACCESS_TOKEN'],
      ['credits and prices', 'SUPABASE_DB_PASSWORD or SUPABASE_ACCESS_TOKEN'],
      ['sweep schedule', 'SUPABASE_DB_PASSWORD'],
      ['exposed data', 'SUPABASE_DB_PASSWORD or SUPABASE_ACCESS_TOKEN'],
      ['database state', 'SUPABASE_DB_PASSWORD or SUPABASE_ACCESS_TOKEN'],
      ['stored files', 'SUPABASE_DB_PASSWORD or SUPABASE_ACCESS_TOKEN'],
      ['provider key', 'VIDEO_API_KEY'],
      ['provider refusals', 'SUPABASE_DB_PASSWORD or SUPABASE_ACCESS_TOKEN'],
      ['provider models', 'VIDEO_API_KEY'],
    ].map(([name, needs]) => ({ name, state: 'not checked', reason: `needs ${needs}` })),
  )
  expect(describe(results)).toMatch(/\d+ ok, 0 wrong, 19 not checked$/)
})

it('prints no secret, even if a server repeats one', async () => {
  const results = await examinePlanted({ auth: { self: `https://${SECRETS.SWEEP_SECRET}.test` } })
  const printed = describe(results)
  expect(printed).toContain('WRONG        Google redirect')
  expect(printed).toContain('https://(secret).test/auth/v1/callback')
  for (const secret of Object.values(SECRETS)) expect(printed).not.toContain(secret)
})

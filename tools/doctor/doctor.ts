// Implements `npm run doctor`. It checks a deployment from outside and changes nothing. It exits with 1 if it finds a
// problem. `--settings FILE` replaces .env.production. `--json` prints JSON. `--fixes FILE` writes the SQL that fixes
// the database. On the machine of a server for a team, it checks that server.
import { existsSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { API_CHECKS } from './checks/api.ts'
import { type Context, createSender, type Result, runChecks } from './checks/check.ts'
import { DATABASE_CHECKS } from './checks/database/database.ts'
import { EXPOSURE_CHECK } from './checks/database/exposure.ts'
import { computeExpectedFacts } from './checks/database/fingerprint.ts'
import { createSql } from './checks/database/sql.ts'
import { STATE_CHECK } from './checks/database/state.ts'
import { STORED_FILES_CHECK } from './checks/database/stored-files.ts'
import { FUNCTION_SETTINGS_CHECKS } from './checks/function-settings.ts'
import { MODEL_CHECK } from './checks/models.ts'
import { PROJECT_CHECKS } from './checks/project.ts'
import { PROVIDER_CHECKS } from './checks/provider.ts'
import { readSettings, removeSecrets, type Settings } from './checks/settings.ts'
import { SETTINGS_CHECKS } from './checks/settings-checks.ts'
import { SIGN_IN_CHECKS } from './checks/sign-in.ts'
import { SITE_CHECKS } from './checks/site.ts'
import { STORAGE_CHECKS } from './checks/storage.ts'
import { examineOneServer } from './one-server/examine.ts'
import { isOneServer } from './one-server/target.ts'

const TIMEOUT_MS = 10_000

const CHECKS = [
  ...SETTINGS_CHECKS,
  ...PROJECT_CHECKS,
  ...SIGN_IN_CHECKS,
  ...API_CHECKS,
  ...FUNCTION_SETTINGS_CHECKS,
  ...STORAGE_CHECKS,
  ...DATABASE_CHECKS,
  EXPOSURE_CHECK,
  STATE_CHECK,
  STORED_FILES_CHECK,
  ...PROVIDER_CHECKS,
  MODEL_CHECK,
  ...SITE_CHECKS,
]

interface DoctorDeps {
  fetch?: typeof globalThis.fetch
  timeoutMs?: number
  sql?: Context['sql']
  version?: Context['version']
  now?: Context['now']
}

/** Runs all checks. The results contain no value of a secret setting. */
export async function examine(settings: Settings, deps: DoctorDeps = {}): Promise<Result[]> {
  const timeoutMs = deps.timeoutMs ?? TIMEOUT_MS
  const { now = () => new Date() } = deps
  const ask = createSender(deps.fetch ?? globalThis.fetch, timeoutMs, now)
  const sql = deps.sql ?? createSql(settings, ask, timeoutMs)
  const version = await prepare(settings, deps.version ?? readLocalVersion)
  const results = await runChecks(CHECKS, { settings, ask, sql, version, now })
  return removeSecrets(results, settings)
}

/**
 * Does the work that blocks this process for seconds. No request is sent during this time, because its response would
 * seem late.
 */
async function prepare(settings: Settings, version: Context['version']): Promise<Context['version']> {
  if (!settings.VITE_API_URL) return version
  await computeExpectedFacts()
  const found = await version()
  return async () => found
}

/** Returns the version of this code. The import is on demand, because the bundler takes a second to load. */
async function readLocalVersion(): Promise<string> {
  const { bundleFunction } = await import('../../vite/function-bundle.ts')
  return (await bundleFunction()).version
}

export function describe(results: Result[]): string {
  const lines = results.map((result) => {
    if (result.state === 'ok') return `ok           ${result.name}${result.note ? `: ${result.note}` : ''}`
    if (result.state === 'not checked') return `not checked  ${result.name}: ${result.reason}`
    const problems = result.problems.map(({ what, where, fix }) => `  ${what}\n    where: ${where}\n    fix:   ${fix}`)
    return [`WRONG        ${result.name}`, ...problems].join('\n')
  })
  const count = (state: Result['state']) => results.filter((result) => result.state === state).length
  return [...lines, '', `${count('ok')} ok, ${count('wrong')} wrong, ${count('not checked')} not checked`].join('\n')
}

function fail(sentence: string): never {
  console.error(sentence)
  process.exit(1)
}

function readOptions(): { settings?: string; fixes?: string; json: boolean } {
  const text = { type: 'string' } as const
  try {
    return parseArgs({ options: { settings: text, fixes: text, json: { type: 'boolean', default: false } } }).values
  } catch {
    return fail('Usage: npm run doctor -- [--settings FILE] [--fixes FILE] [--json]')
  }
}

/** Returns the SQL fixes, each after the problem that it fixes. Read them before you run them. */
export function getFixes(results: Result[]): string {
  const problems = results.flatMap((result) => (result.state === 'wrong' ? result.problems : []))
  return problems.flatMap(({ what, sql }) => (sql ? [`-- ${what.replaceAll('\n', ' ')}\n${sql}\n`] : [])).join('\n')
}

async function run(): Promise<void> {
  const { settings: file, fixes, json } = readOptions()
  if (file && !existsSync(file)) fail(`File not found: ${file}`)
  const results = await (!file && isOneServer(process.env)
    ? examineOneServer(process.env, { timeoutMs: TIMEOUT_MS, now: () => new Date() })
    : examine(readSettings(process.env, file)))
  console.log(json ? JSON.stringify(results, null, 2) : describe(results))
  if (fixes) writeFileSync(fixes, getFixes(results))
  if (results.some(({ state }) => state === 'wrong')) process.exitCode = 1
}

if (import.meta.main) await run()

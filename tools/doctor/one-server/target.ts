// Reads the settings of a server for a team, as `npm start` reads them, for the doctor.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv as parseFile } from 'node:util'
import { getApiSettings } from '../../../local/api-settings.ts'
import { keysSchema, type LocalKeys } from '../../../local/backend/data-dir.ts'
import { createAdmission } from '../../../local/one-server/admission.ts'
import type { OneServer } from '../../../local/one-server/settings.ts'
import { openOutside } from '../../../local/outside.ts'
import { type LocalSettings, readSettings as readServerSettings } from '../../../local/settings.ts'
import { describeSettings, parseEnv } from '../../../supabase/functions/api/env.ts'
import type { Problem } from '../checks/check.ts'
import { readSettings, type Settings } from '../checks/settings.ts'

const FILE = '.env'

export interface Target {
  settings: Settings
  /** The settings of `.env` and the environment. */
  given: NodeJS.ProcessEnv
  server: LocalSettings
  oneServer: OneServer
  keys: LocalKeys
  /** The settings that the server would have after a restart. */
  meant: ReturnType<typeof describeSettings>
}

/** Returns whether this machine has a server for a team, and no settings of a Supabase project. */
export function isOneServer(environment: NodeJS.ProcessEnv): boolean {
  return Boolean(readAll(environment).PUBLIC_URL) && readSettings(environment).VITE_SUPABASE_URL === ''
}

/** Returns the target, or the fault that `npm start` would print. */
export function readTarget(environment: NodeJS.ProcessEnv): Target | Problem {
  const given = readAll(environment)
  try {
    const server = readServerSettings(given)
    const { oneServer, origin, dataDir } = server
    if (!oneServer) throw new Error('PUBLIC_URL is not set.')
    createAdmission(environment, FILE)
    const keys = readKeys(dataDir)
    const outside = openOutside(oneServer).settings
    const meant = describeSettings(parseEnv(getApiSettings({ origin, keys, outside, given })))
    return { settings: collectSettings(environment, origin, keys), given, server, oneServer, keys, meant }
  } catch (error) {
    if (error instanceof NoKeys) return error.problem
    if (!(error instanceof Error)) throw error
    return { what: joinLines(error.message), where: FILE, fix: `Correct ${FILE}, then restart the server` }
  }
}

const readAll = (environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv => ({
  ...(existsSync(FILE) ? parseFile(readFileSync(FILE, 'utf8')) : {}),
  ...environment,
})

/** Puts a message with a list on one line. */
const joinLines = (message: string) => message.replaceAll(':\n- ', ': ').replaceAll('\n- ', ', ').replaceAll('\n', '. ')

class NoKeys extends Error {
  readonly problem: Problem

  constructor(what: string, where: string, fix: string) {
    super(what)
    this.problem = { what, where, fix }
  }
}

function readKeys(dataDir: string): LocalKeys {
  const file = join(dataDir, 'keys.json')
  if (!existsSync(dataDir)) throw new NoKeys('No server has run with these settings yet.', dataDir, 'npm start')
  try {
    return keysSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch (error) {
    const isForbidden = (error as NodeJS.ErrnoException).code === 'EACCES'
    const fix = isForbidden ? 'Run the doctor as the user of the server' : 'npm start, which says what to do'
    throw new NoKeys("The server's keys can't be read.", file, fix)
  }
}

/** The names that a deployment has for what this server has in one place. */
function collectSettings(environment: NodeJS.ProcessEnv, origin: string, keys: LocalKeys): Settings {
  const page = { VITE_SITE_URL: origin, VITE_SUPABASE_ANON_KEY: keys.publishableKey }
  const secret = { SUPABASE_SECRET_KEY: keys.secretKey, SWEEP_SECRET: keys.sweepSecret }
  const settings = readSettings({ ...environment, ...page, ...secret }, FILE)
  const { VITE_SUPABASE_URL: _, VITE_API_URL: __, ...env } = settings.env
  return { ...settings, VITE_SUPABASE_URL: origin, VITE_API_URL: origin, env, isOneServer: true }
}

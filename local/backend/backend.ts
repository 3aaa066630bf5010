import { lookup } from 'node:dns/promises'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { createApi } from '../../supabase/functions/api/app.ts'
import { readCatalogue } from '../../supabase/functions/api/catalogue/catalogue.ts'
import { readWorkflows, WORKFLOWS } from '../../vite/read-workflows.ts'
import { ADDRESS_HEADER, getApiSettings } from '../api-settings.ts'
import { backupRequest, copyEmbedded, copyPostgres, writeBackup } from '../backup/backup.ts'
import { readCodeVersion } from '../code-version.ts'
import { limitBodies } from '../limit-bodies.ts'
import { createAdmission } from '../one-server/admission.ts'
import { guardSignIn, guardTokens } from '../one-server/guard-sign-in.ts'
import { reachOwnServer } from '../one-server/reach-own-server.ts'
import { type Answer, openOutside, openStandIns } from '../outside.ts'
import type { LocalSettings } from '../settings.ts'
import { StartError } from '../start-error.ts'
import { openDataDir } from './data-dir.ts'
import { checkPostgres, claimPostgres } from './database/check-postgres.ts'
import { tellOutages } from './database/outage.ts'
import { refuseForeignPages } from './foreign-pages.ts'
import { inspectVideoFile } from './inspect-video.ts'
import { linkTwin } from './link-twin.ts'
import { openLogFile } from './log-file.ts'
import { makeDatabase } from './make-database.ts'
import { drawPreviewOfFile } from './preview/draw-preview.ts'
import { ADMISSION_SQL, LOCAL_SEED_SQL, type LocalSupabase, openSupabase, type SupabaseOptions } from './supabase.ts'
import { startSweepTimer } from './sweep-timer.ts'

const resolveHost = async (hostname: string) => (await lookup(hostname, { all: true })).map(({ address }) => address)

/**
 * The time that `settle` waits for deliveries. After the next start, the API resumes an unfinished delivery once its
 * claim has expired.
 */
const SETTLE_MS = 5000

export interface Backend {
  /** The `VITE_SUPABASE_ANON_KEY` of a hosted project. */
  publishableKey: string
  /** The key that the API sends to Supabase. */
  secretKey: string
  /** The key of the sweep, which also opens what the doctor reads. */
  sweepSecret: string
  owns(pathname: string): boolean
  /** Handles a request. `address` is the client's address, read from the socket. */
  fetch(request: Request, address: string): Promise<Response>
  /** Waits up to 5 s for background deliveries. The server must still be listening. */
  settle(): Promise<void>
  /** Starts the sweep timer. Call it once the server listens, because the API calls the auth server there. */
  startSweeping(): void
  close(): Promise<void>
}

/** A user gets these credits once, from the trigger that `sign_up_credits` sets. */
const SET_TEAM_CREDITS = 'update private.credit_settings set sign_up_credits = $1'

type Mount = [prefix: string, answer: (request: Request) => Response | Promise<Response>]

interface PreparedBackend {
  publishableKey: string
  /** Whether the database doesn't exist yet. */
  isNew: boolean
  /** Creates the database in a separate process. */
  makeDatabase(): Promise<void>
  /** Opens the database. Creates the database first if it doesn't exist. */
  open(): Promise<Backend>
}

/**
 * Checks all settings before the database is opened. Throws StartError for a fault that the user can fix.
 * @param env the environment, without the values of `.env`
 * @param given the settings of the environment and of `.env`
 */
export async function prepareBackend(
  settings: LocalSettings,
  given: NodeJS.ProcessEnv,
  env: NodeJS.ProcessEnv = given,
): Promise<PreparedBackend> {
  const { origin, port, dataDir, oneServer } = settings
  const admission = oneServer && createAdmission(env, '.env')
  const databaseUrl = oneServer?.databaseUrl ?? undefined
  if (databaseUrl) await checkPostgres(databaseUrl)
  const data = await openDataDir(dataDir, { isForTeam: oneServer !== null, hasDatabaseUrl: databaseUrl !== undefined })
  const { keys } = data
  if (databaseUrl) await claimPostgres(databaseUrl, keys.jwtSecret)
  const storageDir = join(dataDir, 'storage')
  const outside = await toSentence(async () =>
    oneServer ? openOutside(oneServer) : openStandIns(settings, keys, given),
  )
  const options: SupabaseOptions = {
    origin,
    ...(databaseUrl ? { databaseUrl } : { databaseDir: join(dataDir, 'database') }),
    storageDir,
    keys,
    google: outside.google,
    seedFile: oneServer ? ADMISSION_SQL : LOCAL_SEED_SQL,
  }
  const writeLog = openLogFile(join(dataDir, 'api.log'))
  const background = new Set<Promise<void>>()
  const api = await toSentence(async () =>
    createApi(getApiSettings({ origin, keys, outside: outside.settings, given }), {
      fetch: oneServer ? reachOwnServer(origin, port, keys.secretKey) : fetch,
      catalogue: readCatalogue(outside.models),
      workflows: await readWorkflows(WORKFLOWS),
      ...(oneServer ? { version: readCodeVersion() } : {}),
      network: { resolve: resolveHost, isOwn: outside.isOwnNetwork },
      admits: admission?.admits,
      background: (work) => {
        background.add(work)
        void work.then(() => background.delete(work))
      },
      inspectVideo: async (path) => {
        const file = join(storageDir, 'videos', path)
        if (outside.clips) await linkTwin(file, outside.clips)
        return inspectVideoFile(file)
      },
      drawPreview: (path) => drawPreviewOfFile(join(storageDir, 'videos', path)),
      log: (record) => {
        const line = JSON.stringify({ time: new Date().toISOString(), ...record })
        writeLog(line)
        if (record.level !== 'error') return
        const isOfJob = record.requestId ?? record.jobId
        console.error(isOfJob ? line : `Error: ${record.message}: ${record.cause}`)
      },
    }),
  )
  const sweep = () => api.request('/api/jobs/sweep', { method: 'POST', headers: { apikey: keys.sweepSecret } })
  const guardBackend = (answer: Answer) => refuseForeignPages(limitBodies(answer, keys.secretKey))
  const guardUsers = (answer: Answer) => guardBackend(admission ? guardTokens(answer, admission.admits) : answer)
  const getMounts = (supabase: LocalSupabase): Mount[] => [
    ['/auth/v1', guardBackend(createAuth(supabase))],
    ['/rest/v1', guardUsers(supabase.fetch)],
    ['/storage/v1', guardUsers(supabase.fetch)],
    ['/health', (request) => api.fetch(request)],
    ['/api', (request) => api.fetch(request)],
    ['/generation', (request) => api.fetch(request)],
    ['/v1', (request) => api.fetch(request)],
    ['/mcp', (request) => api.fetch(request)],
    ...outside.mounts(guardBackend),
    ['/operator/backup', (request) => answerBackup(request, supabase)],
  ]

  const answerBackup = async (request: Request, { connection }: LocalSupabase) => {
    if (request.method !== 'POST' || request.headers.get('apikey') !== keys.secretKey)
      return new Response(null, { status: 404 })
    const { folder } = backupRequest.parse(await request.json())
    try {
      await writeBackup(
        dataDir,
        folder,
        databaseUrl ? copyPostgres(databaseUrl) : copyEmbedded(dataDir, () => connection.driver.exec('checkpoint')),
      )
      return Response.json({ message: folder })
    } catch (error) {
      if (!(error instanceof StartError)) throw error
      return Response.json({ message: error.message }, { status: 409 })
    }
  }

  const createAuth = ({ fetch, connection }: LocalSupabase): Answer => {
    if (admission) return tellOutages(guardSignIn(fetch, connection.driver, admission))
    return async (request) => {
      const response = await fetch(request)
      const location = response.headers.get('location')
      if (!location) return response
      const headers = new Headers(response.headers)
      headers.set('location', outside.redirect(location))
      return new Response(null, { status: response.status, headers })
    }
  }

  async function open(): Promise<Backend> {
    await makeDatabase(options)
    const supabase = await openSupabase(options)
    await supabase.connection.driver.exec(await outside.readSeed())
    if (typeof oneServer?.teamCredits === 'number')
      await supabase.connection.driver.query(SET_TEAM_CREDITS, [oneServer.teamCredits])
    const mounts = getMounts(supabase)
    let stopSweeping = () => {}
    return {
      publishableKey: keys.publishableKey,
      secretKey: keys.secretKey,
      sweepSecret: keys.sweepSecret,
      owns: (pathname) => mounts.some(([prefix]) => isUnder(pathname, prefix)),
      async fetch(request, address) {
        request.headers.set(ADDRESS_HEADER, address)
        const { pathname } = new URL(request.url)
        const mount = mounts.find(([prefix]) => isUnder(pathname, prefix))
        return mount ? mount[1](request) : new Response(null, { status: 404 })
      },
      async settle() {
        await Promise.race([Promise.all(background), setTimeout(SETTLE_MS, undefined, { ref: false })])
      },
      startSweeping() {
        stopSweeping = startSweepTimer(sweep)
      },
      async close() {
        stopSweeping()
        await outside.close()
        await supabase.close()
        data.release()
      },
    }
  }
  return {
    publishableKey: keys.publishableKey,
    isNew: options.databaseDir !== undefined && !existsSync(options.databaseDir),
    makeDatabase: () => makeDatabase(options),
    open,
  }
}

/** Converts faults in the user's settings, catalogue, and workflows to errors whose message says how to fix them. */
async function toSentence<T>(make: () => Promise<T>): Promise<T> {
  try {
    return await make()
  } catch (error) {
    throw error instanceof Error && error.name === 'Error' ? new StartError(error.message, { cause: error }) : error
  }
}

function isUnder(pathname: string, prefix: string): boolean {
  return pathname === prefix || pathname.startsWith(`${prefix}/`)
}

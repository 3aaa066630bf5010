import './experimental-storage.ts'
import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { App } from '@supabase/lite'
import { applyPendingMigrations, listMigrationFiles } from '@supabase/lite/cli'
import { createPgliteConnection, type PgliteConnection } from '@supabase/lite/pglite'
import { noteRefusal } from '../one-server/guard-sign-in.ts'
import { findDatabaseVersion } from '../recorded-migrations.ts'
import { StartError } from '../start-error.ts'
import type { LocalKeys } from './data-dir.ts'
import { lendOneSession } from './database/one-session.ts'
import { tellOutages } from './database/outage.ts'
import { openPostgres } from './database/postgres.ts'
import { type LiteConnection, lendSessions } from './database/sessions.ts'
import { clearParameters, hideStatements } from './database/statements.ts'
import { keepGrants } from './database/table-grants.ts'
import { READ_TYPES } from './database/value-parsers.ts'
import { createFileStore } from './file-store.ts'
import { allowGoogleOnly } from './google-only.ts'
import { fillStorageGaps } from './storage-gaps.ts'

/** The seed of a server for one person: a demo account, and test credits. */
export const LOCAL_SEED_SQL = join(import.meta.dirname, '../../supabase/seed.sql')
/** The seed of a server for a team: only admitted addresses may sign in. */
export const ADMISSION_SQL = join(import.meta.dirname, '../one-server/admission.sql')

export interface SupabaseOptions {
  origin: string
  /** The folder of the database. Undefined creates the database in memory. */
  databaseDir?: string
  /** A PGlite dump that an in-memory database starts from. */
  databaseCopy?: Blob
  /** The address of a real PostgreSQL, which replaces the embedded database. */
  databaseUrl?: string
  storageDir: string
  keys: Pick<LocalKeys, 'publishableKey' | 'secretKey' | 'jwtSecret'>
  google: { clientId: string; clientSecret: string }
  /** A file of SQL that runs after the migrations, on every start. */
  seedFile: string
}

export interface LocalSupabase {
  fetch(request: Request): Promise<Response>
  /** Its driver runs statements of ours, past Lite. */
  connection: LiteConnection
  close(): Promise<void>
}

/**
 * Opens Supabase and applies pending migrations and the local seed. Throws StartError for a database of another
 * version, and doesn't change that database.
 */
export async function openSupabase({
  origin,
  databaseDir,
  databaseCopy,
  databaseUrl,
  storageDir,
  keys,
  google,
  seedFile,
}: SupabaseOptions): Promise<LocalSupabase> {
  const connection = databaseUrl ? openPostgres(databaseUrl, onError) : await openDatabase(databaseDir, databaseCopy)
  const app = createApp(connection, { origin, keys, google, storageDir })
  const isStored = databaseDir !== undefined || databaseUrl !== undefined
  const maker = isStored ? await findDatabaseVersion(connection.driver, await listMigrationFiles(app)) : 'this'
  if (maker !== 'this') {
    await connection.close()
    const version = maker === 'newer' ? 'A newer' : 'An older'
    throw new StartError(
      databaseDir
        ? `${version} version of Soundreel made the data folder ${dirname(databaseDir)}, and this version can't use it. Go back to that version, restore a backup of this one with npm run restore, or set LOCAL_DATA_DIR to a new folder.`
        : `${version} version of Soundreel made the tables in DATABASE_URL, and this version can't use them. Go back to that version, restore a backup of this one with npm run restore, or use an empty database.`,
    )
  }
  await migrate(app, connection, seedFile)
  const openLite = tellOutages(async (request) => app.fetch(request, { peerAddress: null }))
  const storage = fillStorageGaps(openLite)
  const auth = allowGoogleOnly(openLite, getReturnUrls(origin))
  const data = hideStatements(openLite)
  const fetch = (request: Request) => {
    const { pathname } = new URL(request.url)
    if (pathname.startsWith('/storage/v1/')) return storage(request)
    return pathname.startsWith('/auth/v1/') ? auth(request) : data(request)
  }
  // Lite reads the tables and makes its own grants at the first request.
  await keepGrants(connection.driver, async () => {
    const request = new Request(`${origin}/rest/v1/jobs?limit=1`, { headers: { apikey: keys.secretKey } })
    await (await fetch(request)).body?.cancel()
  })
  return { fetch, connection, close: () => connection.close() }
}

/** Creates a database with every migration and the seed, and closes it. */
export async function createDatabase(options: SupabaseOptions): Promise<void> {
  const connection = await openDatabase(options.databaseDir, undefined)
  await migrate(createApp(connection, options), connection, options.seedFile)
  await connection.close()
}

async function migrate(app: App, { driver }: LiteConnection, seedFile: string): Promise<void> {
  await runQuietly(() => app.init())
  await applyPendingMigrations(app)
  await driver.exec(await readFile(seedFile, 'utf8'))
}

/** Opens an in-memory database with every migration and no other data. */
export async function openMigratedDatabase(): Promise<LiteConnection> {
  const connection = await openDatabase(undefined, undefined)
  const secret = randomBytes(32).toString('hex')
  const keys = { publishableKey: secret, secretKey: secret, jwtSecret: secret }
  const google = { clientId: 'unused', clientSecret: secret }
  const app = createApp(connection, { origin: 'http://localhost', keys, google })
  await runQuietly(() => app.init())
  await applyPendingMigrations(app)
  return connection
}

/** Returns the allowed return addresses of a sign-in. */
const getReturnUrls = (origin: string): [string, string] => [`${origin}/login`, `${origin}/login?popup=1`]

function createApp(
  connection: LiteConnection,
  {
    origin,
    keys,
    google,
    storageDir,
  }: Pick<SupabaseOptions, 'origin' | 'keys' | 'google'> & Partial<Pick<SupabaseOptions, 'storageDir'>>,
): App {
  const app = new App({
    connection,
    auth: {
      enabled: true,
      jwt_secret: keys.jwtSecret,
      publishable_key: keys.publishableKey,
      secret_key: keys.secretKey,
      site_url: getReturnUrls(origin)[0],
      additional_redirect_urls: getReturnUrls(origin),
      // The only sign-in method is Google.
      email: { enable_signup: false },
      external: {
        google: {
          enabled: true,
          client_id: google.clientId,
          secret: google.clientSecret,
          redirect_uri: `${origin}/auth/v1/callback`,
        },
      },
    },
    storage: { enabled: true },
    // In admin mode, requests without a key would bypass row level security.
    options: { server: { admin: false } },
  })
  // Lite creates the buckets only if it has a file store.
  if (storageDir) app._storageAdapter = createFileStore(storageDir)
  return app
}

async function openDatabase(folder: string | undefined, copy: Blob | undefined): Promise<LiteConnection> {
  try {
    const connection = await createPgliteConnection({
      // The URL is a plain path instead of a `file:` URL, because Lite passes it to PGlite as the data folder.
      ...(folder ? { url: folder } : {}),
      ...(copy ? { pgliteOptions: { loadDataDir: copy } } : {}),
    })
    await connection.driver.waitReady
    dropUnusedParsers(connection)
    watchErrors(connection)
    lendSessions(connection, lendOneSession(connection))
    return connection
  } catch (cause) {
    throw new StartError(
      `Can't open the database in ${folder}: it is corrupted or not a folder. Move it elsewhere to start with an empty database.`,
      { cause },
    )
  }
}

/** PGlite copies its table of parsers for every statement. Copying all of it took a quarter of a small statement's time. */
function dropUnusedParsers({ driver }: PgliteConnection): void {
  Object.assign(driver, { parsers: Object.fromEntries(READ_TYPES.map((type) => [type, driver.parsers[type]])) })
}

function watchErrors({ driver }: PgliteConnection): void {
  const query = driver.query.bind(driver)
  const exec = driver.exec.bind(driver)
  const watch = async <Result>(result: Promise<Result>): Promise<Result> => {
    try {
      return await result
    } catch (error) {
      onError(error)
      throw error
    }
  }
  driver.query = (...args: Parameters<typeof query>) => watch(query(...args))
  driver.exec = (...args: Parameters<typeof exec>) => watch(exec(...args))
}

function onError(error: unknown): void {
  clearParameters(error)
  noteRefusal(error)
}

/** Hides Lite's warning about experimental storage. `npm start` prints one line only. */
async function runQuietly(work: () => Promise<unknown>): Promise<void> {
  const { warn } = console
  console.warn = () => {}
  await work().finally(() => {
    console.warn = warn
  })
}

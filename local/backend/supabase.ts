// Supabase Lite on PGlite: the embedded stand-in of a Supabase project, with the product's own migrations.
import './experimental-storage.ts'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { App } from '@supabase/lite'
import { applyPendingMigrations } from '@supabase/lite/cli'
import { createPgliteConnection, type PgliteConnection } from '@supabase/lite/pglite'
import { StartError } from '../settings.ts'
import type { LocalKeys } from './data-dir.ts'
import { createFileStore } from './file-store.ts'
import { takeGoogleOnly } from './google-only.ts'
import { runOneTransactionAtATime } from './one-session.ts'
import { forgetParameters, hideStatements } from './statements.ts'
import { fillStorageGaps } from './storage-gaps.ts'
import { keepTableGrants } from './table-grants.ts'

export interface SupabaseOptions {
  /** Where the browser reaches the server. */
  origin: string
  /** Folder of the database; undefined keeps it in memory. */
  databaseDir?: string
  /** A copy of a database, as PGlite dumps it, that the one in memory begins with. */
  databaseCopy?: Blob
  /** Folder of stored files. */
  storageDir: string
  keys: Pick<LocalKeys, 'publishableKey' | 'secretKey' | 'jwtSecret' | 'googleClientSecret'>
  googleClientId: string
}

export interface LocalSupabase {
  /** Answers /auth/v1, /rest/v1 and /storage/v1. */
  fetch(request: Request): Promise<Response>
  connection: PgliteConnection
  close(): Promise<void>
}

/** Opens the database, applies pending migrations and the local seed. */
export async function openSupabase({
  origin,
  databaseDir,
  databaseCopy,
  storageDir,
  keys,
  googleClientId,
}: SupabaseOptions): Promise<LocalSupabase> {
  const connection = await openDatabase(databaseDir, databaseCopy)
  const app = new App({
    connection,
    auth: {
      enabled: true,
      jwt_secret: keys.jwtSecret,
      publishable_key: keys.publishableKey,
      secret_key: keys.secretKey,
      site_url: `${origin}/login`,
      additional_redirect_urls: [`${origin}/login`, `${origin}/login?popup=1`],
      // Sign-in is with Google alone.
      email: { enable_signup: false },
      external: {
        google: {
          enabled: true,
          client_id: googleClientId,
          secret: keys.googleClientSecret,
          redirect_uri: `${origin}/auth/v1/callback`,
        },
      },
    },
    storage: { enabled: true },
    // Admin mode would serve requests without a key past row level security.
    options: { server: { admin: false } },
  })
  app._storageAdapter = createFileStore(storageDir)
  await quietly(() => app.init())
  await applyPendingMigrations(app)
  await connection.driver.exec(await readFile(join(import.meta.dirname, '../../supabase/seed.sql'), 'utf8'))
  const lite = (request: Request) => app.fetch(request, { peerAddress: null })
  const storage = fillStorageGaps(lite)
  const auth = takeGoogleOnly(lite)
  const data = hideStatements(lite)
  const fetch = (request: Request) => {
    const { pathname } = new URL(request.url)
    if (pathname.startsWith('/storage/v1/')) return storage(request)
    return pathname.startsWith('/auth/v1/') ? auth(request) : data(request)
  }
  await keepTableGrants(connection, () =>
    fetch(new Request(`${origin}/rest/v1/generations?limit=1`, { headers: { apikey: keys.secretKey } })),
  )
  return { fetch, connection, close: () => connection.close() }
}

async function openDatabase(folder: string | undefined, copy: Blob | undefined): Promise<PgliteConnection> {
  try {
    const connection = await createPgliteConnection({
      // Lite hands this over as PGlite's data folder: a plain path, not a file: address.
      ...(folder ? { url: folder } : {}),
      ...(copy ? { pgliteOptions: { loadDataDir: copy } } : {}),
    })
    await connection.driver.waitReady
    forgetParameters(connection)
    runOneTransactionAtATime(connection)
    return connection
  } catch (cause) {
    throw new StartError(
      `The database in ${folder} cannot be opened: it is damaged or not a folder. Move it away to start with an empty one.`,
      { cause },
    )
  }
}

/** Lite warns on the console that its storage is experimental; `npm start` prints one line. */
async function quietly(work: () => Promise<unknown>): Promise<void> {
  const { warn } = console
  console.warn = () => {}
  await work().finally(() => {
    console.warn = warn
  })
}

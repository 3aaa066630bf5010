import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import { openAsBlob } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { PgliteConnection } from '@supabase/lite/pglite'
import { SignJWT } from 'jose'
import { CompiledQuery } from 'kysely'
import { LOCAL_SEED_SQL, type LocalSupabase, openSupabase } from '../../local/backend/supabase.ts'
import { CLOCK_HEADER, MOVABLE_CLOCK, TIME_PATH } from './clock.ts'

export const ORIGIN = 'http://localhost:5173'
export const KEYS = {
  publishableKey: 'sb_publishable_test',
  secretKey: 'sb_secret_test',
  jwtSecret: 'a-test-secret-of-more-than-thirty-two-characters',
  googleClientSecret: 'google-secret',
}

export interface TestUser {
  id: string
  email: string
  token: string
}

/** The variable with the path of a migrated database to copy. If it is not set, the migrations run. */
export const COPY_VARIABLE = 'SOUNDREEL_DATABASE_COPY'

/** Returns the migrated database to copy, or undefined if the migrations run. */
export async function readDatabaseCopy(): Promise<Blob | undefined> {
  const file = process.env[COPY_VARIABLE]
  return file ? openAsBlob(file) : undefined
}

/** Opens the embedded database in memory, migrated and seeded. A `movable` clock follows the API's clock. */
export async function openTestSupabase({ clock = 'movable' } = {}): Promise<LocalSupabase> {
  const file = process.env[COPY_VARIABLE]
  // Deleted with the copy if no test closes the database.
  const storageDir = await mkdtemp(join(file ? dirname(file) : tmpdir(), 'soundreel-storage-'))
  const databaseCopy = await readDatabaseCopy()
  const supabase = await openSupabase({
    origin: ORIGIN,
    storageDir,
    keys: KEYS,
    google: { clientId: 'test-client', clientSecret: KEYS.googleClientSecret },
    seedFile: LOCAL_SEED_SQL,
    ...(databaseCopy ? { databaseCopy } : {}),
  })
  return {
    ...(clock === 'movable' ? await moveByHeader(supabase) : supabase),
    async close() {
      await supabase.close()
      await rm(storageDir, { recursive: true, force: true })
    },
  }
}

/** Sets the time from a request's header in each of the request's transactions. */
async function moveByHeader(supabase: LocalSupabase): Promise<LocalSupabase> {
  const moments = new AsyncLocalStorage<string>()
  const driver = getPglite(supabase)
  const exec = driver.exec.bind(driver)
  driver.exec = async (...args) => {
    const moment = moments.getStore()
    const answer = await exec(...args)
    if (moment && args[0] === 'begin') await driver.query(TIME_PATH, [moment])
    return answer
  }
  await exec(MOVABLE_CLOCK)
  return {
    ...supabase,
    fetch: (request) => {
      const moment = new URL(request.url).pathname.includes('/rpc/') && request.headers.get(CLOCK_HEADER)
      return moment ? moments.run(moment, () => supabase.fetch(request)) : supabase.fetch(request)
    },
  }
}

/** Returns the embedded database. */
export const getPglite = ({ connection }: LocalSupabase) => connection.driver as PgliteConnection['driver']

/** Creates a signed-in user with this balance. */
export async function createUser(supabase: LocalSupabase, credits = 0): Promise<TestUser> {
  const id = randomUUID()
  const email = `${id.slice(0, 8)}@example.com`
  await readRows(
    supabase,
    `insert into auth.users (id, aud, role, email, email_confirmed_at, raw_app_meta_data, raw_user_meta_data)
     values ($1, 'authenticated', 'authenticated', $2, now(), '{"provider": "google"}', '{}')`,
    [id, email],
  )
  if (credits > 0) await grant(supabase, id, credits)
  return { id, email, token: await signToken({ sub: id }) }
}

export function grant(supabase: LocalSupabase, userId: string, credits: number) {
  return readRows(supabase, `select private.grant_credits($1, $2, 'test_plan', 'lite', $3, 'Test')`, [
    userId,
    credits,
    randomUUID(),
  ])
}

/** Signs a token like the auth server. `claims` overrides the token's default claims. */
export function signToken(claims: Record<string, unknown>, secret = KEYS.jwtSecret): Promise<string> {
  const now = Math.floor(Date.now() / 1000)
  return new SignJWT({ aud: 'authenticated', role: 'authenticated', iat: now, exp: now + 3600, ...claims })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .sign(new TextEncoder().encode(secret))
}

/** Signs a token that stays valid in a test of days or years. */
export const signLongToken = (userId: string) =>
  signToken({ sub: userId, exp: Math.floor(Date.now() / 1000) + 1000 * 24 * 3600 })

export async function readRows<T = Record<string, unknown>>(
  supabase: LocalSupabase,
  query: string,
  parameters: unknown[] = [],
): Promise<T[]> {
  // Waits for its turn, because the server's background work uses the same database session.
  const statement = CompiledQuery.raw(query, parameters)
  const { rows } = await supabase.connection.kysely.connection().execute((session) => session.executeQuery(statement))
  return rows as T[]
}

/** Returns a user's balance, holds, and charges, from the entries and from the account. The two must agree. */
export async function readBooks(supabase: LocalSupabase, userId: string) {
  const [entries] = await readRows<{ granted: number; held: number; captured: number }>(
    supabase,
    `select coalesce(sum(amount) filter (where kind = 'grant'), 0)::int as granted,
       (coalesce(sum(amount) filter (where kind = 'hold'), 0) - coalesce(sum(amount) filter (where kind in ('capture', 'release')), 0))::int as held,
       coalesce(sum(amount) filter (where kind = 'capture'), 0)::int as captured
     from private.credit_entries where user_id = $1`,
    [userId],
  )
  const [account] = await readRows<{ available: number; held: number }>(
    supabase,
    'select available, held from private.credit_accounts where user_id = $1',
    [userId],
  )
  const { granted = 0, held = 0, captured = 0 } = entries ?? {}
  const available = account?.available ?? 0
  if (available + held + captured !== granted || held !== (account?.held ?? 0)) {
    throw new Error(`The books do not balance: ${JSON.stringify({ entries, account })}`)
  }
  return { available, held, captured }
}

import { randomUUID } from 'node:crypto'
import type { Sql } from '../sql.ts'
import { grantCredits } from './calls.ts'

/** Creates a user and returns the user's ID. */
export async function signUp(sql: Sql, credits = 0): Promise<string> {
  const id = randomUUID()
  await sql('insert into auth.users (id, aud, role, email) values ($1, $2, $2, $3)', [
    id,
    'authenticated',
    `${id}@example.com`,
  ])
  if (credits > 0) await grantCredits(sql, id, credits)
  return id
}

/** Adds the identity that a sign-in with Google creates. */
export const linkGoogle = (sql: Sql, userId: string, googleId: string) =>
  sql(
    `insert into auth.identities (id, provider_id, user_id, identity_data, provider) values ($1, $2, $3, '{}', 'google')`,
    [randomUUID(), googleId, userId],
  )

/** Gives the open transaction the role and the token claims of this user. */
export async function becomeUser(sql: Sql, userId: string | null): Promise<void> {
  const role = userId === null ? 'anon' : 'authenticated'
  await sql(
    `select set_config('role', $1, true), set_config('request.jwt.claims', $2, true),
       set_config('request.jwt.claim.sub', $3, true), set_config('request.jwt.claim.role', $1, true)`,
    [role, JSON.stringify({ role, sub: userId }), userId ?? ''],
  )
}

/** Runs one statement as this user in its own transaction. `sql` must use a single connection. */
export async function runAsUser<Row>(sql: Sql, userId: string | null, statement: string, parameters: unknown[] = []) {
  await sql('begin')
  try {
    await becomeUser(sql, userId)
    const answer = await sql<Row>(statement, parameters)
    await sql('commit')
    return answer
  } catch (error) {
    await sql('rollback')
    throw error
  }
}

/** Writes the profile that the app writes at every sign-in. A client can send any number as `credits`. */
export const upsertProfile = (sql: Sql, userId: string, credits = 0) =>
  runAsUser(
    sql,
    userId,
    `insert into public.users (id, email, name, credits, created_at) values ($1, 'me@example.com', 'Ada', $2, '2001-01-01')
     on conflict (id) do update set email = excluded.email, name = excluded.name, credits = excluded.credits, created_at = excluded.created_at`,
    [userId, credits],
  )

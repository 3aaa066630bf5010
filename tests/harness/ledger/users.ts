import { randomUUID } from 'node:crypto'
import type { Sql } from '../sql.ts'
import { grantCredits } from './calls.ts'

/** A person who has signed up; answers the id. */
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

/** The identity that Google's sign-in leaves behind. */
export const linkGoogle = (sql: Sql, userId: string, googleId: string) =>
  sql(
    `insert into auth.identities (id, provider_id, user_id, identity_data, provider) values ($1, $2, $3, '{}', 'google')`,
    [randomUUID(), googleId, userId],
  )

/** Gives the open transaction the role and the token's claims of this user's browser. */
export async function becomeUser(sql: Sql, userId: string | null): Promise<void> {
  const role = userId === null ? 'anon' : 'authenticated'
  await sql(
    `select set_config('role', $1, true), set_config('request.jwt.claims', $2, true),
       set_config('request.jwt.claim.sub', $3, true), set_config('request.jwt.claim.role', $1, true)`,
    [role, JSON.stringify({ role, sub: userId }), userId ?? ''],
  )
}

/** One statement in this person's name, in a transaction of its own. `sql` must be a single connection. */
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

/** Sends the record that the app sends at every sign-in. A client may put any number into `credits`. */
export const upsertProfile = (sql: Sql, userId: string, credits = 0) =>
  runAsUser(
    sql,
    userId,
    `insert into public.users (id, email, name, credits, created_at) values ($1, 'me@example.com', 'Ada', $2, '2001-01-01')
     on conflict (id) do update set email = excluded.email, name = excluded.name, credits = excluded.credits, created_at = excluded.created_at`,
    [userId, credits],
  )

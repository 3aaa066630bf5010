import pg from 'pg'
import { type Context, getReason, NoResponseError } from '../check.ts'
import { readProjectRef, type Settings } from '../settings.ts'

export function createSql(settings: Settings, ask: Context['ask'], timeoutMs: number): Context['sql'] {
  return settings.SUPABASE_DB_PASSWORD ? queryDirectly(settings, timeoutMs) : queryThroughApi(settings, ask)
}

function queryDirectly(settings: Settings, timeoutMs: number): Context['sql'] {
  const { SUPABASE_DB_URL: url, SUPABASE_DB_PASSWORD: password } = settings
  const address = URL.parse(url || `postgresql://postgres@db.${readProjectRef(settings)}.supabase.co:5432/postgres`)
  // The password is set in the URL, because the URL takes precedence over the option `password`.
  if (address) address.password = encodeURIComponent(password)
  return async <Row>(statement: string) => {
    const host = address?.host ?? 'SUPABASE_DB_URL'
    try {
      const isHere = /^(localhost|127\.0\.0\.1|\[::1\])(:|$)/.test(host)
      // Supabase signs its databases' certificates itself. An sslmode in the URL takes precedence.
      const ssl = isHere ? false : { rejectUnauthorized: false }
      const client = new pg.Client({
        connectionString: address?.href ?? url,
        ssl,
        connectionTimeoutMillis: timeoutMs,
        statement_timeout: timeoutMs,
        query_timeout: timeoutMs,
      })
      client.on('error', () => {})
      await client.connect()
      const result = await client.query(statement).finally(() => client.end())
      return result.rows as Row[]
    } catch (error) {
      // The message can contain the user and the host, but never the password.
      const said = error instanceof pg.DatabaseError ? error.message : describeFailure(error, timeoutMs)
      const fix =
        "Check SUPABASE_DB_PASSWORD. Without IPv6, set SUPABASE_DB_URL to the session pooler's address (docs/deploy.md)"
      throw new NoResponseError({ what: `The database query failed: ${said}.`, where: host, fix })
    }
  }
}

/** Describes a failure. The driver's own timeouts have a message but no code. */
function describeFailure(error: unknown, timeoutMs: number): string {
  const isTimeout = error instanceof Error && /^(Query read timeout|timeout expired)$/.test(error.message)
  return isTimeout ? `no response within ${timeoutMs / 1000} s` : getReason(error)
}

/** Queries through the management API's endpoint. The endpoint is undocumented, but Supabase's own tools use it. */
function queryThroughApi(settings: Settings, ask: Context['ask']): Context['sql'] {
  return async <Row>(query: string) => {
    const url = `https://api.supabase.com/v1/projects/${readProjectRef(settings)}/database/query/read-only`
    const answer = await ask(url, {
      method: 'POST',
      headers: { authorization: `Bearer ${settings.SUPABASE_ACCESS_TOKEN}`, 'content-type': 'application/json' },
      body: JSON.stringify({ query }),
    })
    if (Array.isArray(answer.json)) return answer.json as Row[]
    const fix =
      'Create a new SUPABASE_ACCESS_TOKEN (https://supabase.com/dashboard/account/tokens), or set SUPABASE_DB_PASSWORD'
    throw new NoResponseError({ what: `The management API returned no rows (HTTP ${answer.status}).`, where: url, fix })
  }
}

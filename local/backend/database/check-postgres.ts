// Checks a real PostgreSQL before the server uses it, and says what to do if it can't.
import { createHash } from 'node:crypto'
import pg from 'pg'
import { StartError } from '../../start-error.ts'

const VERSIONS = [15, 16, 17]
const TIMEOUT_MS = 10_000
const SET_UP = 'docs/one-server.md has the statements that set it up.'

interface Facts {
  version: number
  encoding: string
  is_standby: boolean
  is_superuser: boolean
  may_create: boolean
  missing: string[]
  unlimited: string[]
}

/** The roles of requests must be limited by policies and grants. Only `service_role` passes the policies. */
const FACTS = `
  with role as (select name, r.* from unnest(array['anon', 'authenticated', 'service_role']) as name left join pg_roles r on r.rolname = name)
  select current_setting('server_version_num')::int / 10000 as version, current_setting('server_encoding') as encoding,
    pg_is_in_recovery() as is_standby, current_setting('is_superuser') = 'on' as is_superuser,
    has_database_privilege(current_database(), 'create') and coalesce(has_schema_privilege(to_regnamespace('public'), 'create'), false) as may_create,
    array(select name from role where oid is null or (name = 'service_role' and not rolbypassrls)) as missing,
    array(select name from role where rolsuper or (rolbypassrls and name <> 'service_role') or pg_has_role(oid, current_user::regrole, 'member')
      or (name <> 'service_role' and pg_has_role(oid, (select oid from role where name = 'service_role'), 'member'))) as unlimited`

/** Throws StartError if the database is away, refuses us, or can't hold Soundreel's tables and roles. */
export async function checkPostgres(url: string): Promise<void> {
  await withClient(url, async (client) => {
    const facts = (await client.query<Facts>(FACTS)).rows[0]
    if (!facts) throw new StartError('The database in DATABASE_URL does not say what it is.')
    const { version, encoding, is_standby, is_superuser, may_create, missing, unlimited } = facts
    if (!VERSIONS.includes(version))
      throw new StartError(`DATABASE_URL is PostgreSQL ${version}. Soundreel needs 15, 16, or 17.`)
    if (encoding !== 'UTF8')
      throw new StartError(`The database in DATABASE_URL stores text as ${encoding}. Create one with UTF8.`)
    if (is_standby) throw new StartError('DATABASE_URL is a standby, which accepts no changes. Name the primary.')
    if (unlimited.length > 0)
      throw new StartError(
        `The roles ${unlimited.join(', ')} of this PostgreSQL have more rights than Soundreel's requests may have. Use a PostgreSQL without such roles.`,
      )
    const may = is_superuser || (may_create && missing.length === 0 && (await canTakeRoles(client)))
    if (!may)
      throw new StartError(
        `The user in DATABASE_URL must own its database, and be a member of the roles anon, authenticated, and service_role. ${SET_UP}`,
      )
  })
}

async function canTakeRoles(client: pg.Client): Promise<boolean> {
  try {
    for (const role of ['anon', 'authenticated', 'service_role']) await client.query(`set role ${role}`)
    await client.query('reset role')
    return true
  } catch (error) {
    if (error instanceof pg.DatabaseError) return false
    throw error
  }
}

const OTHER_TABLES = `
  select exists (select from pg_class c where relkind in ('r', 'p', 'v', 'm') and relnamespace::regnamespace::text !~ '^(pg_|information_schema$)'
    and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')) as exist,
    to_regclass('one_server.installation') is not null as is_ours`

/** Throws StartError if the database has a table. */
export async function requireEmptyPostgres(url: string): Promise<void> {
  await withClient(url, async (client) => {
    const found = (await client.query<{ exist: boolean }>(OTHER_TABLES)).rows[0]
    if (found?.exist)
      throw new StartError('The database in DATABASE_URL is not empty. Create an empty one for the restore.')
  })
}

/**
 * Binds the database to the data folder with this secret, because the folder has the files and keys of its rows. Throws StartError
 * if the database belongs to another one, or has other tables.
 */
export async function claimPostgres(url: string, secret: string): Promise<void> {
  const id = createHash('sha256').update(`installation ${secret}`).digest('hex')
  await withClient(url, async (client) => {
    const found = (await client.query<{ exist: boolean; is_ours: boolean }>(OTHER_TABLES)).rows[0]
    if (!found?.is_ours && found?.exist)
      throw new StartError('The database in DATABASE_URL already has tables of something else. Create an empty one.')
    await client.query('begin')
    await client.query('create schema if not exists one_server')
    await client.query('create table if not exists one_server.installation (id text primary key)')
    const rows = (await client.query<{ id: string }>('select id from one_server.installation')).rows
    if (rows.length === 0) await client.query('insert into one_server.installation values ($1)', [id])
    await client.query('commit')
    if (rows.some((row) => row.id !== id))
      throw new StartError(
        'The database in DATABASE_URL belongs to another data folder. Set LOCAL_DATA_DIR to that folder, or create an empty database. If that folder or its keys.json is lost, run "delete from one_server.installation" in the database.',
      )
  })
}

/** Throws StartError for a fault of the connection. The URL's password is in no message. */
async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const { host, pathname, username } = new URL(url)
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: TIMEOUT_MS,
    query_timeout: TIMEOUT_MS,
  })
  // The query that runs fails by itself.
  client.on('error', () => {})
  try {
    await client.connect()
    return await work(client)
  } catch (cause) {
    if (cause instanceof StartError) throw cause
    const { code = '', message } = cause as { code?: string; message: string }
    const reason = message || code
    if (code === '3D000')
      throw new StartError(`There is no database "${decodeURIComponent(pathname.slice(1))}" at ${host}. ${SET_UP}`, {
        cause,
      })
    if (code.startsWith('28'))
      throw new StartError(
        `The database at ${host} refused the user ${decodeURIComponent(username)} (${reason}). Correct the user and password in DATABASE_URL.`,
        { cause },
      )
    throw new StartError(`The database at ${host} can't be used (${reason}). Start it, or correct DATABASE_URL.`, {
      cause,
    })
  } finally {
    await client.end().catch(() => {})
  }
}

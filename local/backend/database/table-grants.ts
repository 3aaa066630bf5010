// Keeps the table grants of the migrations. When Supabase Lite 0.10 first meets a table with row level security, it grants ALL on
// every table beside it to the API roles. Hosted Supabase doesn't.

/** Lite's statements, but for its own schema `storage`, whose tables have no other grants. */
const WIDE_GRANT =
  /^\s*(?:alter default privileges in schema "|(?:grant all on all (?:tables|sequences) in schema|grant usage on schema) "(?!storage"))[^"]+" .*to anon, authenticated, service_role$/i

export function isWideGrant(sql: string): boolean {
  return WIDE_GRANT.test(sql)
}

const READ = `
  select 'relation ' || oid::regclass as object, relacl::text as acl from pg_class where relnamespace::regnamespace::text <> 'storage' and relacl is not null
  union all select 'schema ' || nspname, nspacl::text from pg_namespace where nspname <> 'storage' and nspname !~ '^pg_(toast_)?temp' and nspacl is not null
  union all select 'default ' || defaclrole || ' ' || defaclnamespace || ' ' || defaclobjtype::text, defaclacl::text from pg_default_acl where defaclnamespace <> coalesce(to_regnamespace('storage'), 0)
  order by 1`

/**
 * Runs `work`, and throws if it changed a grant. Then isWideGrant doesn't know a statement of Lite, and users could read what
 * they may not.
 */
export async function keepGrants(
  database: { query(sql: string): Promise<{ rows: unknown[] }> },
  work: () => Promise<unknown>,
): Promise<void> {
  const read = async () => JSON.stringify((await database.query(READ)).rows)
  const before = await read()
  await work()
  if ((await read()) !== before) throw new Error('Supabase Lite changed the grants of the database')
}

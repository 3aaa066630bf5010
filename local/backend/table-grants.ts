// Restores the table grants of the migrations. When Supabase Lite 0.10 first meets a table with row level security, it
// grants ALL to the API roles. Hosted Supabase doesn't.
import type { PgliteConnection } from '@supabase/lite/pglite'

const SAVE = `
  create temp table saved_class as select oid, relacl::text[] as acl from pg_class where relnamespace in ('public'::regnamespace, 'private'::regnamespace);
  create temp table saved_namespace as select oid, nspacl::text[] as acl from pg_namespace where nspname in ('public', 'private');
  create temp table saved_default as select oid, defaclacl::text[] as acl from pg_default_acl;`

const RESTORE = `
  update pg_class c set relacl = s.acl::aclitem[] from saved_class s where s.oid = c.oid;
  update pg_namespace n set nspacl = s.acl::aclitem[] from saved_namespace s where s.oid = n.oid;
  delete from pg_default_acl d where not exists (select 1 from saved_default s where s.oid = d.oid);
  update pg_default_acl d set defaclacl = s.acl::aclitem[] from saved_default s where s.oid = d.oid;
  drop table saved_class, saved_namespace, saved_default;`

/**
 * Restores the grants. Call it after the migrations. `firstRequest` can be any Data API request, because Lite creates
 * its grants at the first one only.
 */
export async function restoreTableGrants(
  connection: PgliteConnection,
  firstRequest: () => Promise<Response>,
): Promise<void> {
  await connection.driver.exec(SAVE)
  const response = await firstRequest()
  await response.body?.cancel()
  await connection.driver.exec(RESTORE)
}

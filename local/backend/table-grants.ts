// Supabase Lite 0.10 grants ALL on tables with row level security to the API roles when it first meets them; hosted
// Supabase does not. This lets Lite do so, then restores the grants of the migrations.
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

/** Call after the migrations. `firstRequest`: any to the Data API; Lite makes its grants at the first one only. */
export async function restoreTableGrants(
  connection: PgliteConnection,
  firstRequest: () => Promise<Response>,
): Promise<void> {
  await connection.driver.exec(SAVE)
  const response = await firstRequest()
  await response.body?.cancel()
  await connection.driver.exec(RESTORE)
}

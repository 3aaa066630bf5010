// Supabase Lite 0.10 grants ALL on every table of a schema with row level security to the API roles when it first meets
// one. Hosted Supabase does not, and our migrations name each grant: this lets Lite do it, then puts the named ones back.
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
 * Call once per connection, after the migrations and before the first request.
 * `firstRequest` is any request to the Data API: Lite makes its grants while answering it and never again.
 */
export async function keepTableGrants(
  connection: PgliteConnection,
  firstRequest: () => Promise<Response>,
): Promise<void> {
  await connection.driver.exec(SAVE)
  const response = await firstRequest()
  await response.body?.cancel()
  await connection.driver.exec(RESTORE)
}

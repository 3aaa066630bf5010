// The baseline makes the database that the chain before it ends in, and takes over one with rows in it.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createPgliteConnection } from '@supabase/lite/pglite'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { settleJob } from '../../../harness/ledger/calls.ts'
import { createPgliteSql, type Sql } from '../../../harness/sql.ts'
import { FACTS } from '../../../operator/checks/fingerprint.ts'
import { RefusedDatabase, upgradeEmbedded } from '../../../supabase/upgrade/embedded.ts'
import { CHAIN, getVersion, isBaseline, listMigrations, MIGRATIONS } from '../../../supabase/upgrade/history.ts'
import { fillEveryState, readEveryRow } from '../../support/upgrade/rows.ts'

const OURS = `('public'::regnamespace, 'private'::regnamespace)`
/** All that two databases can differ in, beside the facts that the doctor compares. */
const CATALOGUE = {
  columns: `select c.oid::regclass::text, row_number() over (partition by c.oid order by a.attnum) as place, a.attname,
      format_type(a.atttypid, a.atttypmod), a.attnotnull, a.attidentity, a.attgenerated, a.attacl::text,
      pg_get_expr(d.adbin, d.adrelid) as "default"
    from pg_class c join pg_attribute a on a.attrelid = c.oid left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
    where c.relnamespace in ${OURS} and a.attnum > 0 and not a.attisdropped order by 1, 2`,
  relations: `select oid::regclass::text, relkind, relrowsecurity, relforcerowsecurity, reloptions,
      array(select unnest(relacl)::text order by 1) as rights
    from pg_class where relnamespace in ${OURS} order by 1`,
  constraints: `select conrelid::regclass::text, conname, pg_get_constraintdef(oid), convalidated
    from pg_constraint where connamespace in ${OURS} order by 1, 2`,
  functions: `select oid::regprocedure::text, pg_get_functiondef(oid), array(select unnest(proacl)::text order by 1) as rights
    from pg_proc where pronamespace in ${OURS} order by 1`,
  policies: 'select * from pg_policies order by 1, 2, 3',
  triggers: `select tgrelid::regclass::text, pg_get_triggerdef(oid), tgenabled from pg_trigger where not tgisinternal order by 1, 2`,
  schemas: `select nspname, array(select unnest(nspacl)::text order by 1) from pg_namespace where oid in ${OURS} order by 1`,
  'default rights': `select defaclnamespace::regnamespace::text, defaclobjtype, array(select unnest(defaclacl)::text order by 1)
    from pg_default_acl order by 1, 2`,
  prices: 'select * from private.model_prices order by 1',
  settings: `select to_jsonb(s) - 'identity_salt' from private.credit_settings s`,
  buckets: 'select id, name, public, file_size_limit, allowed_mime_types from storage.buckets order by 1',
}

/** The parts of a project before its first migration. `postgres`, who creates them here, exists already. */
const HARNESS = join(import.meta.dirname, '../../../harness')
const PRELUDE = `
  ${readFileSync(join(HARNESS, 'supabase-roles.sql'), 'utf8').replace(/^create role postgres.*$/m, '')}
  ${readFileSync(join(HARNESS, 'supabase-stubs.sql'), 'utf8')}
  create schema supabase_migrations;
  create table supabase_migrations.schema_migrations (version text primary key, statements text[], name text)`

const read = (folder: string, file: string) => readFileSync(join(folder, file), 'utf8')

type Driver = Awaited<ReturnType<typeof createPgliteConnection>>['driver']

/** Applies migrations, and records them as `npm start` does. */
async function apply(driver: Driver, folder: string, files: readonly string[]): Promise<void> {
  for (const file of files) {
    await driver.exec(read(folder, file))
    await driver.exec(`insert into supabase_migrations.schema_migrations (version) values ('${getVersion(file)}')`)
  }
}

async function make(folder: string, files: readonly string[]): Promise<Driver> {
  const { driver } = await createPgliteConnection({})
  await driver.waitReady
  await driver.exec(PRELUDE)
  await apply(driver, folder, files)
  return driver
}

/** A copy takes a small part of the time that the migrations take. */
async function getCopy(original: Driver) {
  const driver = (await original.clone()) as Driver
  onTestFinished(() => driver.close())
  return { driver, sql: createPgliteSql(driver) }
}

const recorded = (sql: Sql) => sql('select version from supabase_migrations.schema_migrations order by 1')
const versions = (files: readonly string[]) => files.map((file) => ({ version: getVersion(file) }))
const baseline = listMigrations(MIGRATIONS).filter(isBaseline)
const chain = listMigrations(CHAIN)

/** Two migrations before the end of the chain, and at the baseline. */
let old: Driver
let fresh: Driver
beforeAll(async () => {
  old = await make(CHAIN, chain.slice(0, -2))
  fresh = await make(MIGRATIONS, baseline)
})
afterAll(() => Promise.all([old?.close(), fresh?.close()]))

it('makes exactly the database that the chain before it ends in', async () => {
  const [before, after] = [await getCopy(old), await getCopy(fresh)]
  await apply(before.driver, CHAIN, chain.slice(-2))
  for (const [what, query] of Object.entries({ facts: FACTS, ...CATALOGUE })) {
    const [expected, found] = [await before.sql(query), await after.sql(query)]
    expect(expected, what).not.toEqual([])
    expect(found, what).toEqual(expected)
  }
  expect(await after.sql('select private.clock() = now() as "isTheTransactions"')).toEqual([
    { isTheTransactions: true },
  ])
})

it('is recorded in place of the chain, and leaves every row of every state', async () => {
  const { driver, sql } = await getCopy(old)
  const { running } = await fillEveryState(sql, 'record_vendor_task')
  const before = await readEveryRow(sql)
  expect(Object.entries(before).filter(([, rows]) => rows.length === 0)).toEqual([['admin_addresses', []]])
  await upgradeEmbedded(driver)
  expect(await readEveryRow(sql)).toEqual(before)
  expect(await recorded(sql)).toEqual(versions(baseline))
  expect((await settleJob(sql, running, 'capture', `${running}/a.mp4`))?.settlement).toBe('captured')
  await upgradeEmbedded(driver)
  expect(await recorded(sql)).toEqual(versions(baseline))
})

it('goes on with an upgrade that was broken off', async () => {
  const { driver, sql } = await getCopy(old)
  await apply(driver, CHAIN, chain.slice(-2, -1))
  await upgradeEmbedded(driver)
  expect(await recorded(sql)).toEqual(versions(baseline))
})

it.each([
  ['another program’s', '20250101000000', 'its migrations are not those of this program'],
  ['a table of another name', null, /20261125120000_say_job_and_image\.sql failed: relation "jobs" already exists/],
])('refuses a database with %s migrations by name, and changes nothing', async (_name, foreign, says) => {
  const { driver, sql } = await getCopy(old)
  await sql(
    foreign
      ? `insert into supabase_migrations.schema_migrations (version) values ('${foreign}')`
      : 'create table public.jobs ()',
  )
  const before = await recorded(sql)
  const upgrading = upgradeEmbedded(driver)
  await expect(upgrading).rejects.toThrow(RefusedDatabase)
  await expect(upgrading).rejects.toThrow(says)
  expect(await recorded(sql)).toEqual(before)
})

it('takes today’s migrations onto the baseline with rows in it', async () => {
  const { driver, sql } = await getCopy(fresh)
  const { running } = await fillEveryState(sql, 'record_provider_task')
  const before = await readEveryRow(sql)
  for (const file of listMigrations(MIGRATIONS).filter((file) => !isBaseline(file)))
    await driver.exec(read(MIGRATIONS, file))
  // New columns may stand beside those of before.
  expect(await readEveryRow(sql)).toMatchObject(before)
  expect((await settleJob(sql, running, 'capture', `${running}/a.mp4`))?.settlement).toBe('captured')
})

// A start says why it can't use a PostgreSQL.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { checkPostgres, claimPostgres } from '../../../local/backend/database/check-postgres.ts'
import { StartError } from '../../../local/start-error.ts'
import { findFreePort } from '../../harness/free-port.ts'
import { openOnPostgres, PASSWORD, startTeamDatabase, type TeamDatabase } from '../../harness/team-database.ts'

let team: TeamDatabase
let url: string
beforeAll(async () => {
  team = await startTeamDatabase()
  url = await team.create()
})
afterAll(() => team?.server.remove())

const readFault = (work: Promise<void>): Promise<string | null> =>
  work.then(
    () => null,
    (error: unknown) => {
      if (error instanceof StartError) return error.message
      throw error
    },
  )

/** Runs a start while the superuser's change is in force. */
async function startAfter(change: string, back: string): Promise<string | null> {
  await team.run(url, change)
  return readFault(checkPostgres(url)).finally(() => team.run(url, back))
}

it('accepts the roles and the database of the documents, and a superuser', async () => {
  expect(await readFault(checkPostgres(url))).toBeNull()
  await team.run(url, `create role super superuser login password '${PASSWORD}'`)
  const asSuperuser = () => readFault(checkPostgres(team.addressOf('team_1', 'super')))
  expect(await asSuperuser()).toBeNull()
  await team.run(url, 'grant super to authenticated')
  expect(await asSuperuser()).toMatch(/The roles authenticated of this PostgreSQL have more rights/)
  await team.run(url, 'revoke super from authenticated')
})

it('says that the database is away', async () => {
  const free = await findFreePort()
  expect(await readFault(checkPostgres(`postgres://soundreel:secret@127.0.0.1:${free}/soundreel`))).toBe(
    `The database at 127.0.0.1:${free} can't be used (connect ECONNREFUSED 127.0.0.1:${free}). Start it, or correct DATABASE_URL.`,
  )
})

it('says that the password or the user is wrong, without the password', async () => {
  const fault = await readFault(checkPostgres(team.addressOf('team_1', 'soundreel', 'not the password')))
  expect(fault).toMatch(/refused the user soundreel \(password authentication failed/)
  expect(fault).not.toContain('not the password')
  expect(await readFault(checkPostgres(team.addressOf('team_1', 'nobody')))).toContain('refused the user nobody')
})

it('says that there is no such database', async () => {
  expect(await readFault(checkPostgres(team.addressOf('other')))).toContain('There is no database "other" at 127.0.0.1')
})

it.each([
  ['its user is no member of a role', 'revoke anon from soundreel', 'grant anon to soundreel', /must own its database/],
  [
    'the service role obeys policies',
    'alter role service_role nobypassrls',
    'alter role service_role bypassrls',
    /must own its database/,
  ],
  [
    'its user may not create schemas',
    'alter database team_1 owner to supabase_admin',
    'alter database team_1 owner to soundreel',
    /must own its database/,
  ],
  [
    'a role of requests passes policies',
    'alter role anon bypassrls',
    'alter role anon nobypassrls',
    /The roles anon of this PostgreSQL have more rights/,
  ],
  [
    'a role of requests has the rights of the service role',
    'grant service_role to authenticated',
    'revoke service_role from authenticated',
    /The roles authenticated of this PostgreSQL have more rights/,
  ],
])('refuses a database if %s', async (_, change, back, sentence) => {
  expect(await startAfter(change, back)).toMatch(sentence)
})

it('refuses text that is not UTF-8', async () => {
  await team.run(url, `create database latin owner soundreel encoding latin1 locale 'C' template template0`)
  expect(await readFault(checkPostgres(team.addressOf('latin')))).toContain('stores text as LATIN1')
})

it('belongs to one data folder, also after an interrupted first start', async () => {
  const empty = await team.create()
  await claimPostgres(empty, 'first folder')
  await claimPostgres(empty, 'first folder')
  expect(await readFault(claimPostgres(empty, 'second folder'))).toContain(
    'If that folder or its keys.json is lost, run "delete from one_server.installation"',
  )
  await (await openOnPostgres(empty)).close()
  expect(await readFault(claimPostgres(empty, 'first folder'))).toBeNull()
  await team.run(empty, 'delete from one_server.installation')
  expect(await readFault(claimPostgres(empty, 'second folder'))).toBeNull()
})

it('refuses a database with other tables, and changes nothing there', async () => {
  const used = await team.create()
  await team.run(used, 'create table public.orders (id int)')
  expect(await readFault(claimPostgres(used, 'folder'))).toContain('already has tables of something else')
  await team.run(used, 'drop table public.orders; create extension pg_stat_statements')
  expect(await readFault(claimPostgres(used, 'folder'))).toBeNull()
})

it('starts again on the same database, and refuses the tables of another version', async () => {
  const used = await team.create()
  await (await openOnPostgres(used)).close()
  await (await openOnPostgres(used)).close()
  await team.run(
    used,
    `update supabase_migrations.schema_migrations set statements = '{"select 1"}' where version like '%120000'`,
  )
  await expect(openOnPostgres(used)).rejects.toThrow('An older version of Soundreel made the tables in DATABASE_URL')
})

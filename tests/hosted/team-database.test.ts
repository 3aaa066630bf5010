// A whole server for a team on Debian's PostgreSQL 15: sign-in, an outage, a backup, and a restore. The tests depend on each other.
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTeamServer, type TeamServer } from '../harness/one-server/team-server.ts'
import { startTeamDatabase, type TeamDatabase } from '../harness/team-database.ts'
import { runProgram } from '../support/run-program.ts'

const DEBIAN = { bin: '/usr/lib/postgresql/15/bin', settings: [] }
const EMAIL = 'ada@team.example'

let database: TeamDatabase
let url: string
let team: TeamServer
let token: string
/** The address of the database with the restored backup. */
let newUrl: string
beforeAll(async () => {
  database = await startTeamDatabase(DEBIAN)
  url = await database.create()
  team = await startTeamServer({ DATABASE_URL: url })
})
afterAll(async () => {
  await team?.close()
  await database?.server.remove()
})

async function query(statement: string, from = url): Promise<unknown[]> {
  const client = new pg.Client(from)
  await client.connect()
  return (await client.query(statement).finally(() => client.end())).rows
}
const readUsers = () => query('select email::text from auth.users order by 1')
const run = (command: string, args: string[], env: Record<string, string> = {}) =>
  runProgram(process.execPath, ['tools/run.mjs', command, ...args], { env: { ...team.env, ...env } })
const readName = async () => {
  const headers = { authorization: `Bearer ${token}`, apikey: team.keys.publishableKey }
  const { status, text } = await team.send('/rest/v1/users?select=name,credits', { headers })
  return { status, rows: status === 200 ? JSON.parse(text) : null }
}
const saveName = (name: string) =>
  team.post(
    '/rest/v1/users',
    { id: JSON.parse(atob(token.split('.')[1] ?? '')).sub, email: EMAIL, name },
    { authorization: `Bearer ${token}`, prefer: 'resolution=merge-duplicates' },
  )

it('admits listed addresses with their credits, and stores no row of others', async () => {
  token = (await team.signIn({ email: EMAIL })).token
  const refused = await team.followSignIn({ email: 'eve@other.example' }, randomUUID() + randomUUID())
  expect(refused.searchParams.get('error_code')).toBe('not_admitted')
  expect(await readUsers()).toEqual([{ email: EMAIL }])
  expect((await saveName('Ada')).status).toBeLessThan(300)
  expect(await readName()).toEqual({ status: 200, rows: [{ name: 'Ada', credits: 1000 }] })
  expect(existsSync(join(team.dataDir, 'database'))).toBe(false)
})

it('answers 503 while the database is away, and works again by itself', async () => {
  await database.server.crash()
  expect((await readName()).status).toBe(503)
  expect((await team.send('/health')).status).toBe(503)
  expect((await team.send('/pricing')).status).toBe(200)
  const refused = await team.followSignIn({ email: EMAIL }, randomUUID() + randomUUID()).catch(() => null)
  expect(refused?.searchParams.get('code') ?? null).toBeNull()
  await database.server.start()
  expect(await readName()).toEqual({ status: 200, rows: [{ name: 'Ada', credits: 1000 }] })
})

it('writes a backup while it runs, and restores it into an empty database', async () => {
  const backup = join(team.folder, 'backup')
  expect(await run('backup', [backup])).toMatchObject({ status: 0, output: `The backup is in ${backup}.\n` })
  expect((await readdir(join(backup, 'database'))).sort()).toEqual(['postgres.dump'])
  await saveName('Later')
  newUrl = await database.create()
  await team.stop()

  const onUsed = await run('restore', [backup])
  expect(onUsed.output).toContain('The database in DATABASE_URL is not empty')
  const restored = await run('restore', [backup], { DATABASE_URL: newUrl })
  expect(restored).toMatchObject({ status: 0, output: expect.stringContaining('is the backup now') })
  await team.restart({ DATABASE_URL: newUrl })
  expect(await readName()).toEqual({ status: 200, rows: [{ name: 'Ada', credits: 1000 }] })
  const anonymous = await team.send('/rest/v1/jobs', { headers: { apikey: team.keys.publishableKey } })
  expect(anonymous.status).toBe(401)
})

it('signs everybody out with new keys and a new database password, and loses nothing', async () => {
  await team.stop()
  await rm(join(team.dataDir, 'keys.json'))
  await database.run(newUrl, `alter role soundreel password 'rotated'; delete from one_server.installation`)
  await team.restart({ DATABASE_URL: database.addressOf(new URL(newUrl).pathname.slice(1), 'soundreel', 'rotated') })
  expect((await readName()).status).toBe(401)
  Object.assign(team.keys, JSON.parse(await readFile(join(team.dataDir, 'keys.json'), 'utf8')))
  expect((await readName()).status).toBe(401)
  token = (await team.signIn({ email: EMAIL })).token
  expect(await readName()).toEqual({ status: 200, rows: [{ name: 'Ada', credits: 1000 }] })
})

it('says which program is missing', async () => {
  await team.stop()
  const folder = join(team.folder, 'other')
  const refused = await run('backup', [folder], { PATH: join(process.cwd(), 'node_modules/.bin') })
  expect(refused.output).toContain("pg_dump isn't installed")
  expect(existsSync(folder)).toBe(false)
})

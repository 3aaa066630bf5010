import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openDataDir } from '../../../local/backend/data-dir.ts'
import { makeFolder } from '../../support/make-folder.ts'

const FOR_ONE_PERSON = { isForTeam: false, hasDatabaseUrl: false }
const FOR_TEAM = { isForTeam: true, hasDatabaseUrl: false }
const ON_POSTGRES = { isForTeam: true, hasDatabaseUrl: true }

it.each([
  ['a team, after one person', FOR_ONE_PERSON, FOR_TEAM, 'is of a server without PUBLIC_URL'],
  ['one person, after a team', FOR_TEAM, FOR_ONE_PERSON, 'is of a server with PUBLIC_URL'],
  ['a PostgreSQL, after its own database', FOR_TEAM, ON_POSTGRES, 'has a database of its own'],
  ['its own database, after a PostgreSQL', ON_POSTGRES, FOR_TEAM, 'is a PostgreSQL. Set DATABASE_URL again'],
])('refuses a data folder for %s', async (_, before, now, sentence) => {
  const folder = await makeFolder()
  ;(await openDataDir(folder, before)).release()
  await expect(openDataDir(folder, now)).rejects.toThrow(sentence)
  ;(await openDataDir(folder, before)).release()
})

it.each([
  ['its own database', FOR_TEAM, 'to generate new keys. All users are signed out'],
  [
    'a PostgreSQL',
    ON_POSTGRES,
    'to generate new keys. Also run "delete from one_server.installation" in the database.',
  ],
])('says how to replace damaged keys of a server with %s', async (_, mode, sentence) => {
  const folder = await makeFolder()
  await writeFile(join(folder, 'keys.json'), '{"jwtSecret":')
  await expect(openDataDir(folder, mode)).rejects.toThrow(sentence)
})

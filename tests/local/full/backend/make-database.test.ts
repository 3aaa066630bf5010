import { fork } from 'node:child_process'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { KEYS } from '../../../../harness/database.ts'
import { copyReadyDatabase } from '../../../../harness/ready-folder.ts'
import { makeDatabase, openDatabaseFolder } from '../../../../local/backend/make-database.ts'
import { openSupabase } from '../../../../local/backend/supabase.ts'
import { makeFolder } from '../../../support/make-folder.ts'

vi.mock(import('node:child_process'), { spy: true })

const getOptions = (folder: string) => ({
  origin: 'http://localhost:5173',
  databaseDir: join(folder, 'database'),
  storageDir: join(folder, 'storage'),
  keys: KEYS,
  googleClientId: 'client',
})

it('leaves nothing behind when it is broken off', async () => {
  const folder = await makeFolder()
  const making = makeDatabase(getOptions(folder))
  await expect.poll(() => readdir(folder)).toEqual(['database.unfinished'])
  vi.mocked(fork).mock.results[0]?.value.kill('SIGKILL')
  await making
  expect(await readdir(folder)).toEqual([])
})

it('moves a database of another program aside, by name, and makes a new one', async () => {
  const folder = await makeFolder()
  const options = getOptions(folder)
  await copyReadyDatabase(folder)
  const foreign = await openSupabase(options)
  await foreign.connection.driver.query(
    `update supabase_migrations.schema_migrations set version = '2025' || substr(version, 5)`,
  )
  await foreign.close()
  const say = vi.spyOn(console, 'log').mockImplementation(() => {})
  const opened = await openDatabaseFolder(options)
  await opened.close()
  const [aside = ''] = (await readdir(folder)).filter((name) => name.startsWith('database.before-'))
  expect(say.mock.calls.flat()).toEqual([
    `This version can't use your database: its migrations are not those of this program. We moved it to ${join(folder, aside)} and made a new one.`,
  ])
  expect(await readdir(join(folder, aside))).toContain('PG_VERSION')
})

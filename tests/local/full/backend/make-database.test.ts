import { fork } from 'node:child_process'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { createPgliteConnection } from '@supabase/lite/pglite'
import { expect, it, vi } from 'vitest'
import { makeDatabase } from '../../../../local/backend/make-database.ts'
import { LOCAL_SEED_SQL, openSupabase } from '../../../../local/backend/supabase.ts'
import { KEYS } from '../../../harness/database.ts'
import { copyReadyDatabase } from '../../../harness/ready-folder.ts'
import { makeFolder } from '../../../support/make-folder.ts'

vi.mock(import('node:child_process'), { spy: true })

const getOptions = (folder: string) => ({
  origin: 'http://localhost:5173',
  databaseDir: join(folder, 'database'),
  storageDir: join(folder, 'storage'),
  keys: KEYS,
  google: { clientId: 'client', clientSecret: 'secret' },
  seedFile: LOCAL_SEED_SQL,
})

it('leaves no partial database behind if its creation is aborted', async () => {
  const folder = await makeFolder()
  const making = makeDatabase(getOptions(folder))
  await expect.poll(() => readdir(folder)).toEqual(['database.unfinished'])
  vi.mocked(fork).mock.results[0]?.value.kill('SIGKILL')
  await making
  expect(await readdir(folder)).toEqual([])
})

it.each([
  ['an older version', 'An older', `update schema_migrations set version = '2025' || substr(version, 5)`],
  [
    'an edited baseline',
    'An older',
    `update schema_migrations set statements[1] = 'select 1' where version like '%00'`,
  ],
  ['a newer version', 'A newer', `insert into schema_migrations (version, statements) values ('20991231235959', '{}')`],
])('refuses a data folder of %s with two sentences and changes no file', async (_name, begins, statement) => {
  const folder = await makeFolder()
  const options = getOptions(folder)
  await copyReadyDatabase(folder, {})
  const database = await createPgliteConnection({ url: options.databaseDir })
  await database.driver.exec(`set search_path = supabase_migrations; ${statement}`)
  await database.close()
  const readRecorded = async () => {
    const opened = await createPgliteConnection({ url: options.databaseDir })
    const { rows } = await opened.driver.query('select * from supabase_migrations.schema_migrations order by version')
    await opened.close()
    return rows
  }
  const before = await readRecorded()
  await expect(openSupabase(options)).rejects.toThrow(
    `${begins} version of Soundreel made the data folder ${folder}, and this version can't use it. Go back to that version, restore a backup of this one with npm run restore, or set LOCAL_DATA_DIR to a new folder.`,
  )
  expect(await readRecorded()).toEqual(before)
  expect((await readdir(folder)).filter((name) => name.startsWith('database'))).toEqual(['database'])
})

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { READY_VARIABLE } from '../../harness/ready-folder.ts'
import { openDataDir } from '../../local/backend/data-dir.ts'
import { makeDatabase } from '../../local/backend/make-database.ts'

/** Makes the folder that all servers of the run start from, with keys and a database. Their first one adds the app. */
export default async function setup() {
  // Another project of the same run has made one.
  if (process.env[READY_VARIABLE]) return
  const folder = await mkdtemp(join(tmpdir(), 'soundreel-ready-'))
  const { keys, release } = await openDataDir(folder)
  await makeDatabase({
    origin: 'http://localhost',
    databaseDir: join(folder, 'database'),
    storageDir: join(folder, 'storage'),
    keys,
    googleClientId: 'unused',
  })
  release()
  process.env[READY_VARIABLE] = folder
  return () => rm(folder, { recursive: true })
}

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { READY_VARIABLE } from '../harness/ready-folder.ts'

/** Creates the folder that the servers of a run share. The first servers put their database and app there. */
export default async function setup() {
  // Another project of this run has created the folder.
  if (process.env[READY_VARIABLE]) return
  const folder = await mkdtemp(join(tmpdir(), 'soundreel-ready-'))
  process.env[READY_VARIABLE] = folder
  return () => rm(folder, { recursive: true })
}

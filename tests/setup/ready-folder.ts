import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { READY_VARIABLE } from '../harness/ready-folder.ts'

/** Makes the folder that the servers of the run share. The first ones put their database and app there. */
export default async function setup() {
  // Another project of the same run has made one.
  if (process.env[READY_VARIABLE]) return
  const folder = await mkdtemp(join(tmpdir(), 'soundreel-ready-'))
  process.env[READY_VARIABLE] = folder
  return () => rm(folder, { recursive: true })
}

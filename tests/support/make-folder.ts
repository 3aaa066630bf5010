import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'

const made: string[] = []
// Runs last, after the test file's own cleanup, because vitest runs these hooks in reverse order.
afterAll(() => Promise.all(made.splice(0).map((folder) => rm(folder, { recursive: true, force: true }))))

/** Creates an empty folder, which is removed after the last test of the file. */
export async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'soundreel-test-'))
  made.push(folder)
  return folder
}

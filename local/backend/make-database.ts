import { fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { SupabaseOptions } from './supabase.ts'

/**
 * Makes a database that is not there yet, in a process of its own: all migrations at once need some 300 MB, and the memory of
 * PGlite never shrinks. It stands beside its place until it is whole, so that a start that is broken off leaves no half of one.
 * Where it fails, opening the database says why.
 */
export async function makeDatabase(options: SupabaseOptions): Promise<void> {
  const { databaseDir } = options
  if (!databaseDir || existsSync(databaseDir)) return
  const unfinished = `${databaseDir}.unfinished`
  await rm(unfinished, { recursive: true, force: true })
  const child = fork(join(import.meta.dirname, 'make-database-process.ts'))
  child.send({ ...options, databaseDir: unfinished })
  const [code] = await once(child, 'close')
  if (code === 0) await rename(unfinished, databaseDir)
  else await rm(unfinished, { recursive: true, force: true })
}

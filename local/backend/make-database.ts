import { fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { SupabaseOptions } from './supabase.ts'

/**
 * Creates the database if it doesn't exist, in a separate process. Running all migrations needs about 300 MB, and
 * PGlite never frees this memory. The database gets its final name only when it is complete, so an aborted start leaves
 * no partial database. If this fails, opening the database reports the cause.
 */
export async function makeDatabase(options: SupabaseOptions): Promise<void> {
  const { databaseDir } = options
  if (!databaseDir || existsSync(databaseDir)) return
  const unfinished = `${databaseDir}.unfinished`
  await rm(unfinished, { recursive: true, force: true })
  // This process ends before it gains anything from optimized WebAssembly, which takes a fifth of its processor time.
  const child = fork(join(import.meta.dirname, 'make-database-process.ts'), [], { execArgv: ['--liftoff-only'] })
  child.send({ ...options, databaseDir: unfinished })
  const [code] = await once(child, 'close')
  if (code === 0) await rename(unfinished, databaseDir)
  else await rm(unfinished, { recursive: true, force: true })
}

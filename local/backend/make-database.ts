import { fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { SupabaseOptions } from './supabase.ts'

/**
 * Makes a database that is not there yet, in a process of its own: all migrations at once need some 300 MB, and the memory of
 * PGlite never shrinks. Where it fails, opening the database says why.
 */
export async function makeDatabase(options: SupabaseOptions): Promise<void> {
  if (!options.databaseDir || existsSync(options.databaseDir)) return
  const child = fork(join(import.meta.dirname, 'make-database-process.ts'))
  child.send(options)
  await once(child, 'close')
}

// Runs as a child process of make-database.ts. It ends with its parent, because only the parent holds the folder's
// lock.
import process from 'node:process'
import { createDatabase, type SupabaseOptions } from './supabase.ts'

process.once('disconnect', () => process.exit(1))
process.once('message', async (options) => {
  const code = await createDatabase(options as SupabaseOptions).then(
    () => 0,
    () => 1,
  )
  process.exit(code)
})

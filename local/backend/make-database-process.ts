// Started by make-database.ts; ends with the process that started it, which alone holds the lock of the folder.
import process from 'node:process'
import { openSupabase, type SupabaseOptions } from './supabase.ts'

process.once('disconnect', () => process.exit(1))
process.once('message', async (options) => {
  const code = await openSupabase(options as SupabaseOptions).then(
    async (supabase) => {
      await supabase.close()
      return 0
    },
    () => 1,
  )
  process.exit(code)
})

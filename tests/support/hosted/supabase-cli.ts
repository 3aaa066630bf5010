import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runProgram } from '../run-program.ts'

/** Runs the Supabase CLI that the lockfile pins. Answers its status and all it printed. */
export async function supabaseCli(
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<{ status: number | null; printed: string }> {
  const { status, output } = await runProgram('node_modules/.bin/supabase', [...args, '--agent', 'no'], {
    env: {
      ...process.env,
      // Nothing leaves this machine, no update is asked for, and nobody's own login is looked at.
      DO_NOT_TRACK: '1',
      SUPABASE_TELEMETRY_DISABLED: '1',
      SUPABASE_NO_UPDATE_NOTIFIER: '1',
      SUPABASE_HOME: join(tmpdir(), 'soundreel-supabase-home'),
      ...env,
    },
  })
  return { status, printed: output }
}

import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findInstalled } from '../../../tools/packages/find-installed.ts'
import { runProgram } from '../run-program.ts'

/** Runs the Supabase CLI from the lockfile. Returns its status and output. */
export async function supabaseCli(
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<{ status: number | null; printed: string }> {
  const { status, output } = await runProgram(findInstalled('hosted', '.bin/supabase'), [...args, '--agent', 'no'], {
    env: {
      ...process.env,
      // The CLI must send no telemetry, check for no updates, and read no existing login.
      DO_NOT_TRACK: '1',
      SUPABASE_TELEMETRY_DISABLED: '1',
      SUPABASE_NO_UPDATE_NOTIFIER: '1',
      SUPABASE_HOME: join(tmpdir(), 'soundreel-supabase-home'),
      ...env,
    },
  })
  return { status, printed: output }
}

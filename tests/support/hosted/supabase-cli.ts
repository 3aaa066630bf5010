import { spawn } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Runs the Supabase CLI that the lockfile pins. Answers its status and all it printed. */
export function supabaseCli(
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<{ status: number | null; printed: string }> {
  return new Promise((done, reject) => {
    const child = spawn('node_modules/.bin/supabase', [...args, '--agent', 'no'], {
      env: {
        ...process.env,
        // Nothing leaves this machine, no update is asked for, and nobody's own login is looked at.
        DO_NOT_TRACK: '1',
        SUPABASE_TELEMETRY_DISABLED: '1',
        SUPABASE_NO_UPDATE_NOTIFIER: '1',
        SUPABASE_HOME: join(tmpdir(), 'soundreel-supabase-home'),
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let printed = ''
    const collect = (chunk: Buffer) => {
      printed += chunk
    }
    child.stdout.on('data', collect)
    child.stderr.on('data', collect)
    child.once('error', reject)
    child.once('close', (status) => done({ status, printed }))
  })
}

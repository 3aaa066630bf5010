// Runs the Supabase CLI. Secrets are passed in the environment and in files without a name, because every user of the
// machine can read the command line.
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { closeSync, openSync, unlinkSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findInstalled } from '../packages/find-installed.ts'
import type { Deployment } from './settings.ts'

/** An error whose message says how to fix the problem. */
export class DeployError extends Error {}

/**
 * Runs the CLI. `answer` is its stdout, and `all` includes stderr. Throws DeployError. `stdin` is the descriptor of its
 * input.
 */
export async function runSupabase(
  { ref, cliEnv }: Deployment,
  args: readonly string[],
  stdin: number | 'ignore' = 'ignore',
): Promise<{ answer: string; all: string }> {
  const child = spawn(findInstalled('hosted', '.bin/supabase'), [...args, '--yes', '--agent', 'no'], {
    env: { ...process.env, SUPABASE_NO_UPDATE_NOTIFIER: '1', ...cliEnv },
    stdio: [stdin, 'pipe', 'pipe'],
  })
  let [answer, all] = ['', '']
  child.stdout?.on('data', (chunk) => {
    answer += chunk
    all += chunk
  })
  child.stderr?.on('data', (chunk) => {
    all += chunk
  })
  const status = await new Promise((ended, reject) => child.once('close', ended).once('error', reject))
  if (status === 0) return { answer, all }
  throw new DeployError(explain(all, ref, args))
}

/**
 * Runs `supabase` with an option that takes a file, and gives it this text. The file loses its name before it gets the
 * text. A command that is interrupted or killed therefore leaves no file with secrets.
 */
export async function runSupabaseWithFile(
  deployment: Deployment,
  args: readonly string[],
  option: string,
  text: string,
) {
  const path = join(tmpdir(), `soundreel-deploy-${randomUUID()}`)
  const file = openSync(path, 'wx+', 0o600)
  try {
    unlinkSync(path)
    // A write at a position leaves the file at its beginning, where the CLI reads it.
    writeSync(file, text, 0)
    return await runSupabase(deployment, [...args, option, '/dev/stdin'], file)
  } finally {
    closeSync(file)
  }
}

const KNOWN: [found: RegExp, sentence: (ref: string) => string][] = [
  [
    /access token|unauthorized|\b401\b/i,
    () => 'Supabase rejects the access token. Run `npm run supabase -- login`, or set a valid SUPABASE_ACCESS_TOKEN.',
  ],
  [
    /password authentication failed|28P01/i,
    () => 'The database rejects the password. Set SUPABASE_DB_PASSWORD to the one from Project Settings, Database.',
  ],
  [
    /IPv6 is not supported/i,
    () =>
      "This network has no IPv6. Set SUPABASE_DB_URL to the session pooler's address (Connect, in the dashboard), without its password.",
  ],
  [
    /\b403\b|forbidden/i,
    (ref) => `The access token has no permission to change project ${ref}. Use the token of a member who has it.`,
  ],
]

function explain(printed: string, ref: string, args: readonly string[]): string {
  const known = KNOWN.find(([found]) => found.test(printed))
  if (known) return known[1](ref)
  return `\`supabase ${args.slice(0, 2).join(' ')}\` failed:\n${printed.trim()}`
}

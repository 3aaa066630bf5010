// Implements `npm run supabase -- ...`. It runs the Supabase CLI of the lockfile with these arguments, in the folder
// where npm was started.
import { spawnSync } from 'node:child_process'
import { findInstalled } from '../packages/find-installed.ts'

const { status } = spawnSync(findInstalled('hosted', '.bin/supabase'), process.argv.slice(2), {
  cwd: process.env.INIT_CWD ?? '.',
  stdio: 'inherit',
})
process.exitCode = status ?? 1

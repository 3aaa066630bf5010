import { findInstalled } from '../../tools/packages/find-installed.ts'

/** Installs the Supabase CLI and Deno before several test files at once would do it. */
export default function setup(): void {
  findInstalled('hosted', '.bin')
}

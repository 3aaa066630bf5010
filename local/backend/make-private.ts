// The data folder holds keys, session tokens and users' files: no other user of the machine may read it.
import { chmod, readdir } from 'node:fs/promises'
import { join } from 'node:path'

/** The names that a server creates. The Supabase CLI uses the default folder too. */
const OURS = /^(?:database|storage|video-service|dist|keys\.json|(?:api\.log|server\.).*)$/

/** Restricts the folder itself only when nothing else is in it. */
export async function makePrivate(folder: string): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true })
  const ours = entries.filter(({ name }) => OURS.test(name))
  await Promise.all(ours.map((entry) => restrict(entry, folder)))
  if (ours.length === entries.length) await chmod(folder, 0o700)
}

async function restrict(entry: Entry, parent: string): Promise<void> {
  const path = join(parent, entry.name)
  // Not links: their target is not ours.
  if (entry.isDirectory()) {
    await chmod(path, 0o700)
    for (const child of await readdir(path, { withFileTypes: true })) await restrict(child, path)
  } else if (entry.isFile()) {
    await chmod(path, 0o600)
  }
}

type Entry = { name: string; isDirectory(): boolean; isFile(): boolean }

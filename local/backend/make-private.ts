// Makes the data folder private. It holds keys, session tokens, and users' files, which other users of the machine must
// not read.
import { chmod, readdir } from 'node:fs/promises'
import { join } from 'node:path'

/** The names of the files that the server creates. The Supabase CLI also uses the default folder. */
const OURS = /^(?:database|storage|video-service|dist|backup|(?:keys|last-backup)\.json|(?:api\.log|server\.).*)$/

/** Makes the server's files private. The folder itself becomes private only if it contains no other files. */
export async function makePrivate(folder: string): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true })
  const ours = entries.filter(({ name }) => OURS.test(name))
  await Promise.all(ours.map((entry) => restrict(entry, folder)))
  if (ours.length === entries.length) await chmod(folder, 0o700)
}

async function restrict(entry: Entry, parent: string): Promise<void> {
  const path = join(parent, entry.name)
  // Links are skipped, because their target isn't ours.
  if (entry.isDirectory()) {
    await chmod(path, 0o700)
    for (const child of await readdir(path, { withFileTypes: true })) await restrict(child, path)
  } else if (entry.isFile()) {
    await chmod(path, 0o600)
  }
}

type Entry = { name: string; isDirectory(): boolean; isFile(): boolean }

// The data folder holds keys, tokens of sessions and what users made: nobody else on the machine may read it.
import { chmod, readdir } from 'node:fs/promises'
import { join } from 'node:path'

/** All that a server makes there. The folder may hold other things as well: the Supabase CLI uses the default one too. */
const OURS = /^(?:database|storage|video-service|dist|keys\.json|(?:api\.log|server\.).*)$/

/** Takes every right of others from what a server left in the folder, and from the folder itself if nothing else is in it. */
export async function makePrivate(folder: string): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true })
  const ours = entries.filter(({ name }) => OURS.test(name))
  await Promise.all(ours.map((entry) => restrict(entry, folder)))
  if (ours.length === entries.length) await chmod(folder, 0o700)
}

async function restrict(entry: Entry, parent: string): Promise<void> {
  const path = join(parent, entry.name)
  // A link's rights are those of what it leads to, which is not ours.
  if (entry.isDirectory()) {
    await chmod(path, 0o700)
    for (const child of await readdir(path, { withFileTypes: true })) await restrict(child, path)
  } else if (entry.isFile()) {
    await chmod(path, 0o600)
  }
}

type Entry = { name: string; isDirectory(): boolean; isFile(): boolean }

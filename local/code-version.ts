// The version of the code on the disk. A server reports the one that it started with, so that the doctor sees a `git pull` without a
// restart.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '..')
const SOURCES = ['local', 'src', 'supabase/functions', 'supabase/migrations', 'vite']
const FILES = ['index.html', 'package-lock.json', 'tailwind.config.ts', 'vite.config.ts']

/** Returns the first 12 hex digits of a hash of the code that `npm start` runs and builds. */
export function readCodeVersion(root: string = ROOT): string {
  const hash = createHash('sha256')
  const found = SOURCES.flatMap((source) =>
    readdirSync(join(root, source), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name)),
  )
  for (const path of [...found, ...FILES.map((name) => join(root, name))].sort())
    hash.update(`${path.slice(root.length)}\0`).update(readFileSync(path))
  return hash.digest('hex').slice(0, 12)
}

import { cp, mkdir, symlink } from 'node:fs/promises'
import { join, resolve } from 'node:path'

const COPIED = [
  'local',
  'index.html',
  'package.json',
  'src',
  'supabase',
  'tailwind.config.ts',
  'tools',
  'vite',
  'vite.config.ts',
]
const SHARED = ['node_modules', 'public', 'tools/packages/hosted/node_modules']

/** Copies the files that a deployment reads, so that a test can change them. */
export async function copyProject(folder: string): Promise<string> {
  await mkdir(folder)
  for (const name of COPIED) {
    await cp(name, join(folder, name), {
      recursive: true,
      filter: (path) => !/supabase\/\.temp|node_modules/.test(path),
    })
  }
  for (const name of SHARED) await symlink(resolve(name), join(folder, name))
  return folder
}

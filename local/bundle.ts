// Builds the app for `npm start`. The build runs in a separate process, which frees its memory afterward. It runs only
// if one of its inputs has changed.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { constants, setPriority } from 'node:os'
import { join } from 'node:path'
import { makePrivate } from './backend/make-private.ts'
import { StartError } from './start-error.ts'

/** The inputs of the build. The bundle contains the API's catalogue and types. */
const SOURCES = [
  'index.html',
  'package-lock.json',
  'public',
  'src',
  'supabase/functions/_shared',
  'supabase/functions/api',
  'tailwind.config.ts',
  'vite',
  'vite.config.ts',
]
const STAMP = 'built-from.txt'

/**
 * Builds the app into `<dataDir>/dist`. This folder is not the project's `dist/`, because it contains the local key and
 * must not go to a static host.
 * @param env the environment with all VITE_* settings
 * @param root the project's root folder
 * @returns the folder's path
 * @throws StartError if the build fails, after the build has printed the cause
 */
export async function bundleApp(dataDir: string, env: NodeJS.ProcessEnv, root = process.cwd()): Promise<string> {
  const folder = join(dataDir, 'dist')
  const state = await readState(env, root)
  if ((await readFile(join(folder, STAMP), 'utf8').catch(() => null)) === (await seal(folder, state))) return folder
  console.log('Building the app. This takes a few seconds the first time and after changes.')
  await build(folder, env, root)
  await writeStamp(folder, state)
  // Copied files have the permissions of their source, which may be readable by others.
  await makePrivate(dataDir)
  return folder
}

/** Saves in the folder the state of the inputs that it was built from (see `readState`). */
export async function writeStamp(folder: string, state: string): Promise<void> {
  await writeFile(join(folder, STAMP), await seal(folder, state))
}

/** Returns a hash of the state and of the folder's files. The hash changes if a file is missing or incomplete. */
async function seal(folder: string, state: string): Promise<string> {
  const hash = createHash('sha256').update(state)
  for (const path of await getFiles([folder]).catch(() => [])) {
    if (path !== join(folder, STAMP)) hash.update(`${path}\0${(await stat(path)).size}\0`)
  }
  return hash.digest('hex')
}

/** Returns a hash of all inputs of the build. */
export async function readState(env: NodeJS.ProcessEnv, root: string): Promise<string> {
  const hash = createHash('sha256')
  for (const name of Object.keys(env)
    .filter((key) => key.startsWith('VITE_') || key === 'NODE_ENV')
    .sort()) {
    hash.update(`${name}=${env[name]}\0`)
  }
  // Vite reads these files automatically.
  const settings = (await readdir(root)).filter((name) => /^\.env(\.development)?(\.local)?$/.test(name)).sort()
  for (const path of await getFiles([...settings, ...SOURCES].map((source) => join(root, source)))) {
    hash.update(`${path}\0`).update(await readFile(path))
  }
  return hash.digest('hex')
}

/** Returns all files below these paths, in a fixed order. */
async function getFiles(paths: readonly string[]): Promise<string[]> {
  const found = await Promise.all(
    paths.map(async (path) => {
      if (!(await stat(path)).isDirectory()) return [path]
      return getFiles((await readdir(path)).sort().map((name) => join(path, name)))
    }),
  )
  return found.flat()
}

function build(folder: string, env: NodeJS.ProcessEnv, root: string): Promise<void> {
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
  // The mode of `npm run dev`. The mode `production` would read a hosted project's settings. Every mode builds
  // production code.
  const options = [
    '--mode',
    'development',
    '--configLoader',
    'native',
    '--logLevel',
    'warn',
    '--outDir',
    folder,
    '--emptyOutDir',
  ]
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [vite, 'build', ...options], { cwd: root, env, stdio: 'inherit' })
    // At the first start, the database takes longer than the build, and two cores are too few for both. With the lower
    // priority, the server is ready 0.8 s earlier, of 8.9 s (`npm run bench:start`).
    if (child.pid) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL)
    child.once('error', reject)
    child.once('close', (code) => {
      if (code === 0) resolve()
      else reject(new StartError('The build failed. See the errors above.'))
    })
  })
}

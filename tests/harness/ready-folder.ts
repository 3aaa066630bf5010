// Copies a database and a built app that an earlier server of the same test run created. Creating both would take longer than
// most tests.
import { existsSync } from 'node:fs'
import { constants, cp, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { readState, writeStamp } from '../../local/bundle.ts'
import { readPageSettings } from '../../local/page-settings.ts'
import { readSettings } from '../../local/settings.ts'

/**
 * The variable with the folder that the servers of a test run share. If it is not set, each server creates its own database and
 * app.
 */
export const READY_VARIABLE = 'SOUNDREEL_READY_FOLDER'

const COPY = { recursive: true, mode: constants.COPYFILE_FICLONE }
/** Extensions of app files that may contain the server's address. */
const TEXTS = new Set(['', '.conf', '.css', '.html', '.js', '.json', '.mjs', '.txt', '.xml'])

/** Copies the shared keys and the shared database to a new data folder of a server with these settings. */
export async function copyReadyDatabase(dataDir: string, env: NodeJS.ProcessEnv): Promise<void> {
  const shared = process.env[READY_VARIABLE]
  if (!shared || env.DATABASE_URL || existsSync(join(dataDir, 'keys.json'))) return
  const isForTeam = Boolean(env.PUBLIC_URL)
  const ready = join(shared, isForTeam ? 'team-data' : 'data')
  if (!existsSync(ready)) await makeReadyDatabase(shared, ready, isForTeam)
  await mkdir(dataDir, { recursive: true })
  for (const name of ['keys.json', 'database']) await cp(join(ready, name), join(dataDir, name), COPY)
}

async function makeReadyDatabase(shared: string, ready: string, isForTeam: boolean): Promise<void> {
  // Most tests start no server and don't need these imports.
  const { openDataDir } = await import('../../local/backend/data-dir.ts')
  const { makeDatabase } = await import('../../local/backend/make-database.ts')
  const { ADMISSION_SQL, LOCAL_SEED_SQL } = await import('../../local/backend/supabase.ts')
  const folder = await mkdtemp(join(shared, 'unfinished-'))
  const { keys, release } = await openDataDir(folder, { isForTeam, hasDatabaseUrl: false })
  await makeDatabase({
    origin: 'http://localhost',
    databaseDir: join(folder, 'database'),
    storageDir: join(folder, 'storage'),
    keys,
    google: { clientId: 'unused', clientSecret: 'unused' },
    seedFile: isForTeam ? ADMISSION_SQL : LOCAL_SEED_SQL,
  })
  release()
  await putInPlace(folder, ready)
}

/** Moves the folder to its final path, or deletes it if another process was faster. */
const putInPlace = (folder: string, place: string) =>
  rename(folder, place).catch(() => rm(folder, { recursive: true, force: true }))

/**
 * Copies the app that an earlier server built with the same settings, and replaces the address in the copy.
 * @param env the server's environment variables
 * @returns a function that shares this server's app. Call it when the server has started.
 */
export async function copyReadyApp(dataDir: string, env: NodeJS.ProcessEnv): Promise<() => Promise<void>> {
  const shared = process.env[READY_VARIABLE]
  const folder = join(dataDir, 'dist')
  if (!shared || env.DATABASE_URL || existsSync(folder)) return async () => {}
  const settings = readSettings(env)
  const { publishableKey } = JSON.parse(await readFile(join(dataDir, 'keys.json'), 'utf8')) as {
    publishableKey: string
  }
  const page = { ...env, ...readPageSettings({ publishableKey }, settings, env) }
  const anywhere = Object.entries(page).map(([name, value]) => [name, value?.replaceAll(settings.origin, 'origin')])
  const ready = join(shared, 'apps', await readState(Object.fromEntries(anywhere), process.cwd()))
  const builtFor = await readFile(join(ready, 'origin'), 'utf8').catch(() => null)
  if (builtFor) {
    await cp(join(ready, 'dist'), folder, COPY)
    await replaceInFiles(folder, new URL(builtFor).host, new URL(settings.origin).host)
    await writeStamp(folder, await readState(page, process.cwd()))
    return async () => {}
  }
  return async () => {
    const unfinished = await mkdtemp(join(shared, 'unfinished-'))
    await cp(folder, join(unfinished, 'dist'), COPY)
    await writeFile(join(unfinished, 'origin'), settings.origin)
    await mkdir(join(shared, 'apps'), { recursive: true })
    await putInPlace(unfinished, ready)
  }
}

async function replaceInFiles(folder: string, from: string, to: string): Promise<void> {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !TEXTS.has(extname(entry.name))) continue
    const path = join(entry.parentPath, entry.name)
    const text = await readFile(path, 'utf8')
    if (text.includes(from)) await writeFile(path, text.replaceAll(from, to))
  }
}

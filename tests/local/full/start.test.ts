import { readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { networkInterfaces } from 'node:os'
import { join } from 'node:path'
import { beforeAll, beforeEach, expect, it, onTestFinished } from 'vitest'
import { lockDataDir } from '../../../local/backend/data-dir-lock.ts'
import { readSettings } from '../../../local/settings.ts'
import { StartError } from '../../../local/start-error.ts'
import { findFreePort } from '../../harness/free-port.ts'
import { copyProject } from '../../support/hosted/project-copy.ts'
import { makeFolder } from '../../support/make-folder.ts'
import { runProgram } from '../../support/run-program.ts'

/** The loopback addresses. Browsers may try either for `localhost`, and a machine without IPv6 has only one. */
const LOOPBACK = Object.values(networkInterfaces())
  .flatMap((addresses) => addresses ?? [])
  .filter(({ internal }) => internal)
  .map(({ address }) => address)

let folder: string
/** A copy of the project, in which a test may damage a file. */
let root: string
beforeAll(async () => {
  root = await copyProject(join(await makeFolder(), 'project'))
})
beforeEach(async () => {
  folder = await makeFolder()
})

/** Runs the command until it ends by itself. */
async function start(env: Record<string, string>, cwd = '.'): Promise<{ code: number | null; output: string }> {
  const { status: code, output } = await runProgram(process.execPath, ['local/run.mjs', 'start'], {
    cwd,
    env: { ...process.env, LOCAL_DATA_DIR: folder, ...env },
  })
  return { code, output }
}

it.each(LOOPBACK)('exits npm start with one sentence and status 1 if the port is in use on %s', async (host) => {
  const other = createServer()
  const port = await new Promise<number>((resolve) => {
    other.listen(0, host, () => {
      const address = other.address()
      resolve(typeof address === 'object' && address ? address.port : 0)
    })
  })
  const answer = await start({ PORT: String(port) })
  other.close()
  expect(answer).toEqual({
    code: 1,
    output: `Port ${port} is already in use. Stop the other program, or choose another port: PORT=5174 npm start\n`,
  })
})

it('exits npm start with one sentence and status 1 if the port is invalid', async () => {
  const output = 'PORT must be a whole number from 1 to 65535 (got "70000").\n'
  expect(await start({ PORT: '70000' })).toEqual({ code: 1, output })
})

it.each([
  [{ PORT: '0' }, 'PORT must be a whole number from 1 to 65535 (got "0").'],
  [{ PORT: 'abc' }, 'PORT must be a whole number from 1 to 65535 (got "abc").'],
  [{ LOCAL_FRAME_RATE: '25' }, 'LOCAL_FRAME_RATE must be a whole number from 1 to 24 (got "25").'],
  [
    { LOCAL_MODEL_ENDS: 'kling-o3:soon' },
    'LOCAL_MODEL_ENDS must be "none", or like "kling-o3:10:kling-o3-pro": a model, the days until it ends, and the model that follows it (got "kling-o3:soon").',
  ],
  [{ LOCAL_MODELS: 'fal' }, 'LOCAL_MODELS must be "all", or not set (got "fal").'],
  [
    { LOCAL_MODELS: 'all', VIDEO_PROVIDER: 'none' },
    'LOCAL_MODELS=all needs jobs on the server. Remove it, or remove VIDEO_PROVIDER=none.',
  ],
])('refuses to start with the settings %o and prints one sentence', (env, sentence) => {
  expect(() => readSettings(env)).toThrow(new StartError(sentence))
})

it('exits npm start with one sentence and status 1 if a running server uses the data folder', async () => {
  const release = lockDataDir(folder)
  const answer = await start({ PORT: String(await findFreePort()) })
  release()
  const output =
    `Starting Soundreel (opening the database)…\nAnother Soundreel server (process ${process.pid}) is already using the data folder ${folder} ` +
    `(lock file: ${join(folder, 'server.lock')}). Stop that server, or set LOCAL_DATA_DIR to another folder.\n`
  expect(answer).toEqual({ code: 1, output })
})

it.each([
  [
    'a data folder that is a file',
    'file',
    'file',
    /^Starting .*\nCan't use the data folder .* \(.*\)\. Set LOCAL_DATA_DIR to a folder you can write to\.\n$/,
  ],
  ['damaged keys', 'keys.json', '', /^Starting .*\n.*keys\.json is corrupted\. Delete it to generate new keys/],
  ['a damaged database folder', 'database', '', /^Starting .*\nCan't open the database in /],
])('exits npm start with one sentence and status 1 for %s', async (_, file, dataDir, sentence) => {
  await writeFile(join(folder, file), '{"publishableKey":')
  const { code, output } = await start({ PORT: String(await findFreePort()), LOCAL_DATA_DIR: join(folder, dataDir) })
  expect(code).toBe(1)
  expect(output).toMatch(sentence)
})

it('exits npm start with status 1 and one sentence for each invalid setting', async () => {
  const settings = { VIDEO_PROVIDER: 'comfyui', VIDEO_API_URL: 'localhost:8188', MAX_OPEN_JOBS: 'many' }
  const { code, output } = await start({ ...settings, PORT: String(await findFreePort()) })
  expect(code).toBe(1)
  expect(output).toMatch(/^Starting .*\nInvalid API settings:\n/)
  expect(output).toMatch(/\nVIDEO_API_URL: remove it .*, or set it to an address like http.*\n/)
  expect(output).toMatch(/\nMAX_OPEN_JOBS: set it to a whole number, 1 or more\n/)
})

it.each<[string, string, string | null, RegExp]>([
  [
    'a workflow that is not JSON',
    'workflows/wan-2.2.json',
    '{',
    /^Starting .*\nThe workflow wan-2\.2\.json is not valid JSON: .* position \d+ .*\n$/,
  ],
  [
    'a missing workflow',
    'workflows/wan-2.2.json',
    null,
    /^Starting .*\nCan't use workflow wan-2\.2\.json: the file is not in the folder.*\n$/,
  ],
  [
    'a catalogue that is not JSON',
    'models.json',
    '{"version": 1',
    /^The model catalogue is not valid JSON: .*models\.json: .* position \d+ .*\n$/,
  ],
  [
    'an invalid catalogue',
    'models.json',
    '{"version": 0, "models": []}',
    /^Starting .*\nThe model catalogue \(models\.json\) is invalid\.\nversion: .*\nmodels: .*\n$/,
  ],
])('exits npm start with status 1, and with the fault and its position, for %s', async (_, file, content, says) => {
  const path = join(root, 'supabase/functions/api/catalogue', file)
  const whole = await readFile(path)
  onTestFinished(() => writeFile(path, whole))
  await (content === null ? rm(path) : writeFile(path, content))
  const settings = { VIDEO_PROVIDER: 'comfyui', PORT: String(await findFreePort()) }
  const { code, output } = await start({ ...settings, LOCAL_DATA_DIR: join(folder, 'data') }, root)
  expect(output).toMatch(says)
  expect(code).toBe(1)
})

it('exits npm start with one sentence and status 1 if a model that ends is unknown', async () => {
  const output = 'LOCAL_MODEL_ENDS: no model has the ID "kling-9".\n'
  const env = { LOCAL_MODELS: 'all', LOCAL_MODEL_ENDS: 'kling-9:1:kling-o3', PORT: String(await findFreePort()) }
  expect(await start(env)).toEqual({ code: 1, output: expect.stringContaining(output) })
})

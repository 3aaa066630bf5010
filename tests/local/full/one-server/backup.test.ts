// npm run backup and npm run restore: what they keep, what they refuse, and what an interruption leaves.
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { type Server, startServer } from '../../../harness/app-server.ts'
import { findFreePort } from '../../../harness/free-port.ts'
import { makeFolder } from '../../../support/make-folder.ts'
import { runProgram } from '../../../support/run-program.ts'
import { canMount, mountSmallDisk } from '../../../support/small-disk.ts'

vi.setConfig({ testTimeout: 120_000 })

let folder: string
let dataDir: string
let backup: string
let port: number
beforeEach(async () => {
  folder = await makeFolder()
  dataDir = join(folder, 'data')
  backup = join(folder, 'backup')
  port = await findFreePort()
})

async function start(): Promise<Server> {
  const server = await startServer({ dataDir, port })
  onTestFinished(async () => void (await server.kill()))
  return server
}

const getEnv = () => ({ ...process.env, LOCAL_DATA_DIR: dataDir, PORT: String(port) })
const run = (command: 'backup' | 'restore', ...args: string[]) =>
  runProgram(process.execPath, ['tools/run.mjs', command, ...args], { env: getEnv() })

async function ask(path: string, method = 'GET', body?: string, headers: Record<string, string> = {}) {
  const { secretKey } = JSON.parse(await readFile(join(dataDir, 'keys.json'), 'utf8'))
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    headers: {
      apikey: secretKey,
      authorization: `Bearer ${secretKey}`,
      'content-type': 'application/json',
      ...headers,
    },
    ...(body === undefined ? {} : { body }),
  })
  return { status: response.status, text: await response.text() }
}

const store = (name: string) => ask(`/storage/v1/object/images/${name}`, 'POST', name, { 'content-type': 'image/png' })
const isStored = async (name: string) => (await ask(`/storage/v1/object/images/${name}`)).status === 200
const changeSettings = async (changes: object) =>
  JSON.parse((await ask('/rest/v1/rpc/credit_settings', 'POST', JSON.stringify({ p_changes: changes }))).text)
/** Stores a number in the database. */
const write = (number: number) => changeSettings({ sign_up_credits: number })
const read = async () => (await changeSettings({})).sign_up_credits

const PARTS = ['database', 'database/PG_VERSION', 'keys.json', 'storage', 'storage/video.mp4']

/** Writes the files by which a restore knows a backup. */
async function writeParts(target: string, videoBytes = 1): Promise<void> {
  for (const part of ['database', 'storage']) await mkdir(join(target, part), { recursive: true })
  await writeFile(join(target, 'database/PG_VERSION'), '17')
  await writeFile(join(target, 'keys.json'), '{}')
  await writeFile(join(target, 'storage/video.mp4'), Buffer.alloc(videoBytes))
}

describe('a backup of a running server', () => {
  let server: Server
  let own: { dataDir: string; port: number }
  beforeAll(async () => {
    own = { dataDir: join(await makeFolder(), 'data'), port: await findFreePort() }
    server = await startServer(own)
  })
  beforeEach(() => {
    ;({ dataDir, port } = own)
  })
  afterAll(() => server?.kill())

  it('never replaces a folder, and leaves none behind if the disk refuses it', async () => {
    await mkdir(backup)
    expect(await run('backup', backup)).toMatchObject({
      status: 1,
      output: `${backup} exists already. Name a new folder.\n`,
    })
    const place = join(folder, 'file')
    await writeFile(place, '')
    const refused = await run('backup', join(place, 'backup'))
    expect(refused.output).toContain('The backup was not written to')
    expect(existsSync(join(dataDir, 'backup'))).toBe(false)
  })

  it('is only for who has the secret key', async () => {
    const response = await fetch(`http://127.0.0.1:${port}/operator/backup`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ folder: backup }),
    })
    expect([response.status, existsSync(backup)]).toEqual([404, false])
  })

  it.skipIf(!canMount())('is refused by a full disk with a sentence, and leaves nothing there', async () => {
    const disk = await mountSmallDisk('8m')
    const target = join(disk.folder, 'backup')
    const { status, output } = await run('backup', target)
    expect([status, output]).toEqual([1, expect.stringMatching(`^The backup was not written to ${target}: .*ENOSPC`)])
    expect([existsSync(target), existsSync(`${target}.unfinished`)]).toEqual([false, false])
    expect(await run('backup', backup)).toMatchObject({ status: 0 })
  })

  it.skipIf(!canMount())('is named as lost if the server sees other folders than the command', async () => {
    const shared = join(folder, 'shared')
    await mkdir(shared)
    const target = join(shared, 'backup')
    const script = 'mount -t tmpfs none "$1" && exec "$2" tools/run.mjs backup "$1/backup"'
    const args = ['--mount', 'sh', '-c', script, 'sh', shared, process.execPath]
    expect(await runProgram('unshare', args, { env: getEnv() })).toMatchObject({
      status: 1,
      output: `The server wrote the backup to its own ${target}, which isn't here. Name a folder that both can see.\n`,
    })
  })

  it('is not restored over the data of a running server', async () => {
    await writeParts(backup)
    expect(await run('restore', backup)).toMatchObject({
      status: 1,
      output: expect.stringMatching(/^Another Soundreel server .* is already using the data folder/),
    })
    expect(existsSync(join(dataDir, 'server.lock'))).toBe(true)
  })

  // The last test stops the server.
  it('has the database and the files at one moment, and restores them once the server is stopped', async () => {
    await write(1)
    await store('kept.png')
    expect(await run('backup', backup)).toMatchObject({ status: 0, output: `The backup is in ${backup}.\n` })
    expect((await readdir(backup)).sort()).toEqual(['database', 'keys.json', 'storage'])
    expect(await write(2)).toMatchObject({ sign_up_credits: 2 })
    expect(await read()).toBe(2)
    await store('later.png')
    await server.stop()

    const restored = await run('restore', backup)
    expect(restored.output).toMatch(/is the backup now\. The data from before is in .*\.before-/)
    expect(restored.status).toBe(0)
    await start()
    expect(await read()).toBe(1)
    expect([await isStored('kept.png'), await isStored('later.png')]).toEqual([true, false])
  })
})

it('backs up the data of a stopped server too', async () => {
  const server = await start()
  await write(3)
  await server.stop()
  expect(await run('backup', backup)).toMatchObject({ status: 0 })
  await rm(dataDir, { recursive: true })
  expect(await run('restore', backup)).toMatchObject({ status: 0, output: `${dataDir} is the backup now.\n` })
  await start()
  expect(await read()).toBe(3)
})

describe('a restore', () => {
  it('refuses a folder that is not a backup, and touches nothing', async () => {
    await mkdir(dataDir)
    expect(await run('restore', folder)).toMatchObject({
      status: 1,
      output: `${folder} is not a backup: it has no database.\n`,
    })
    expect(await readdir(folder)).toEqual(['data'])
  })

  it('can be run again after an interruption, and no server starts before that', async () => {
    await writeParts(backup)
    // A power cut between the two renames: the data folder is away, and its successor is ready.
    await mkdir(`${dataDir}.restoring`)
    const refused = await runProgram(process.execPath, ['local/run.mjs', 'start'], { env: getEnv() })
    expect(refused.output).toContain(`A restore into ${dataDir} was interrupted. Run npm run restore again`)
    expect(existsSync(dataDir)).toBe(false)
    expect(await run('restore', backup)).toMatchObject({ status: 0 })
    expect((await readdir(dataDir, { recursive: true })).sort()).toEqual(PARTS)
    expect(existsSync(`${dataDir}.restoring`)).toBe(false)
  })

  it.skipIf(!canMount())('is refused by a full disk with a sentence, and leaves the data as they were', async () => {
    await writeParts(backup, 16 * 1024 * 1024)
    const disk = await mountSmallDisk('8m')
    dataDir = join(disk.folder, 'data')
    await mkdir(dataDir)
    const { status, output } = await run('restore', backup)
    expect([status, output]).toEqual([
      1,
      expect.stringMatching(`^The backup was not restored: .*ENOSPC.* ${dataDir} is as it was\\.`),
    ])
    expect([existsSync(dataDir), existsSync(`${dataDir}.restoring`)]).toEqual([true, false])
  })
})

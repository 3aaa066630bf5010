// A power cut (SIGKILL) leaves no half backup that looks whole, loses no data, and ends in a sentence that says what to do.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readFile, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { type Server, startServer } from '../../../harness/app-server.ts'
import { findFreePort } from '../../../harness/free-port.ts'
import { makeFolder } from '../../../support/make-folder.ts'
import { runProgram } from '../../../support/run-program.ts'

vi.setConfig({ testTimeout: 240_000 })

/** Copying this file takes long enough to be interrupted. */
const LARGE_BYTES = 600 * 1024 * 1024

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

const getEnv = () => ({ ...process.env, LOCAL_DATA_DIR: dataDir, PORT: String(port) })
const run = (command: 'backup' | 'restore', target = backup) =>
  runProgram(process.execPath, ['tools/run.mjs', command, target], { env: getEnv() })

async function start(): Promise<Server> {
  const server = await startServer({ dataDir, port })
  onTestFinished(async () => void (await server.kill()))
  return server
}

/** Sets the sign-up credits, or reads them without a number. */
async function changeCredits(credits?: number): Promise<number> {
  const { secretKey } = JSON.parse(await readFile(join(dataDir, 'keys.json'), 'utf8'))
  const changes = credits === undefined ? {} : { sign_up_credits: credits }
  const response = await fetch(`http://127.0.0.1:${port}/rest/v1/rpc/credit_settings`, {
    method: 'POST',
    headers: { apikey: secretKey, authorization: `Bearer ${secretKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ p_changes: changes }),
  })
  return (await response.json()).sign_up_credits
}

async function storeLargeFile(): Promise<void> {
  await mkdir(join(dataDir, 'storage/videos'), { recursive: true })
  const file = join(dataDir, 'storage/videos/large.mp4')
  await writeFile(file, '')
  await truncate(file, LARGE_BYTES)
}

const waitFor = (path: string) => expect.poll(() => existsSync(path), { interval: 2, timeout: 60_000 }).toBe(true)

describe('a server that is killed during a backup', () => {
  it('leaves no backup, starts again, and writes the next one', async () => {
    const server = await start()
    await changeCredits(7)
    await storeLargeFile()
    const interrupted = run('backup')
    await waitFor(join(`${backup}.unfinished`, 'storage'))
    await server.kill()
    expect(await interrupted).toMatchObject({
      status: 1,
      output: 'The server ended before the backup was complete. Start it, and run this command again.\n',
    })
    expect([existsSync(backup), existsSync(join(dataDir, 'backup'))]).toEqual([false, true])

    await start()
    expect(await changeCredits()).toBe(7)
    expect(existsSync(join(dataDir, 'backup'))).toBe(false)
    expect(await run('backup')).toMatchObject({ status: 0 })
    expect(existsSync(`${backup}.unfinished`)).toBe(false)
  })
})

describe('a restore that is killed', () => {
  it('keeps every server from starting until it is run again', async () => {
    const server = await start()
    await changeCredits(7)
    await storeLargeFile()
    await run('backup')
    await changeCredits(8)
    await server.stop()
    const child = spawn(process.execPath, ['tools/run.mjs', 'restore', backup], { env: getEnv(), stdio: 'ignore' })
    const ended = new Promise((done) => child.once('close', done))
    await waitFor(join(`${dataDir}.restoring`, 'storage'))
    child.kill('SIGKILL')
    await ended
    const refused = await runProgram(process.execPath, ['local/run.mjs', 'start'], { env: getEnv() })
    expect(refused).toMatchObject({
      status: 1,
      output: expect.stringContaining(`A restore into ${dataDir} was interrupted. Run npm run restore again`),
    })
    expect(await run('restore')).toMatchObject({ status: 0 })
    await start()
    expect(await changeCredits()).toBe(7)
  })
})

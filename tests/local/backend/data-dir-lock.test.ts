import { type ChildProcess, spawn } from 'node:child_process'
import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { makeFolder } from '../../support/make-folder.ts'

const RACERS = 4
const RACES = 4

/** Opens the folder named in each line of its input and reports the result. It releases the folder at the next line. */
const OPENER = `
  import { createInterface } from 'node:readline'
  import { openDataDir } from ${JSON.stringify(pathToFileURL('local/backend/data-dir.ts').href)}
  let held
  console.log('ready')
  for await (const path of createInterface({ input: process.stdin })) {
    await held?.release()
    held = undefined
    const answer = path && await openDataDir(path, { isForTeam: false, hasDatabaseUrl: false }).then((dir) => { held = dir; return 'won' }, (error) => error.message)
    console.log(answer || 'released')
  }`

let folder: string
const started: ChildProcess[] = []
beforeEach(async () => {
  folder = await makeFolder()
})
afterEach(async () => {
  for (const child of started.splice(0)) child.kill('SIGKILL')
})

/** Starts a process that can open data folders. Resolves when the process responds. */
async function opener() {
  const child = spawn(process.execPath, ['--input-type=module', '-e', OPENER], { stdio: ['pipe', 'pipe', 'inherit'] })
  started.push(child)
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const next = async () => String((await lines.next()).value)
  expect(await next()).toBe('ready')
  return {
    open(path: string): Promise<string> {
      child.stdin.write(`${path}\n`)
      return next()
    },
    release: () => {
      child.stdin.write('\n')
      return next()
    },
    async kill() {
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGKILL')
      await ended
    },
  }
}

it('gives the data folder to exactly one of several servers that start at once, new or after a crash', async () => {
  const racers = await Promise.all(Array.from({ length: RACERS }, opener))
  for (let race = 0; race < RACES; race++) {
    const path = join(folder, String(race))
    if (race % 2 === 1) {
      const crashed = await opener()
      expect(await crashed.open(path)).toBe('won')
      await crashed.kill()
    }
    const answers = await Promise.all(racers.map((racer) => racer.open(path)))
    expect(answers.filter((answer) => answer === 'won')).toHaveLength(1)
    expect(answers.filter((answer) => answer.startsWith('Another Soundreel server'))).toHaveLength(RACERS - 1)
    await Promise.all(racers.map((racer) => racer.release()))
  }
})

// tests/local/full/start.test.ts tests the message of the refusal.
it('ignores the lock of a server that ended or was killed, even if another process has its ID', async () => {
  const [first, second] = [await opener(), await opener()]
  expect(await first.open(folder)).toBe('won')
  await first.release()
  expect(await second.open(folder)).toBe('won')
  await second.release()
  expect(await first.open(folder)).toBe('won')
  // The lock's file must not leave a journal, because the next server would have to roll it back.
  expect((await readdir(folder)).sort()).toEqual(['keys.json', 'server.lock', 'server.pid'])
  await first.kill()
  await writeFile(join(folder, 'server.pid'), String(process.pid))
  expect(await second.open(folder)).toBe('won')
})

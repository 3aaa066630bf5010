import { readFile, stat, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { beforeEach, expect, it } from 'vitest'
import { isKeyPair } from '../../../supabase/functions/api/vapid.ts'
import { makeFolder } from '../../support/make-folder.ts'
import { runProgram } from '../../support/run-program.ts'

let folder: string
beforeEach(async () => {
  folder = await makeFolder()
})

/** Runs `npm run push:keys` in a new folder. */
const run = (...options: string[]) =>
  runProgram(process.execPath, [resolve('tools/run.mjs'), 'push-keys', ...options], { cwd: folder, input: '' })

function isComplete(text: string): boolean {
  const { VAPID_PUBLIC_KEY = '', VAPID_PRIVATE_KEY = '' } = parseEnv(text)
  return isKeyPair({ publicKey: VAPID_PUBLIC_KEY, privateKey: VAPID_PRIVATE_KEY })
}

it('writes new keys to a private .env, and replaces them only on request', async () => {
  const file = join(folder, '.env')
  await writeFile(file, 'PORT=1234\nVITE_CONTACT_EMAIL=ann@example.com\n', { mode: 0o600 })
  expect(await run()).toMatchObject({ status: 0 })
  const text = await readFile(file, 'utf8')
  expect(isComplete(text)).toBe(true)
  expect(parseEnv(text)).toMatchObject({ PORT: '1234', VAPID_SUBJECT: 'mailto:ann@example.com' })
  expect((await stat(file)).mode & 0o077).toBe(0)
  expect(await run()).toMatchObject({ status: 1, said: expect.stringContaining('already has keys') })
  expect(await readFile(file, 'utf8')).toBe(text)
  await run('--replace')
  const replaced = await readFile(file, 'utf8')
  expect(isComplete(replaced)).toBe(true)
  expect(replaced).not.toBe(text)
})

it('prints keys, and writes nothing, with --print', async () => {
  const { printed } = await run('--print')
  expect(isComplete(printed)).toBe(true)
  await expect(stat(join(folder, '.env'))).rejects.toThrow()
})

import { readFile, stat, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { isPassword, parsePasswordHash } from '../../../supabase/functions/api/services/admin/password-hash.ts'
import { makeFolder } from '../../support/make-folder.ts'
import { runProgram } from '../../support/run-program.ts'

let folder: string
beforeEach(async () => {
  folder = await makeFolder()
})

/** Runs `npm run admin:password` in a new folder and types this line. */
function run(input: string, ...options: string[]) {
  const args = [resolve('tools/run.mjs'), 'admin-password', ...options]
  return runProgram(process.execPath, args, { cwd: folder, input })
}

const readSettings = (text: string) =>
  Object.fromEntries(text.split('\n').flatMap((line) => (line.includes('=') ? [line.split(/=(.*)/s).slice(0, 2)] : [])))

async function opens(text: string, password: string): Promise<boolean> {
  const hash = parsePasswordHash(readSettings(text).ADMIN_PASSWORD_HASH ?? '')
  return hash !== null && isPassword(password, hash)
}

describe('npm run admin:password', () => {
  it('creates a private .env with name, hash, and secret', async () => {
    expect(await run('a long enough password\n')).toMatchObject({ status: 0 })
    const file = join(folder, '.env')
    const text = await readFile(file, 'utf8')
    expect(await opens(text, 'a long enough password')).toBe(true)
    expect(readSettings(text)).toMatchObject({
      ADMIN_USERNAME: 'admin',
      ADMIN_JWT_SECRET: expect.stringMatching(/^[\w-]{43}$/),
    })
    expect((await stat(file)).mode & 0o077).toBe(0)
  })

  it('keeps the rest of .env and its secret', async () => {
    const secret = 'a-secret-that-signs-tokens-since-long-ago'
    const before = `# mine\nPORT=1234\nADMIN_PASSWORD_HASH=old\nADMIN_JWT_SECRET=${secret}\nVITE_SITE_NAME=$& Co`
    await writeFile(join(folder, '.env'), before)
    await run('a long enough password\n', '--username', 'boss')
    const text = await readFile(join(folder, '.env'), 'utf8')
    expect(text.split('\n').slice(0, 2)).toEqual(['# mine', 'PORT=1234'])
    expect(readSettings(text)).toMatchObject({
      ADMIN_USERNAME: 'boss',
      ADMIN_JWT_SECRET: secret,
      VITE_SITE_NAME: '$& Co',
    })
    expect(await opens(text, 'a long enough password')).toBe(true)
  })

  it('generates a password for an empty input, shows it once, and writes nothing with --print', async () => {
    const { printed, said } = await run('\n', '--print')
    const password = /^Your new password is (\S{20})\. /.exec(said)?.[1] ?? ''
    expect(printed).not.toContain(password)
    expect(await opens(printed, password)).toBe(true)
    expect(Object.keys(readSettings(printed))).toEqual(['ADMIN_USERNAME', 'ADMIN_PASSWORD_HASH', 'ADMIN_JWT_SECRET'])
    await expect(stat(join(folder, '.env'))).rejects.toThrow()
  })

  it.each([
    ['short', [], 'The password must have at least 12 characters.\n'],
    ['soundreel-local', [], 'That is the published default password. Choose another one.\n'],
    ['x'.repeat(1001), [], 'The password can be at most 1000 characters.\n'],
    ['a long enough password', ['--username', 'a b'], 'A username can contain only letters, digits, and . _ @ -\n'],
    ['a long enough password', ['--force'], 'Usage: npm run admin:password -- [--username NAME] [--print]\n'],
  ])('refuses the password %s with options %j in one sentence and writes nothing', async (line, options, sentence) => {
    expect(await run(`${line}\n`, ...options)).toMatchObject({ status: 1, printed: '', said: sentence })
    await expect(stat(join(folder, '.env'))).rejects.toThrow()
  })
})

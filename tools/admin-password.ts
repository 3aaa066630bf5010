// Implements `npm run admin:password`. It prompts for the administrator's password, or generates one for an empty
// input, and writes the settings to .env. `--username NAME` sets the account's name. `--print` prints the settings and
// doesn't change .env.
import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { parseArgs } from 'node:util'
import { PUBLISHED_PASSWORD } from '../supabase/functions/api/services/admin/admin-account.ts'
import { hashPassword } from '../supabase/functions/api/services/admin/password-hash.ts'
import { setSettings } from './project/env-file.ts'

const FILE = '.env'
const MIN_CHARACTERS = 12
const MAX_CHARACTERS = 1000
const MIN_SECRET_CHARACTERS = 32

async function askPassword(): Promise<string> {
  const isTerminal = process.stdin.isTTY === true
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: process.stdin, ...(isTerminal ? { output: silent, terminal: true } : {}) })
  const ask = async (question: string) => {
    if (isTerminal) process.stderr.write(question)
    const { value = '' } = await lines[Symbol.asyncIterator]().next()
    if (isTerminal) process.stderr.write('\n')
    return String(value)
  }
  try {
    const password = await ask('New admin password (leave empty to generate one): ')
    if (isTerminal && password && (await ask('Confirm password: ')) !== password) fail("The passwords don't match.")
    return password
  } finally {
    lines.close()
  }
}

function fail(sentence: string): never {
  console.error(sentence)
  process.exit(1)
}

function check(password: string): string {
  if (password === PUBLISHED_PASSWORD) fail('That is the published default password. Choose another one.')
  if (password.length < MIN_CHARACTERS) fail(`The password must have at least ${MIN_CHARACTERS} characters.`)
  if (password.length > MAX_CHARACTERS) fail(`The password can be at most ${MAX_CHARACTERS} characters.`)
  return password
}

function readOptions() {
  try {
    return parseArgs({
      options: { username: { type: 'string', default: 'admin' }, print: { type: 'boolean', default: false } },
    }).values
  } catch {
    return fail('Usage: npm run admin:password -- [--username NAME] [--print]')
  }
}

const values = readOptions()
if (!/^[\w.@-]{1,200}$/.test(values.username)) fail('A username can contain only letters, digits, and . _ @ -')

const typed = await askPassword()
const made = typed === '' ? randomBytes(15).toString('base64url') : null
const text = existsSync(FILE) ? readFileSync(FILE, 'utf8') : ''
const secret = /^ADMIN_JWT_SECRET=(.*)$/m.exec(text)?.[1]?.trim() ?? ''
const settings = {
  ADMIN_USERNAME: values.username,
  ADMIN_PASSWORD_HASH: await hashPassword(made ?? check(typed)),
  ADMIN_JWT_SECRET: secret.length >= MIN_SECRET_CHARACTERS ? secret : randomBytes(32).toString('base64url'),
}
if (made) console.error(`Your new password is ${made}. It will not be shown again.`)
if (values.print) {
  for (const [name, value] of Object.entries(settings)) console.log(`${name}=${value}`)
} else {
  writeFileSync(FILE, setSettings(text, settings), { mode: 0o600 })
  console.error(`Saved ${Object.keys(settings).join(', ')} in ${FILE}. Restart the server to apply them.`)
  console.error(
    'For a hosted project, copy the output of `npm run -s admin:password -- --print` to .env.production, then run `npm run deploy`.',
  )
}

// Implements `npm run push:keys`. It generates the keys that identify this server to push services, and writes them to
// .env. `--print` prints the settings and doesn't change .env. Keys in .env stay unless `--replace` is given, because
// each browser has subscribed with the old ones.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { parseArgs, parseEnv } from 'node:util'
import { createKeyPair } from '../supabase/functions/api/vapid.ts'
import { setSettings } from './project/env-file.ts'

const FILE = '.env'
const DEFAULT_CONTACT = 'hello@soundreel.example'

function fail(sentence: string): never {
  console.error(sentence)
  process.exit(1)
}

function readOptions() {
  const option = { type: 'boolean', default: false } as const
  try {
    return parseArgs({ options: { print: option, replace: option } }).values
  } catch {
    return fail('Usage: npm run push:keys -- [--print] [--replace]')
  }
}

const { print, replace } = readOptions()
const text = existsSync(FILE) ? readFileSync(FILE, 'utf8') : ''
const given = parseEnv(text)
if (given.VAPID_PRIVATE_KEY && !print && !replace)
  fail(`${FILE} already has keys. With new ones, every device must be added again. To replace them, add -- --replace.`)
const { publicKey, privateKey } = createKeyPair()
const settings = {
  VAPID_PUBLIC_KEY: publicKey,
  VAPID_PRIVATE_KEY: privateKey,
  VAPID_SUBJECT: given.VAPID_SUBJECT || `mailto:${given.VITE_CONTACT_EMAIL || DEFAULT_CONTACT}`,
}
if (print) {
  for (const [name, value] of Object.entries(settings)) console.log(`${name}=${value}`)
} else {
  writeFileSync(FILE, setSettings(text, settings), { mode: 0o600 })
  console.error(`Saved ${Object.keys(settings).join(', ')} in ${FILE}. Restart the server to apply them.`)
  console.error(
    'For a hosted project, copy the output of `npm run -s push:keys -- --print` to .env.production, then run `npm run deploy`.',
  )
}

import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { SETTABLE_SETTINGS } from '../../local/api-settings.ts'
import { parseEnv as parsePublic } from '../../src/config/parse-env.ts'
import { SETTING_NAMES } from '../../supabase/functions/api/env.ts'
import { readSettings as readDoctorSettings } from '../../tools/doctor/checks/settings.ts'

const PAGE = readFileSync('docs/settings.md', 'utf8')
const SECTIONS = PAGE.split(/^## /m).slice(1)
const NAME = /^\| `([A-Z][A-Z0-9_]+)` \|/gm
/** A row with several settings after their provider's name. */
const PROVIDER_ROW = /^\| `[a-z][a-z-]*` \| `[A-Z].*$/gm
const namesIn = (text: string) => [
  ...[...text.matchAll(NAME)].map(([, name = '']) => name),
  ...[...text.matchAll(PROVIDER_ROW)].flatMap(([row]) =>
    [...row.matchAll(/`([A-Z][A-Z0-9_]+)`/g)].map(([, name = '']) => name),
  ),
]
const section = (title: string) => namesIn(SECTIONS.find((each) => each.startsWith(`${title}\n`)) ?? '')
const sorted = (names: Iterable<string>) => [...new Set(names)].sort()

/**
 * These sections aren't in .env.example. Nobody sets the settings in the first, and the second contains no settings of
 * the product.
 */
const [SET_FOR_YOU, TOOLS] = [section('Set for you'), section('Tools of developers')]
/** Variables of the system, tests, or the embedded Supabase. */
const FOREIGN = [
  'EXPERIMENTAL_STORAGE',
  'GOOGLE_STAND_IN',
  'INIT_CWD',
  'NODE_ENV',
  'PATH',
  'SSR',
  'VITEST',
  'VITEST_POOL_ID',
]

/** Matches code that reads a setting without a list of names. */
const READS = /\b(?:env|process\.env|import\.meta\.env)\.([A-Z][A-Z0-9_]+)/g
const FOLDERS = ['local', 'src', 'supabase/functions', 'tests/harness', 'tests/support', 'tools', 'vite']

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => /\.(ts|tsx|mjs)$/.test(path) && !path.includes('node_modules') && statSync(path).isFile())
}

function publicNames(): string[] {
  const names: string[] = []
  const get = (_: object, name: string) => {
    names.push(name)
    return name === 'VITE_SUPABASE_ANON_KEY' ? '-' : ''
  }
  const raw = new Proxy<Record<string, string>>({}, { get })
  parsePublic(raw, '')
  return names
}

function namesInCode(): string[] {
  const read = FOLDERS.flatMap(filesIn).flatMap((path) =>
    [...readFileSync(path, 'utf8').matchAll(READS)].map(([, name = '']) => name),
  )
  const { env: _, file: __, ...doctor } = readDoctorSettings({}, 'no-such-file')
  return sorted([...read, ...publicNames(), ...SETTING_NAMES, ...Object.keys(doctor)]).filter(
    (name) => !FOREIGN.includes(name),
  )
}

it('lists every setting that code reads exactly once, and no others', () => {
  expect(namesIn(PAGE).sort()).toEqual(namesInCode())
})

it('lists the settings of .env.example on the settings page', () => {
  const example = [...readFileSync('.env.example', 'utf8').matchAll(/^(?:# )?([A-Z][A-Z0-9_]+)=/gm)]
  const ofUsers = namesIn(PAGE).filter((name) => ![...SET_FOR_YOU, ...TOOLS].includes(name))
  expect(example.map(([, name = '']) => name).sort()).toEqual(ofUsers.sort())
})

it("groups the API's settings by whether the local server reads them", () => {
  const here = [...section('Provider'), ...section('API'), 'SUPABASE_URL']
  expect(sorted(here.filter((name) => name !== 'PUBLIC_API_URL'))).toEqual(sorted(SETTABLE_SETTINGS))
  expect(section('Edge Function only').filter((name) => SETTABLE_SETTINGS.includes(name))).toEqual([])
})

it('says for every secret how to replace it', () => {
  const secrets = [...PAGE.matchAll(/^\| `([A-Z_]+)` \|.*\| secret \|/gm)].map(([, name = '']) => name)
  expect(secrets.length).toBeGreaterThan(10)
  const page = readFileSync('docs/rotate.md', 'utf8')
  expect(secrets.filter((name) => !page.includes(`\`${name}\``))).toEqual([])
})

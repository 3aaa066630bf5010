import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { IMAGE_FAULTS } from '../../src/features/generator/image/image-faults.ts'
import { ERROR_STATUS, failureCode } from '../../supabase/functions/_shared/contract/errors.ts'

const FOLDERS = ['vite', 'local', 'tools', 'src', 'supabase/functions']
const PAGE = readFileSync('docs/troubleshooting.md', 'utf8')
const HEADING = /^## (.+)$/m

const sources = FOLDERS.flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => /\.(ts|tsx|mjs)$/.test(path) && statSync(path).isFile()),
).map((path) => readFileSync(path, 'utf8'))

/** Rows of a table, as their cells. */
function getRows(title: string): string[][] {
  const section = PAGE.split(/^(?=## )/m).find((each) => HEADING.exec(each)?.[1] === title) ?? ''
  const rows = section.split('\n').filter((line) => line.startsWith('| '))
  return rows.slice(2).map((row) => row.slice(2, -2).split(' | '))
}
const codeIn = (cell = '') => /^`(.+)`$/.exec(cell)?.[1] ?? ''
const checksIn = (source: string) => [...source.matchAll(/^ {2,4}name: '([^']+)'/gm)].map(([, name = '']) => name)

/** The column of messages, by section. */
const MESSAGES: Record<string, number> = {
  'Terminal: install, start, and build': 0,
  'Terminal: deploy': 0,
  'Credit commands and admin:password': 0,
  Doctor: 1,
  'Log of the API': 0,
  'Screen: sign-in and pages': 0,
  'Screen: generate a video': 0,
  'Screen: why a video failed': 1,
  'Screen: your videos': 0,
  'Screen: account': 0,
  'Screen: the input image': 0,
  'Screen: admin and debug pages': 0,
}

/** Matches a message, with any text in the place of each {value}. */
function getPattern(message: string): RegExp {
  const parts = message.split(/\{[^}]*\}/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(parts.join('[^\\n]{1,160}?'))
}

/** Finds a message in one source. */
function isSaid(message: string): boolean {
  const pattern = getPattern(message)
  return sources.some((source) => pattern.test(source))
}

it.each(Object.entries(MESSAGES))('quotes only messages that the code has: %s', (title, column) => {
  // npm's own words stand in italics.
  const messages = getRows(title).flatMap((row) => codeIn(row[column]) || [])
  expect(messages.length).toBeGreaterThan(4)
  expect(messages.filter((message) => !isSaid(message))).toEqual([])
})

it('lists every code of a refusal with its status', () => {
  const rows = getRows('Answers of the API').map(([code, status]) => [codeIn(code), Number(status)])
  expect(Object.fromEntries(rows)).toEqual(ERROR_STATUS)
})

it('lists every reason why a video failed', () => {
  const codes = getRows('Screen: why a video failed').map(([code]) => codeIn(code))
  expect(codes.sort()).toEqual([...failureCode.options].sort())
})

it('lists every check of the doctor', () => {
  const checks = readdirSync('tools/doctor/checks').flatMap((name) =>
    checksIn(readFileSync(join('tools/doctor/checks', name), 'utf8')),
  )
  expect(
    getRows('Doctor')
      .map(([name]) => codeIn(name))
      .sort(),
  ).toEqual(checks.sort())
})

it('lists every fault of an image', () => {
  const patterns = getRows('Screen: the input image').map(([message]) => getPattern(codeIn(message)))
  const missing = Object.values(IMAGE_FAULTS).filter((fault) => !patterns.some((pattern) => pattern.test(fault)))
  expect(missing).toEqual([])
})

import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

/** The files with text for people or programs: pages, sentences, and messages. */
const SHIPPED = [
  'src/**/*.{ts,tsx,css,json}',
  'supabase/functions/**/*.{ts,json}',
  'public/**/*.{txt,js}',
  'index.html',
]

/** Matches notes between authors, and placeholders. */
const NOTE =
  /\b(?:TODO|FIXME|XXX|TBD|HACK)\b|lorem ipsum|(?<=\s)\((?:lawyer|legal|check|verify|todo|tbd|note|draft|ask [^)]*|to be [^)]*)\)|\[(?:your|company|insert|name of)\b[^\]]*\]/i

const findNotes = (text: string) => text.split('\n').flatMap((line, index) => (NOTE.test(line) ? [index + 1] : []))

it("ships no author's note and no placeholder", () => {
  const files = SHIPPED.flatMap((pattern) => globSync(pattern))
  expect(files.length).toBeGreaterThan(500)
  const found = files.flatMap((file) => findNotes(readFileSync(file, 'utf8')).map((line) => `${file}:${line}`))
  expect(found).toEqual([])
})

it.each([
  'allow a limit. (lawyer) For other harm',
  '// TODO: shorten',
  'by [company name], to be read',
  'Lorem ipsum dolor',
])("finds the author's note in %j", (text) => {
  expect(findNotes(text)).toEqual([1])
})

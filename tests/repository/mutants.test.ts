import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { breakLine, LINES } from '../support/mutants/mutants.ts'

// `npm run mutants` checks that the named tests fail.
const ROOT = join(import.meta.dirname, '../..')
let tests: string
beforeAll(async () => {
  const paths = await readdir(join(ROOT, 'tests'), { recursive: true })
  const sources = paths.filter((path) => /\.tsx?$/.test(path) && !path.endsWith('mutants.ts'))
  tests = (await Promise.all(sources.map((path) => readFile(join(ROOT, 'tests', path), 'utf8')))).join('\n')
})

it.each(LINES)("finds the mutant's line once in $file, and the title of each test: $text", async (line) => {
  const source = await readFile(join(ROOT, line.file), 'utf8')
  for (const { put, test } of line.mutants) {
    expect(breakLine(source, line, put)).not.toBe(source)
    expect(tests).toContain(test)
  }
})

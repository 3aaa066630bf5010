import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')
/** A path relative to its file. TypeScript doesn't check it when a file moves to another folder. */
const RELATIVE = /import\.meta\.dirname,\s*'(\.[^']*)'|new URL\(\s*'(\.[^']*)',\s*import\.meta\.url/g

it('names only files and folders that exist, in every path relative to its file', () => {
  const sources = execFileSync('git', ['ls-files', '*.ts', '*.mjs'], { cwd: ROOT }).toString().trim().split('\n')
  const paths = sources.flatMap((source) =>
    [...readFileSync(join(ROOT, source), 'utf8').matchAll(RELATIVE)].map(([, joined, url]) => ({
      source,
      path: joined ?? url ?? '',
    })),
  )
  const missing = paths.filter(({ source, path }) => {
    const full = join(ROOT, dirname(source), path)
    // A path that ends with a dash is the beginning of a new folder's name.
    return !existsSync(path.endsWith('-') ? dirname(full) : full)
  })
  expect(paths.length).toBeGreaterThan(20)
  expect(missing).toEqual([])
})

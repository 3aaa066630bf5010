import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { CHAIN, getVersion, isBaseline, listMigrations, MIGRATIONS } from '../../supabase/upgrade/history.ts'

/** The SHA-256 of each migration by file name. A new one adds its line, and no line ever changes. */
const FROZEN = 'tests/build/frozen-migrations.json'

it('changes no migration that was applied', () => {
  const checksums = Object.fromEntries(
    [CHAIN, MIGRATIONS].flatMap((folder) =>
      listMigrations(folder).map((file) => [
        file,
        createHash('sha256')
          .update(readFileSync(join(folder, file)))
          .digest('hex'),
      ]),
    ),
  )
  expect(checksums).toEqual(JSON.parse(readFileSync(FROZEN, 'utf8')))
})

it('dates no migration ahead of the clock, so that one made today sorts last', () => {
  const now = new Date().toISOString().replaceAll(/\D/g, '').slice(0, 14)
  const files = listMigrations(MIGRATIONS)
  expect(files.filter((file) => !/^\d{14}_[a-z0-9_]+\.sql$/.test(file))).toEqual([])
  expect(files.filter((file) => getVersion(file) > now)).toEqual([])
})

it('defines each function once in the baseline, with lines of at most 140 columns', () => {
  const texts = listMigrations(MIGRATIONS).map((file) => ({ file, text: readFileSync(join(MIGRATIONS, file), 'utf8') }))
  const defined = texts
    .filter(({ file }) => isBaseline(file))
    .flatMap(({ text }) =>
      Array.from(text.matchAll(/^ *create (?:or replace )?function ([\w.]+)/gm), ([, name]) => name),
    )
  expect(defined.filter((name, index) => defined.indexOf(name) !== index)).toEqual([])
  const long = texts.flatMap(({ file, text }) =>
    text.split('\n').flatMap((line, index) => (line.length > 140 ? [`${file}:${index + 1}`] : [])),
  )
  expect(long).toEqual([])
})

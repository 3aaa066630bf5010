import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { getVersion, listMigrations, MIGRATIONS } from '../../operator/migration-files.ts'

it('dates no migration ahead of the clock, so that one made today sorts last', () => {
  const now = new Date().toISOString().replaceAll(/\D/g, '').slice(0, 14)
  const files = listMigrations()
  expect(files.filter((file) => !/^\d{14}_[a-z0-9_]+\.sql$/.test(file))).toEqual([])
  expect(files.filter((file) => getVersion(file) > now)).toEqual([])
})

it('has lines of at most 140 columns', () => {
  const long = listMigrations().flatMap((file) =>
    readFileSync(join(MIGRATIONS, file), 'utf8')
      .split('\n')
      .flatMap((line, index) => (line.length > 140 ? [`${file}:${index + 1}`] : [])),
  )
  expect(long).toEqual([])
})

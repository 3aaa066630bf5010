import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { checksumMigrations, RELEASED } from '../../tools/project/released-migrations.ts'

const MIGRATIONS = 'supabase/migrations'
const migrations = readdirSync(MIGRATIONS)
  .sort()
  .map((file) => ({ file, text: readFileSync(join(MIGRATIONS, file), 'utf8') }))

it('names each migration by its time, a verb, and a subject, with no time in the future', () => {
  const now = new Date().toISOString().replaceAll(/\D/g, '').slice(0, 14)
  const files = migrations.map(({ file }) => file)
  expect(files.filter((file) => !/^\d{14}_[a-z0-9]+(_[a-z0-9]+)+\.sql$/.test(file))).toEqual([])
  expect(files.filter((file) => file.slice(0, 14) > now)).toEqual([])
  const versions = new Set(files.map((file) => file.slice(0, 14)))
  expect(versions.size).toBe(files.length)
})

it('changes no migration of a release, and adds new ones after it', () => {
  const released = Object.entries(JSON.parse(readFileSync(RELEASED, 'utf8')))
  expect(released.length).toBeGreaterThan(0)
  expect(Object.entries(checksumMigrations()).slice(0, released.length)).toEqual(released)
})

it('limits the lines of migrations to 140 characters', () => {
  const long = migrations.flatMap(({ file, text }) =>
    text.split('\n').flatMap((line, index) => (line.length > 140 ? [`${file}:${index + 1}`] : [])),
  )
  expect(long).toEqual([])
})

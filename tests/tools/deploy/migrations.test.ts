import { describe, expect, it } from 'vitest'
import { planPush } from '../../../tools/deploy/migrations.ts'

const [first, second] = ['20261127120000', '20261127120100'].map((version) => ({
  version,
  file: `${version}_create_something.sql`,
  sql: `-- A table; and its row.\ncreate table a_${version} (id int);\n\nselect 1;\n`,
}))
const files = [first, second] as NonNullable<typeof first>[]
const record = ({ version, sql } = files[0] as (typeof files)[number]) => ({
  version,
  statements: sql.replaceAll(';', ''),
})
const newer = { version: '20261128120000', statements: 'select 1' }

describe('planPush', () => {
  it('pushes every migration to a new project, and only the missing migrations later', () => {
    expect(planPush([], files)).toEqual({ pending: files.map(({ file }) => file), ahead: [] })
    expect(planPush([record()], files)).toEqual({ pending: [files[1]?.file], ahead: [] })
    expect(planPush(files.map(record), files)).toEqual({ pending: [], ahead: [] })
  })

  it('pushes no migration to a database of newer code', () => {
    expect(planPush([...files.map(record), newer], files)).toEqual({ pending: [], ahead: [newer.version] })
  })

  it.each([
    ['other migrations', [newer], /another history: it has 20261128120000, which this code lacks, and lacks 2026/],
    [
      'a migration with other statements',
      [{ ...record(), statements: 'select 2' }],
      /another history: this code has other statements for 20261127120000\./,
    ],
    ['a missing migration before others', [record(files[1])], /has migration 20261127120100 but lacks the older 2026/],
  ])('refuses to push to a project with %s', (_name, recorded, sentence) => {
    expect(() => planPush(recorded, files)).toThrow(sentence)
  })
})

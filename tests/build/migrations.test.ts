import { readdirSync } from 'node:fs'
import { expect, it } from 'vitest'

/** Early migrations were dated ahead of the clock, and newer ones must sort after them. Remove it once that day is over. */
const LAST_DAY_AHEAD = '20261125235959'

it('dates no migration ahead of the clock, so that one made today sorts last', () => {
  const now = new Date().toISOString().replaceAll(/\D/g, '').slice(0, 14)
  const latest = now > LAST_DAY_AHEAD ? now : LAST_DAY_AHEAD
  const files = readdirSync('supabase/migrations')
  expect(files.filter((file) => !/^\d{14}_[a-z0-9_]+\.sql$/.test(file))).toEqual([])
  expect(files.filter((file) => file.slice(0, 14) > latest)).toEqual([])
})

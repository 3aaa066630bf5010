import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { buildDatabaseFunctionTypes, TYPES_FILE } from '../../harness/database-functions.ts'
import { sql } from '../../support/server/suite.ts'

it('has the types of today’s database functions: `npm run types:database` writes them', async () => {
  expect(readFileSync(TYPES_FILE, 'utf8')).toBe(await buildDatabaseFunctionTypes(sql))
})

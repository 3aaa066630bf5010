import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { buildDatabaseFunctionTypes, TYPES_FILE } from '../../harness/database-functions.ts'
import { sql } from '../../support/server/suite.ts'

it('matches the generated types of the database functions (update: npm run types:database)', async () => {
  expect(readFileSync(TYPES_FILE, 'utf8')).toBe(await buildDatabaseFunctionTypes(sql))
})

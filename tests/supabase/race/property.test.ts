// The whole API under faults. `npm run property` runs as many operations as you choose.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openPostgres, type Postgres } from '../../harness/postgres.ts'
import { PLANTED_FAULTS } from '../../support/property/planted-fault.ts'
import { runProperty } from '../../support/property/run-property.ts'

const LONG_MS = 600_000

let postgres: Postgres
beforeAll(async () => {
  postgres = await openPostgres()
})
afterAll(() => postgres?.remove())

it('keeps every guarantee of the API over 2,000 operations under faults', { timeout: LONG_MS }, async () => {
  // The seed is fixed here, so that each run repeats the same faults. `npm run property` uses a new seed each time.
  const seed = Number(process.env.SEED ?? 6)
  const { failure, operations, seconds, counts } = await runProperty({ postgres, seed, operations: 2000, epoch: 1000 })
  console.log(`seed ${seed}: ${operations} operations in ${seconds.toFixed(1)} s, ${failure ? 'drift' : 'drift 0'}`)
  expect(failure).toBeNull()
  // A run without these events would pass without proving anything.
  expect(counts).toEqual(
    expect.objectContaining({
      captured: expect.any(Number),
      'released: deadline': expect.any(Number),
      'consume: 429 daily_limit': expect.any(Number),
      'consume: 422 model_ended': expect.any(Number),
      'event: crash database': 2,
      'event: kill server': expect.any(Number),
      'event: kill the first provider': expect.any(Number),
      'created at pollo': expect.any(Number),
      'created at fal': expect.any(Number),
      'released: missing_file': expect.any(Number),
      'released: no_url': expect.any(Number),
      'good files fetched in sweep 1': expect.any(Number),
      'good files fetched in sweep 2': expect.any(Number),
    }),
  )
})

it.each(Object.entries(PLANTED_FAULTS))('finds a planted API fault: %s', { timeout: LONG_MS }, async (_, fault) => {
  const { seed, operations, edit, says } = fault
  const { failure } = await runProperty({ postgres, seed, operations, planted: edit })
  expect(failure).toContain(says)
})

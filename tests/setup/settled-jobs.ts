import { afterAll } from 'vitest'

// The files of a worker share a database. A job that one leaves open, or a provider that it paused, would take from the sweeps of the
// next one.
afterAll(async () => {
  const { sql } = await import('../support/server/suite.ts')
  await sql(`select public.settle_job(id, null, 'deadline', '') from public.jobs where finished_at is null`)
  await sql('delete from private.provider_status_checks')
})

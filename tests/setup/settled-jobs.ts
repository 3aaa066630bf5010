import { afterAll } from 'vitest'

// Test files of a worker share a database. A job that one file leaves open, a provider that it paused, or a duration that it taught would change the status
// checks of the next file.
afterAll(async () => {
  const { sql } = await import('../support/server/suite.ts')
  await sql(`select public.settle_job(id, null, 'deadline', '') from public.jobs where finished_at is null`)
  await sql('delete from private.provider_status_checks')
  await sql('delete from private.job_durations')
})

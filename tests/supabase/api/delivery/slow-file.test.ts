// Files that download slowly. A hosted function lives 150 seconds, and its sweep has other work too.
import { expect, it } from 'vitest'
import { getCode, startFinished } from '../../../support/server/delivery.ts'
import { FREE, HELD } from '../../../support/server/job.ts'
import { sql } from '../../../support/server/suite.ts'

it('downloads a broken file only once if the download took 20 seconds', async () => {
  const { poll, provider, clock, booked, job } = await startFinished()
  provider.intercept.file = () => {
    clock.now += 20_000
    return new Response('not a video')
  }
  await poll()
  expect([provider.fetches.length, await getCode(job), await booked()]).toEqual([1, 'broken_file', FREE])
})

it('cancels a delivery 140 seconds after its sweep began, and records the sweep', async () => {
  let claimMs = 0
  const { provider, clock, job, log, booked, sweep } = await startFinished(100, (request, send) => {
    if (request.url.endsWith('/claim_delivery')) clock.now += claimMs
    return send(request)
  })
  claimMs = 139_900
  provider.intercept.file = ({ signal }) =>
    new Promise((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason))
    })
  await sql(`update private.provider_tasks set due_at = now() - interval '1 minute' where job_id = $1`, [job])
  await sql('delete from private.last_sweep')
  expect((await sweep()).status).toBe(200)
  expect(await sql('select only_row from private.last_sweep')).toHaveLength(1)
  const cause = expect.stringContaining('aborted due to timeout')
  expect(log).toContainEqual(expect.objectContaining({ message: 'video not delivered', jobId: job, cause }))
  expect([provider.fetches.length, await booked()]).toEqual([1, HELD])
})

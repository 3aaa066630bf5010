// Tests the durations that the server learns from finished jobs, and their use. job-probes.ts tests the database.
import { randomUUID } from 'node:crypto'
import { beforeEach, expect, it } from 'vitest'
import { readDurationSeed } from '../../../../local/model-examples.ts'
import { startApi } from '../../../harness/api.ts'
import { createUser } from '../../../harness/database.ts'
import { sql, supabase } from '../../../support/server/suite.ts'

beforeEach(() => sql('delete from private.job_durations'))

/** Records that many jobs of five seconds took 40, 50, or 60 seconds. */
const learn = (provider = 'pollo', count = 21) =>
  sql(
    `insert into private.job_durations (model, provider, length_seconds, seconds)
     select 'kling-1.6', $1, 5, array(select 40 + 10 * (n % 3) from generate_series(1, $2) as n)`,
    [provider, count],
  )

function start(settings: Record<string, string> = {}) {
  const api = startApi(supabase, settings)
  const estimate = async () => {
    const { body } = await api.request('GET', '/api/capabilities', null)
    const model = body.data.models.find(({ id }: { id: string }) => id === 'kling-1.6')
    return model.durations.map((one: { estimateSeconds: unknown }) => one.estimateSeconds)
  }
  return { ...api, estimate }
}

it('shows the learned time of a length in place of the specified one, within a minute', async () => {
  const { estimate, clock } = start()
  const specified = [
    { from: 180, to: 300 },
    { from: 300, to: 480 },
  ]
  await learn('pollo', 19)
  await learn('fal')
  expect(await estimate()).toEqual(specified)
  await sql(`delete from private.job_durations where provider = 'pollo'`)
  await learn()
  expect(await estimate()).toEqual(specified)
  clock.now += 60_000
  expect(await estimate()).toEqual([{ from: 40, to: 60, isLearned: true }, specified[1]])
})

it("needs one more video of the local server's example to learn its time", async () => {
  const list = () => sql('select public.list_job_durations() as learned')
  for (let starts = 0; starts < 2; starts += 1) await sql(await readDurationSeed())
  expect(await list()).toEqual([{ learned: [] }])
  await sql('update private.job_durations set seconds = array_append(seconds, 22)')
  expect(await list()).toMatchObject([{ learned: [{ model: 'ltx-2.3-fast', provider: 'fal', length_seconds: 6 }] }])
})

it('shows the learned time in place of the configured one', async () => {
  await learn()
  expect(await start({ VIDEO_ESTIMATE_SECONDS: '100' }).estimate()).toEqual([
    { from: 40, to: 60, isLearned: true },
    { from: 100, to: 100 },
  ])
})

it('keeps the last known times while the database does not respond', async () => {
  const { estimate, clock, network, log } = start()
  await learn()
  const before = await estimate()
  network.lost = /list_job_durations/
  clock.now += 60_000
  expect(await estimate()).toEqual(before)
  expect(log).toContainEqual(expect.objectContaining({ level: 'warn', message: 'learned durations not read' }))
})

it('checks a job when jobs of its kind usually end', async () => {
  const { create, status, provider, clock } = start({ VIDEO_STATUS_INTERVAL_SECONDS: '5' })
  const [user, job] = [await createUser(supabase, 100), randomUUID()]
  await learn()
  await create(user, job)
  provider.run()
  const began = clock.now
  // The database's own clock is later.
  await sql('update public.jobs set created_at = $2 where id = $1', [job, new Date(began).toISOString()])
  await sql('update private.provider_tasks set due_at = $2 where job_id = $1', [
    job,
    new Date(began + 10_000).toISOString(),
  ])
  const checked: number[] = []
  for (let second = 1; second <= 60; second += 1) {
    clock.now = began + second * 1000
    const before = provider.checks.length
    await status(user, job)
    if (provider.checks.length > before) checked.push(second)
  }
  expect(checked).toEqual([10, 38, 43, 48, 53, 58])
})

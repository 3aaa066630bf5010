// A job's cost at the provider: kept with the job, shown to the administrator, and to no user.
import { describe, expect, it } from 'vitest'
import { createUser, readBooks } from '../../../harness/database.ts'
import { startAdminApi } from '../../../support/server/admin.ts'
import { PAID } from '../../../support/server/job.ts'
import { supabase } from '../../../support/server/suite.ts'

/** A job at a provider that says what it costs. */
async function start() {
  const api = startAdminApi(supabase)
  const user = await createUser(supabase, 100)
  const job = crypto.randomUUID()
  await api.create(user, job)
  const headers = await api.asAdmin()
  return {
    ...api,
    user,
    job,
    end: async (status: string, credit: unknown) => {
      const generations = [{ status, url: 'http://files.test/one.mp4', failMsg: 'No.' }]
      api.provider.intercept.status = () => Response.json({ code: 'SUCCESS', data: { credit, generations } })
      const answer = await api.status(user, job)
      await api.waitUntilIdle()
      return answer
    },
    costs: async () => (await api.request('GET', '/api/admin/costs', null, undefined, { headers })).body.data.jobs,
  }
}

describe('what a provider says that a job cost', () => {
  it.each([
    ['a video', 'succeed', 'captured'],
    ['a failure', 'failed', 'released'],
  ])('shows the cost of %s to the administrator, beside the price', async (_, status, settlement) => {
    const { end, costs, job } = await start()
    await end(status, 12.5)
    expect((await costs())[0]).toEqual({
      jobId: job,
      createdAt: expect.stringMatching(/^20\d\d-.*Z$/),
      model: 'kling-1.6',
      modelName: 'Kling 1.6',
      provider: 'pollo',
      credits: 20,
      settlement,
      cost: { amount: 12.5, unit: 'credits' },
    })
  })

  it.each([
    ['nothing', undefined],
    ['a text', '12.5'],
    ['less than nothing', -1],
  ])('is not known where it says %s', async (_, credit) => {
    const { end, costs, job } = await start()
    await end('succeed', credit)
    expect((await costs()).map(({ jobId }: { jobId: string }) => jobId)).not.toContain(job)
  })

  it('holds up no video where it cannot be written down', async () => {
    const { end, network, log, user } = await start()
    network.lost = /record_cost/
    await end('succeed', 12.5)
    expect(await readBooks(supabase, user.id)).toEqual(PAID)
    expect(log).toContainEqual(expect.objectContaining({ level: 'warn', message: 'provider cost not recorded' }))
  })
})

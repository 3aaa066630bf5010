// A job's cost at the provider is saved with the job and shown only to the administrator.
import { describe, expect, it } from 'vitest'
import { createUser, readBooks } from '../../../harness/database.ts'
import { startAdminApi } from '../../../support/server/admin.ts'
import { PAID } from '../../../support/server/job.ts'
import { supabase } from '../../../support/server/suite.ts'

/** Creates a job at a provider that reports its cost. */
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

describe('cost of a job at its provider', () => {
  it.each([
    ['a video', 'succeed', 'captured'],
    ['a failure', 'failed', 'released'],
  ])("shows the administrator the provider's cost of %s, beside the price", async (_, status, settlement) => {
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
    ['a negative number', -1],
  ])('records no cost of a job if the provider reports %s', async (_, credit) => {
    const { end, costs, job } = await start()
    await end('succeed', credit)
    expect((await costs()).map(({ jobId }: { jobId: string }) => jobId)).not.toContain(job)
  })

  it("delivers and charges a video even if the provider's cost can't be recorded", async () => {
    const { end, network, log, user } = await start()
    network.lost = /record_cost/
    await end('succeed', 12.5)
    expect(await readBooks(supabase, user.id)).toEqual(PAID)
    expect(log).toContainEqual(expect.objectContaining({ level: 'warn', message: 'provider cost not recorded' }))
  })
})

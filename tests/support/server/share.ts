import type { TestUser } from '../../harness/database.ts'
import { startJobApi } from './job.ts'
import { supabase } from './suite.ts'

/** A token that belongs to no link. */
export const UNKNOWN = 'A'.repeat(22)

/** Creates a finished job, with calls about its links. */
export async function startShareApi() {
  const api = await startJobApi(supabase)
  const { create, status, provider, user, job, request, app } = api
  await create(user, job, { prompt: 'A heron at dawn' })
  provider.finish()
  await status(user, job)
  const share = async (body: object = {}, owner: TestUser | null = user, id = job) =>
    (await request('POST', `/api/jobs/${id}/shares`, owner, body)).body
  const open = async (token: string, path = '') => app.request(`/api/shared/${token}${path}`)
  const read = async (token: string, query = '') => {
    const response = await open(token, query)
    return { status: response.status, body: await response.json() }
  }
  const list = async (owner = user) => (await request('GET', `/api/jobs/${job}/shares`, owner)).body
  const report = (token: string, body: object) => request('POST', `/api/shared/${token}/report`, null, body)
  return { ...api, share, open, read, list, report }
}

import type { Cancellation, Job, JobPage } from '@contract'
import { expectShape } from './http/expect-shape'
import type { Http } from './http/http'
import { isWebAddress } from './http/web-address'
import * as s from './shape'

/** Unsafe addresses count as none. */
const address = s.orElse(s.when(s.text, isWebAddress), null)

/** Only what could do harm is checked. */
const checkedJob = s.atLeast({
  id: s.filled,
  status: s.oneOf<Job['status']>('waiting', 'running', 'unknown', 'succeeded', 'failed'),
  settlement: s.oneOf<Job['settlement']>('held', 'captured', 'released'),
  videoUrl: address,
  downloadUrl: address,
  imageUrl: address,
})

/** Each is optional; together they leave what all of them leave. */
export interface JobFilter {
  /** A part of the prompt, in any case; at most 200 characters. */
  search?: string
  model?: string
  /** With sound, as delivered or to be made. */
  hasSound?: boolean
  isFailed?: boolean
}

interface ListOptions {
  cursor?: string | undefined
  limit?: number
  /** Only jobs without an outcome; a filter counts for nothing then. */
  open?: boolean
  filter?: JobFilter
}

/** The user's own jobs, newest first. Every method throws what `Http.request` throws; a job of another user is a 404. */
export interface JobsApi {
  list(options?: ListOptions): Promise<JobPage>
  get(jobId: string): Promise<Job>
  /** Deletes the files of a finished job; its ledger entries stay. Repeatable. */
  remove(jobId: string): Promise<void>
  /** Repeatable. Credits return only if the provider will not charge. Refused as `cancel_pending` while the server goes on asking the provider. */
  cancel(jobId: string): Promise<Cancellation>
}

export function createJobsApi(http: Http): JobsApi {
  const path = (jobId: string) => `/api/jobs/${encodeURIComponent(jobId)}`
  return {
    async list({ cursor, limit, open, filter = {} } = {}) {
      const query = {
        ...(limit ? { limit: String(limit) } : {}),
        ...(cursor ? { cursor } : {}),
        ...(open ? { open: 'true' } : {}),
        ...(filter.search ? { q: filter.search } : {}),
        ...(filter.model ? { model: filter.model } : {}),
        ...(filter.hasSound ? { sound: 'true' } : {}),
        ...(filter.isFailed ? { outcome: 'failed' } : {}),
      }
      const body = await http.request({ method: 'GET', path: '/api/jobs', query })
      return dataOf<JobPage>(s.atLeast({ jobs: s.list(checkedJob) }), body)
    },
    async get(jobId) {
      return dataOf<Job>(checkedJob, await http.request({ method: 'GET', path: path(jobId) }))
    },
    async remove(jobId) {
      await http.request({ method: 'DELETE', path: path(jobId) })
    },
    async cancel(jobId) {
      const body = await http.request({ method: 'POST', path: `${path(jobId)}/cancel`, body: {} })
      return dataOf<Cancellation>(s.atLeast({ job: checkedJob }), body)
    },
  }
}

function dataOf<T>(checked: s.Shape<unknown>, body: unknown): T {
  return expectShape(s.object({ success: s.oneOf(true), data: checked }), body).data as T
}

import {
  type Cancellation,
  cancellationResponse,
  type JobLabel,
  type JobPage,
  type JobsQuery,
  jobPageResponse,
  jobResponse,
  type ServerJob,
} from '@contract/jobs'
import type { Http } from './http/http'
import { readResponse } from './http/read-response'

/** A filter of the library. Fields are optional, and a job must match all of them. */
export interface JobFilter {
  /** A part of the title or the prompt, in any case, at most 200 characters. */
  search?: string
  model?: string
  /** True for videos with sound, delivered or requested. */
  hasSound?: boolean
  isFailed?: boolean
  isStarred?: boolean
  /** True to list the oldest first. */
  isOldestFirst?: boolean
  /** The video that the jobs were generated from. */
  sourceId?: string
}

interface ListOptions {
  cursor?: string | undefined
  /** The id of the job after which the page begins, in place of a cursor. */
  after?: string
  limit?: number
  /** True for jobs without an outcome. Other fields are then ignored. */
  open?: boolean
  filter?: JobFilter
}

/** Calls about the user's own jobs, newest first. Every method throws what `Http.request` throws. Another user's job answers 404. */
export interface JobsApi {
  list(options?: ListOptions): Promise<JobPage>
  get(jobId: string): Promise<ServerJob>
  /** Changes the title or the star, and returns the job. Repeatable. */
  label(jobId: string, label: JobLabel): Promise<ServerJob>
  /** Deletes the files of a finished job. Its ledger entries stay. Repeatable. */
  remove(jobId: string): Promise<void>
  /**
   * Cancels a job. Repeatable. Credits return only if the provider won't charge. Refused as `cancel_pending` while the server keeps
   * asking the provider.
   */
  cancel(jobId: string): Promise<Cancellation>
}

export function createJobsApi(http: Http): JobsApi {
  const getPath = (jobId: string) => `/api/jobs/${encodeURIComponent(jobId)}`
  return {
    async list({ cursor, after, limit, open, filter = {} } = {}) {
      const query: JobsQuery & Record<string, string> = {
        ...(limit ? { limit: String(limit) } : {}),
        ...(cursor ? { cursor } : {}),
        ...(after ? { after } : {}),
        ...(open ? { open: 'true' } : {}),
        ...(filter.search ? { q: filter.search } : {}),
        ...(filter.model ? { model: filter.model } : {}),
        ...(filter.hasSound ? { sound: 'true' } : {}),
        ...(filter.isFailed ? { outcome: 'failed' } : {}),
        ...(filter.isStarred ? { starred: 'true' } : {}),
        ...(filter.isOldestFirst ? { sort: 'oldest' } : {}),
        ...(filter.sourceId ? { source: filter.sourceId } : {}),
      }
      const body = await http.request({ method: 'GET', path: '/api/jobs', query })
      return readResponse(jobPageResponse, body).data
    },
    async get(jobId) {
      return readResponse(jobResponse, await http.request({ method: 'GET', path: getPath(jobId) })).data
    },
    async label(jobId, label) {
      const body = await http.request({ method: 'POST', path: `${getPath(jobId)}/label`, body: label })
      return readResponse(jobResponse, body).data
    },
    async remove(jobId) {
      await http.request({ method: 'DELETE', path: getPath(jobId) })
    },
    async cancel(jobId) {
      const body = await http.request({ method: 'POST', path: `${getPath(jobId)}/cancel`, body: {} })
      return readResponse(cancellationResponse, body).data
    },
  }
}

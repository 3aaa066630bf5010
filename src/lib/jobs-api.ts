import {
  type Cancellation,
  cancellationResponse,
  type JobLabel,
  type JobPage,
  type JobsQuery,
  jobPageResponse,
  jobResponse,
  type PreviewBody,
  type ServerJob,
} from '@contract/jobs'
import type { Http } from './http/http'
import { readResponse } from './http/read-response'

/** A filter of the library. Fields are optional, and a job must match all of them. */
export interface JobFilter {
  /** A part of the title or the prompt, in upper or lower case, at most 200 characters. */
  search?: string
  model?: string
  /** Whether the video has sound, as delivered or requested. */
  hasSound?: boolean
  isFailed?: boolean
  isStarred?: boolean
  /** Whether the oldest jobs come first. */
  isOldestFirst?: boolean
  /** The ID of the video from which the jobs were generated. */
  sourceId?: string
}

interface ListOptions {
  cursor?: string | undefined
  /** The ID of the job after which the page starts, instead of a cursor. */
  after?: string
  limit?: number
  /** Whether to list only jobs without an outcome. Other fields are then ignored. */
  open?: boolean
  filter?: JobFilter
}

/**
 * Calls about the user's own jobs, newest first. Every method throws the errors of `Http.request`. Another user's job
 * returns 404.
 */
export interface JobsApi {
  list(options?: ListOptions): Promise<JobPage>
  get(jobId: string): Promise<ServerJob>
  /** Changes the title or the star, and returns the job. Safe to repeat. */
  label(jobId: string, label: JobLabel): Promise<ServerJob>
  /** Stores what the video has not yet of poster and peaks. Repeatable. */
  savePreview(jobId: string, preview: PreviewBody): Promise<void>
  /** Deletes the files of a finished job. Its ledger entries stay. Repeatable. */
  remove(jobId: string): Promise<void>
  /**
   * Cancels a job. Safe to repeat. Credits are returned only if the provider won't charge. Throws `cancel_pending`
   * while the server waits for the provider's decision.
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
    async savePreview(jobId, preview) {
      // Nobody waits for it, and the next visit tries again.
      await http.request({ method: 'POST', path: `${getPath(jobId)}/preview`, body: preview, retries: 0 })
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

import {
  type CreateShareBody,
  newShareResponse,
  revokedShareResponse,
  type Share,
  sharesResponse,
} from '@contract/shares'
import { isRefusedAs } from '@/lib/http/api-error'
import type { Http } from '@/lib/http/http'
import { readResponse } from '@/lib/http/read-response'

/** Calls about links to the user's own videos. Every method throws the errors of `Http.request`. */
export function createShareApi(http: Http) {
  const getPath = (jobId: string) => `/api/jobs/${encodeURIComponent(jobId)}/shares`
  return {
    /** Lists the working links. `isBlocked`: whether the administrator disabled sharing for this video. */
    async list(jobId: string): Promise<{ isBlocked: boolean; shares: Share[] }> {
      return readResponse(sharesResponse, await http.request({ method: 'GET', path: getPath(jobId) })).data
    },
    /** Creates a link. The request is never retried, because a retry could create a second link. */
    async create(jobId: string, body: CreateShareBody): Promise<{ share: Share; token: string }> {
      const answer = await http.request({ method: 'POST', path: getPath(jobId), body, retries: 0 })
      return readResponse(newShareResponse, answer).data
    },
    /** Revokes a link. Safe to repeat. */
    async revoke(shareId: string): Promise<void> {
      const path = `/api/shares/${encodeURIComponent(shareId)}`
      const asked = http.request({ method: 'DELETE', path })
      await asked.then(
        (body) => readResponse(revokedShareResponse, body),
        (error: unknown) => {
          if (!isRefusedAs(error, 'not_found')) throw error
        },
      )
    },
  }
}

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

/** Calls about the links to one's own videos. Every method throws what `Http.request` throws. */
export function createShareApi(http: Http) {
  const getPath = (jobId: string) => `/api/jobs/${encodeURIComponent(jobId)}/shares`
  return {
    /** Lists the links that work. `isBlocked`: the administrator stopped sharing of this video. */
    async list(jobId: string): Promise<{ isBlocked: boolean; shares: Share[] }> {
      return readResponse(sharesResponse, await http.request({ method: 'GET', path: getPath(jobId) })).data
    },
    /** Creates a link. It is sent once: a second one would be a second link. */
    async create(jobId: string, body: CreateShareBody): Promise<{ share: Share; token: string }> {
      const answer = await http.request({ method: 'POST', path: getPath(jobId), body, retries: 0 })
      return readResponse(newShareResponse, answer).data
    },
    /** Ends a link. Repeatable. */
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

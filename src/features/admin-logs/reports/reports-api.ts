import {
  type CloseReportsBody,
  closeReportsResponse,
  type ReportedVideos,
  reportedVideosResponse,
} from '@contract/shares'
import type { Http } from '@/lib/http/http'
import { readResponse } from '@/lib/http/read-response'
import type { Credential } from '../credential'

const PATH = '/api/admin/share-reports'

/** Creates the calls about reported videos. Both throw the errors of `Http.request`. */
export function createReportsApi(http: Http) {
  return {
    /** Fetches a page of reported videos, earliest report first. A null cursor fetches the first page. */
    async fetchReported(
      { kind, ...secret }: Credential,
      cursor: string | null,
      signal: AbortSignal,
    ): Promise<ReportedVideos> {
      const place = cursor === null ? {} : { cursor }
      const shown =
        'token' in secret ? { headers: showToken(secret.token), query: place } : { query: { ...place, ...secret } }
      const body = await http.request({ method: 'GET', path: PATH, signal, ...shown })
      return readResponse(reportedVideosResponse, body).data
    },
    /**
     * Takes a video down, or dismisses its reports. Returns the number of reports that arrived after the list was
     * loaded. These reports remain.
     */
    async close({ kind, ...secret }: Credential, jobId: string, decision: CloseReportsBody): Promise<number> {
      const body = await http.request({
        method: 'POST',
        path: `${PATH}/${encodeURIComponent(jobId)}`,
        ...('token' in secret ? { headers: showToken(secret.token) } : {}),
        body: kind === 'password' ? { ...decision, ...secret } : decision,
      })
      return readResponse(closeReportsResponse, body).data.left
    },
  }
}

const showToken = (token: string) => ({ Authorization: `Bearer ${token}` })

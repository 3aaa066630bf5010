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

/** Makes the calls about reported videos. Both throw what `Http.request` throws. */
export function createReportsApi(http: Http) {
  return {
    /** Fetches a page of the reported videos, the one that was reported first at the top. A null cursor gives the first page. */
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
    /** Takes a video down, or forgets its reports. Returns how many reports arrived since the list was loaded, and stay. */
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

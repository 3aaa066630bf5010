import {
  type CloseReportsBody,
  closeReportsResponse,
  type ReportedVideos,
  reportedVideosResponse,
} from '@contract/shares'
import type { Http } from '@/lib/http/http'
import { readResponse } from '@/lib/http/read-response'
import type { Credential } from '../credential'
import { sendAsAdmin } from '../send-as-admin'

const PATH = '/api/admin/share-reports'

/** Creates the calls about reported videos. Both throw the errors of `Http.request`. */
export function createReportsApi(http: Http) {
  return {
    /** Fetches a page of reported videos, earliest report first. A null cursor fetches the first page. */
    async fetchReported(credential: Credential, cursor: string | null, signal: AbortSignal): Promise<ReportedVideos> {
      const query = cursor === null ? {} : { cursor }
      const body = await sendAsAdmin(http, credential, { method: 'GET', path: PATH, signal, query })
      return readResponse(reportedVideosResponse, body).data
    },
    /**
     * Takes a video down, or dismisses its reports. Returns the number of reports that arrived after the list was
     * loaded. These reports remain.
     */
    async close(credential: Credential, jobId: string, decision: CloseReportsBody): Promise<number> {
      const path = `${PATH}/${encodeURIComponent(jobId)}`
      const body = await sendAsAdmin(http, credential, { method: 'POST', path, body: decision })
      return readResponse(closeReportsResponse, body).data.left
    },
  }
}

// Calls about a share link. They never include a signed-in viewer's token.
import { type ReportBody, reportResponse, type SharedVideo, sharedVideoResponse } from '@contract/shares'
import type { Http } from '@/lib/http/http'
import { readResponse } from '@/lib/http/read-response'

const getPath = (token: string) => `/api/shared/${encodeURIComponent(token)}`

/** Reads a shared video. `again` requests new URLs and doesn't count as a view. Throws the errors of `Http.request`. */
export async function fetchShared(http: Http, token: string, again = false): Promise<SharedVideo> {
  const path = `${getPath(token)}${again ? '?again=true' : ''}`
  return readResponse(sharedVideoResponse, await http.request({ method: 'GET', path, isPublic: true })).data
}

/** Reports a shared video. Throws the errors of `Http.request`. */
export async function reportShared(http: Http, token: string, body: ReportBody): Promise<void> {
  readResponse(
    reportResponse,
    await http.request({ method: 'POST', path: `${getPath(token)}/report`, body, retries: 0 }),
  )
}

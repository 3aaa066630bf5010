import { type Numbers, numbersResponse } from '@contract/admin'
import type { Http } from '@/lib/http/http'
import { readResponse } from '@/lib/http/read-response'
import type { Credential } from '../credential'
import { sendAsAdmin } from '../send-as-admin'

/** Fetches the numbers of this month and the last one. Throws the errors of `Http.request`. */
export async function fetchNumbers(http: Http, credential: Credential, signal: AbortSignal): Promise<Numbers> {
  const body = await sendAsAdmin(http, credential, { method: 'GET', path: '/api/admin/numbers', signal })
  return readResponse(numbersResponse, body).data
}

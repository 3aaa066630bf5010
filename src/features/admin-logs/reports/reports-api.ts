import { type CloseReportsBody, closeReportsAnswer, type ReportedShare, shareReportsAnswer } from '@contract/shares'
import type { Http } from '@/lib/http/http'
import { readAnswer } from '@/lib/http/read-answer'
import type { Credential } from '../credential'

const PATH = '/api/admin/share-reports'

/** Makes the calls about reported links. Both throw what `Http.request` throws. */
export function createReportsApi(http: Http) {
  return {
    /** Fetches the reported links, the latest report first. */
    async fetchReported({ kind, ...secret }: Credential, signal: AbortSignal): Promise<ReportedShare[]> {
      const shown = 'token' in secret ? { headers: showToken(secret.token) } : { query: secret }
      const body = await http.request({ method: 'GET', path: PATH, signal, ...shown })
      return readAnswer(shareReportsAnswer, body).data.shares
    },
    /** Takes a link's video down, or forgets its reports. */
    async close({ kind, ...secret }: Credential, shareId: string, action: CloseReportsBody['action']): Promise<void> {
      const body = await http.request({
        method: 'POST',
        path: `${PATH}/${encodeURIComponent(shareId)}`,
        ...('token' in secret ? { headers: showToken(secret.token) } : {}),
        body: kind === 'password' ? { action, ...secret } : { action },
      })
      readAnswer(closeReportsAnswer, body)
    },
  }
}

const showToken = (token: string) => ({ Authorization: `Bearer ${token}` })

import {
  type Account,
  accountResponse,
  type DeleteAccountBody,
  type ExportPage,
  endedSessionResponse,
  exportResponse,
} from '@contract/account'
import { isRefusedAs } from '@/lib/http/api-error'
import type { Http } from '@/lib/http/http'
import { readResponse } from '@/lib/http/read-response'

/** Calls about the user's own account. Every method throws the errors of `Http.request`. */
export interface AccountApi {
  read(signal?: AbortSignal): Promise<Account>
  /** Reads one page of the export. `cursor` is the end of the previous page, or null for the first page. */
  readExportPage(cursor: string | null, signal: AbortSignal): Promise<ExportPage>
  /** Ends one of the user's sessions. Safe to repeat. */
  endSession(sessionId: string): Promise<void>
  /** Deletes the account permanently, if this is its email. The request is never retried. */
  delete(email: string): Promise<void>
}

export function createAccountApi(http: Http): AccountApi {
  return {
    async read(signal) {
      return readResponse(accountResponse, await http.request({ method: 'GET', path: '/api/account', signal })).data
    },
    async readExportPage(cursor, signal) {
      const query = cursor ? { cursor } : undefined
      const body = await http.request({ method: 'GET', path: '/api/account/export', query, signal })
      return readResponse(exportResponse, body).data
    },
    async endSession(sessionId) {
      const asked = http.request({ method: 'DELETE', path: `/api/account/sessions/${encodeURIComponent(sessionId)}` })
      await asked.then(
        (body) => readResponse(endedSessionResponse, body),
        (error: unknown) => {
          if (!isRefusedAs(error, 'not_found')) throw error
        },
      )
    },
    async delete(email) {
      const body = { email } satisfies DeleteAccountBody
      await http.request({ method: 'POST', path: '/api/account/delete', body, retries: 0 })
    },
  }
}

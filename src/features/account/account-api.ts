import {
  type Account,
  accountResponse,
  type DeleteAccountBody,
  type ExportPage,
  exportResponse,
} from '@contract/account'
import type { Http } from '@/lib/http/http'
import { readResponse } from '@/lib/http/read-response'

/** Calls about the user's own account. Every method throws what `Http.request` throws. */
export interface AccountApi {
  read(signal?: AbortSignal): Promise<Account>
  /** Reads a page of everything. `cursor`: where the last page ended; null for the first one. */
  readExportPage(cursor: string | null, signal: AbortSignal): Promise<ExportPage>
  /** Deletes the account for good, if this is its email. Never repeated by itself. */
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
    async delete(email) {
      const body = { email } satisfies DeleteAccountBody
      await http.request({ method: 'POST', path: '/api/account/delete', body, retries: 0 })
    },
  }
}

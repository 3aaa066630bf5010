import { type ApiKey, type CreateKeyBody, keysResponse, newKeyResponse, revokedKeyResponse } from '@contract/keys'
import { isRefusedAs } from '@/lib/http/api-error'
import type { Http } from '@/lib/http/http'
import { readResponse } from '@/lib/http/read-response'

/** Calls about personal keys. Every method throws the errors of `Http.request`. */
export function createKeyApi(http: Http) {
  return {
    async list(): Promise<ApiKey[]> {
      return readResponse(keysResponse, await http.request({ method: 'GET', path: '/api/keys' })).data.keys
    },
    /** Creates a key. The request is never retried, because a retry could create a second key. */
    async create(body: CreateKeyBody): Promise<{ key: ApiKey; secret: string }> {
      const answer = await http.request({ method: 'POST', path: '/api/keys', body, retries: 0 })
      return readResponse(newKeyResponse, answer).data
    },
    /** Revokes a key. Safe to repeat. */
    async revoke(keyId: string): Promise<void> {
      const asked = http.request({ method: 'DELETE', path: `/api/keys/${encodeURIComponent(keyId)}` })
      await asked.then(
        (body) => readResponse(revokedKeyResponse, body),
        (error: unknown) => {
          if (!isRefusedAs(error, 'not_found')) throw error
        },
      )
    },
  }
}

import type { Http, HttpRequest } from '@/lib/http/http'
import type { Credential } from './credential'

type AdminRequest = HttpRequest & { body?: object }

/**
 * Sends a request with the administrator's credential. A token is sent in the Authorization header. A password is sent in the
 * body, or in the query of a GET, because browsers send no body with it. Throws the errors of `Http.request`.
 */
export function sendAsAdmin(http: Http, { kind, ...secret }: Credential, request: AdminRequest): Promise<unknown> {
  if ('token' in secret)
    return http.request({ ...request, headers: { ...request.headers, Authorization: `Bearer ${secret.token}` } })
  return request.method === 'GET'
    ? http.request({ ...request, query: { ...request.query, ...secret } })
    : http.request({ ...request, body: { ...request.body, ...secret } })
}

import { sleep } from '@/lib/sleep'
import { ApiError, NetworkError, UnexpectedResponseError } from './api-error'
import type { Http, HttpOptions } from './http'
import { loadOnce } from './load-once'

/** The number of retries after no response. Retries are safe, because each POST has an idempotency key. */
export const PRODUCT_RETRIES = 3
const PUBLIC_TIMEOUT_MS = 30_000
const PUBLIC_RETRY_DELAY_MS = 1000

/** Loads the code of all calls except public ones. */
export const loadTransport = () => import('./axios-http')

/** Returns an HTTP client that loads its code with the first request. */
export function createHttp(options: HttpOptions): Http {
  const load = loadOnce(async () => (await loadTransport()).createAxiosHttp(options))

  return {
    async request(request) {
      if (request.isPublic) return fetchRetrying(options.baseUrl + request.path)
      const http = await load()
      try {
        return await http.request(request)
      } catch (error) {
        const isRefused = error instanceof ApiError && error.status === 401
        if (!isRefused || !(await options.renewSession?.())) throw error
        return http.request({ ...request, isRepeated: error.isRepeated })
      }
    },
  }
}

async function fetchRetrying(url: string): Promise<unknown> {
  for (let retries = 0; ; retries += 1) {
    try {
      const response = await fetch(url, { signal: AbortSignal.timeout(PUBLIC_TIMEOUT_MS) })
      if (!response.ok) throw new UnexpectedResponseError(response.status, null)
      return await response.json()
    } catch (cause) {
      if (cause instanceof UnexpectedResponseError) throw cause
      if (retries === PRODUCT_RETRIES) throw new NetworkError('network', { cause })
      await sleep(PUBLIC_RETRY_DELAY_MS)
    }
  }
}

import { ApiError, NetworkError } from './api-error'
import type { Http, HttpOptions } from './http'

/** For calls without an answer; safe because each POST carries an idempotency key. */
export const PRODUCT_RETRIES = 3

/** Loads the code of the transport with the first request. */
export function createHttp(options: HttpOptions): Http {
  let loading: Promise<Http> | null = null

  const load = async (): Promise<Http> => {
    try {
      const { createAxiosHttp } = await import('./axios-http')
      return createAxiosHttp(options)
    } catch (cause) {
      // Nothing was sent: the next request tries again.
      loading = null
      throw new NetworkError('network', { cause })
    }
  }

  return {
    async request(request) {
      loading ??= load()
      const http = await loading
      try {
        return await http.request(request)
      } catch (error) {
        const isRefused = error instanceof ApiError && error.status === 401
        if (!isRefused || !(await options.renewSession?.())) throw error
        return http.request(request)
      }
    },
  }
}

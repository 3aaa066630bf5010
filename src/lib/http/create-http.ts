import { ApiError, NetworkError } from './api-error'
import type { Http, HttpOptions } from './http'

/** How often a product call without an answer is repeated; safe because each POST carries a key the server honours. */
export const PRODUCT_RETRIES = 3

/** The code of the transport is loaded for the first request, not for the first page. */
export function createHttp(options: HttpOptions): Http {
  let loading: Promise<Http> | null = null

  const load = async (): Promise<Http> => {
    try {
      const { createAxiosHttp } = await import('./axios-http')
      return createAxiosHttp(options)
    } catch (cause) {
      // Nothing was sent. The next request tries again.
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

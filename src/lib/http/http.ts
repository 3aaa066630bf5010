/**
 * The one transport for product calls and the video service. It shows no message and redirects nowhere; callers get the
 * body or one of the three errors of api-error.ts.
 */
import { ApiError, NetworkError } from './api-error'

/** How often a product call without an answer is repeated; safe because each POST carries a key the server honours. */
export const PRODUCT_RETRIES = 3

export interface HttpOptions {
  baseUrl: string
  /** Sends cookies to `baseUrl`. */
  withCredentials: boolean
  /** Asked before each request; null sends no `Authorization`. */
  getToken?: () => string | null | Promise<string | null>
  /** Asked after a 401, as a token may die before its time: where it answers true, the call is made once more. */
  renewSession?: () => Promise<boolean>
  /** Sent with every request. */
  headers?: Record<string, string>
  /** How often a request without an answer is repeated. */
  retries: number
}

export interface HttpRequest {
  method: 'GET' | 'POST' | 'DELETE'
  path: string
  body?: unknown
  headers?: Record<string, string> | undefined
  query?: Record<string, string> | undefined
  signal?: AbortSignal | undefined
  /** Overrides the client's number, for calls that must not be repeated. */
  retries?: number | undefined
}

export interface Http {
  /**
   * Resolves with the parsed JSON body of a 2xx answer.
   * @throws ApiError an answer in the API's error shape
   * @throws NetworkError no answer after the retries, or canceled
   * @throws UnexpectedResponseError any other answer
   */
  request(request: HttpRequest): Promise<unknown>
}

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

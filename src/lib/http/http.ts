/**
 * The one transport for product calls and the provider. It shows no message and redirects nowhere; callers get the
 * body or one of the three errors of api-error.ts.
 */
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

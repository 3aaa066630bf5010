// Sends JSON requests with a timeout of 30 s. It retries only requests without a response.
import { readRefusal } from '@contract/errors'
import axios, { type AxiosError, type AxiosResponse } from 'axios'
import axiosRetry from 'axios-retry'
import * as s from '@/lib/shape'
import { ApiError, NetworkError, UnexpectedResponseError } from './api-error'
import type { Http, HttpOptions } from './http'

export const HTTP_TIMEOUT_MS = 30_000
export const RETRY_DELAY_MS = 1_000

export function createAxiosHttp(options: HttpOptions): Http {
  const client = axios.create({
    baseURL: options.baseUrl,
    timeout: HTTP_TIMEOUT_MS,
    withCredentials: options.withCredentials,
    // We parse the text ourselves. A proxy's HTML page must cause our error, not a parser error.
    responseType: 'text',
    transformResponse: [(body: unknown) => body],
  })
  axiosRetry(client, {
    retries: options.retries,
    retryDelay: () => RETRY_DELAY_MS,
    retryCondition: isWithoutResponse,
    shouldResetTimeout: true,
  })

  return {
    async request({ method, path, body, headers, query, signal, retries, isRepeated }) {
      const token = await options.getToken?.()
      try {
        const response = await client.request({
          method,
          url: path,
          headers: { ...options.headers, ...(token ? { Authorization: `Bearer ${token}` } : {}), ...headers },
          ...(query ? { params: query } : {}),
          ...(body === undefined ? {} : { data: body }),
          ...(signal ? { signal } : {}),
          ...(retries === undefined ? {} : { 'axios-retry': { retries } }),
        })
        return readBody(response)
      } catch (error) {
        throw axios.isAxiosError(error) ? convert(error, isRepeated) : error
      }
    },
  }
}

/** Returns whether there was no response. This includes canceled requests, but their signal prevents retries. */
function isWithoutResponse(error: AxiosError): boolean {
  return !error.response
}

function readBody(response: AxiosResponse): unknown {
  try {
    return JSON.parse(response.data)
  } catch (cause) {
    throw new UnexpectedResponseError(response.status, response.data, { cause })
  }
}

function convert(error: AxiosError, wasRepeated = false): Error {
  const { response, config } = error
  if (!response) return new NetworkError(classifyNetworkError(error.code), { cause: error })
  const body = readBody(response)
  const refusal = s.read(readRefusal.parse, body)
  if (!refusal) return new UnexpectedResponseError(response.status, body, { cause: error })
  const { status } = response
  const isRepeated = wasRepeated || (config?.['axios-retry']?.retryCount ?? 0) > 0
  return new ApiError({ ...refusal, status, code: String(refusal.code ?? status), isRepeated, cause: error })
}

function classifyNetworkError(code: string | undefined): NetworkError['kind'] {
  if (code === 'ERR_CANCELED') return 'canceled'
  return code === 'ECONNABORTED' || code === 'ETIMEDOUT' ? 'timeout' : 'network'
}

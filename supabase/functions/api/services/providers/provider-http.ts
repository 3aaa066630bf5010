import type { ProviderModel } from '../../catalogue/provider-model.ts'
import type { WebhookOptions } from './webhook.ts'

const CREATE_TIMEOUT_MS = 60_000
const OTHER_TIMEOUT_MS = 20_000
const MAX_ANSWER_BYTES = 1024 * 1024

export interface ProviderOptions {
  /** The models by ID. */
  models: Readonly<Record<string, ProviderModel>>
  baseUrl: string
  apiKey: string
  fetch: typeof globalThis.fetch
  /** Null if providers can't send webhooks to this server. */
  webhook?: WebhookOptions | null
  /** Default: the system clock. */
  now?: () => Date
  /**
   * The limit of a response in bytes. Far above a provider's usual response, and far below the server's memory.
   * Default: 1 MB.
   */
  maxResponseBytes?: number
}

export interface ProviderResponse {
  status: number
  /** The seconds to wait before the next request. */
  retryAfter: number | undefined
  /** Undefined unless the body is valid JSON within the size limit. Its strings are safe for PostgreSQL. */
  body: unknown
  /** Whether the response is a web page. Another server, or a proxy, then responded instead of the provider. */
  isPage: boolean
}

/** Sends a request. Sends FormData unchanged, and anything else as JSON. Rejects without a response. */
export type SendToProvider = (
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  body?: unknown,
) => Promise<ProviderResponse>

export function createSender(
  {
    baseUrl,
    fetch,
    now = () => new Date(),
    maxResponseBytes = MAX_ANSWER_BYTES,
  }: Omit<ProviderOptions, 'models' | 'apiKey'>,
  authorization: Record<string, string> | (() => Promise<Record<string, string>>),
): SendToProvider {
  return async (method, path, body) => {
    const own = typeof authorization === 'function' ? await authorization() : authorization
    const headers = { ...own, accept: 'application/json' }
    const json = { ...headers, 'content-type': 'application/json' }
    const response = await fetch(`${baseUrl}/${path}`, {
      method,
      headers: body instanceof FormData ? headers : json,
      ...(body === undefined ? {} : { body: body instanceof FormData ? body : JSON.stringify(body) }),
      // Doesn't follow redirects, because only this host may receive the key.
      redirect: 'manual',
      signal: AbortSignal.timeout(method === 'POST' ? CREATE_TIMEOUT_MS : OTHER_TIMEOUT_MS),
    })
    const type = response.headers.get('content-type') ?? ''
    const isPage = /\bhtml\b/i.test(type)
    return {
      status: response.status,
      retryAfter: readRetryAfter(response.headers, now()),
      isPage,
      body: isPage ? await response.body?.cancel() : await readJson(response, type, maxResponseBytes),
    }
  }
}

/**
 * Returns the seconds to wait, possibly with a fraction. If the header is a date, compares it with the response's
 * `date` header if present.
 */
export function readRetryAfter(headers: Headers, now: Date): number | undefined {
  const value = headers.get('retry-after')?.trim() ?? ''
  if (/^\d{1,6}(\.\d{1,6})?$/.test(value)) return Number(value)
  const [until, sent] = [value, headers.get('date') ?? ''].map((text) =>
    /^[a-z]{3,9},? .* GMT$/i.test(text) ? Date.parse(text) : Number.NaN,
  )
  const seconds = ((until ?? Number.NaN) - (sent || now.getTime())) / 1000
  return Number.isNaN(seconds) ? undefined : Math.max(0, Math.ceil(seconds))
}

/** Some servers declare JSON as plain text, or not at all. The response can still have the ID of a task. */
async function readJson(response: Response, type: string, maxBytes: number): Promise<unknown> {
  try {
    const body: unknown = JSON.parse(await readText(response, maxBytes), (_key, value) =>
      typeof value === 'string' ? value.replaceAll('\0', '').toWellFormed() : value,
    )
    return /\bjson\b/i.test(type) || typeof body === 'object' ? body : undefined
  } catch {
    return undefined
  }
}

async function readText(response: Response, maxBytes: number): Promise<string> {
  const decoder = new TextDecoder()
  let [text, size] = ['', 0]
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength
    if (size > maxBytes) throw new Error('response too large')
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}

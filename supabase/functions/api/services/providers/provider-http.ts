const CREATE_TIMEOUT_MS = 60_000
const OTHER_TIMEOUT_MS = 20_000
const MAX_ANSWER_BYTES = 1024 * 1024

export interface ProviderOptions {
  baseUrl: string
  apiKey: string
  fetch: typeof globalThis.fetch
}

export interface ProviderAnswer {
  status: number
  /** Seconds. */
  retryAfter: number | undefined
  /** Undefined unless it is valid JSON of at most 1 MB. Strings are safe for PostgreSQL. */
  body: unknown
}

/** Rejects when there is no answer. */
export type SendToProvider = (method: 'GET' | 'POST' | 'PUT', path: string, body?: unknown) => Promise<ProviderAnswer>

export function createSender(
  { baseUrl, fetch }: ProviderOptions,
  authorization: Record<string, string>,
): SendToProvider {
  const headers = { ...authorization, 'content-type': 'application/json', accept: 'application/json' }
  return async (method, path, body) => {
    const response = await fetch(`${baseUrl}/${path}`, {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      redirect: 'error',
      signal: AbortSignal.timeout(method === 'POST' ? CREATE_TIMEOUT_MS : OTHER_TIMEOUT_MS),
    })
    return { status: response.status, retryAfter: readRetryAfter(response), body: await readJson(response) }
  }
}

export function readRetryAfter(response: Response): number | undefined {
  const value = response.headers.get('retry-after') ?? ''
  return /^\d{1,6}$/.test(value) ? Number(value) : undefined
}

async function readJson(response: Response): Promise<unknown> {
  if (!/\bjson\b/i.test(response.headers.get('content-type') ?? '')) {
    await response.body?.cancel()
    return undefined
  }
  try {
    return JSON.parse(await readText(response), (_key, value) =>
      typeof value === 'string' ? value.replaceAll('\0', '').toWellFormed() : value,
    )
  } catch {
    return undefined
  }
}

async function readText(response: Response): Promise<string> {
  const decoder = new TextDecoder()
  let [text, size] = ['', 0]
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength
    if (size > MAX_ANSWER_BYTES) throw new Error('answer too long')
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}

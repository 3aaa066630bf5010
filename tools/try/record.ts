const PLAIN_HEADERS = ['accept', 'content-type']
const SHOWN_HEADER = /^(content-type|content-length|retry-after)$|cost|credit|price|billing|unit|ratelimit/
const MAX_CHARACTERS = 20_000

/** A request and its response, or the reason why there is none. No field can contain a request's headers. */
interface Exchange {
  /** Seconds from the start of the run. */
  at: number
  seconds: number
  sent: { method: string; url: string; body: unknown }
  answered: { status: number; headers: Record<string, string>; body: unknown } | string
}

/**
 * Returns a fetch that records. `signal` ends every request. `secrets`: values of sent headers, such as a signed token,
 * which a response could repeat.
 */
export function recordExchanges(fetch: typeof globalThis.fetch, now: () => Date, signal: AbortSignal) {
  const [exchanges, secrets]: [Exchange[], string[]] = [[], []]
  const started = now().getTime()
  const readSeconds = () => (now().getTime() - started) / 1000

  const record: typeof fetch = async (input, init = {}) => {
    const { method = 'GET', body } = init
    for (const [name, value] of new Headers(init.headers)) if (!PLAIN_HEADERS.includes(name)) secrets.push(value)
    const sent = { method, url: String(input), body: describeBody(body) }
    const exchange: Exchange = { at: readSeconds(), seconds: 0, sent, answered: '' }
    exchanges.push(exchange)
    try {
      const response = await fetch(input, { ...init, signal: AbortSignal.any([init.signal ?? signal, signal]) })
      exchange.answered = await describeResponse(response)
      return response
    } catch (error) {
      exchange.answered = String(error)
      throw error
    } finally {
      exchange.seconds = readSeconds() - exchange.at
    }
  }
  return { fetch: record, exchanges, secrets }
}

function describeBody(body: RequestInit['body']): unknown {
  return body instanceof FormData ? Object.fromEntries(body) : typeof body === 'string' ? parse(body) : null
}

async function describeResponse(response: Response) {
  const { status, headers } = response
  const type = headers.get('content-type') ?? ''
  return {
    status,
    headers: Object.fromEntries([...headers].filter(([name]) => SHOWN_HEADER.test(name))),
    body: /json|text|xml/.test(type) ? parse(await response.clone().text()) : `(${type})`,
  }
}

function parse(text: string): unknown {
  try {
    return text.length > MAX_CHARACTERS ? `${text.slice(0, MAX_CHARACTERS)}…` : JSON.parse(text)
  } catch {
    return text
  }
}

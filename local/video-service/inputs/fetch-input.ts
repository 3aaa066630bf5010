// Fetches the inputs of requests from one origin only. A request must not make the local server call other machines.

/** The error for an unusable input. Its message follows the name of the field. */
export class InputFault extends Error {
  override name = 'InputFault'
}

export interface FetchLimits {
  /** The only origin that inputs are fetched from. */
  origin: string
  maxBytes: number
  timeoutMs: number
}

/**
 * Returns the file, or null if the URL has another origin or the response has no file. Throws InputFault if the file is
 * too large.
 */
export async function fetchInput(address: string, limits: FetchLimits): Promise<Uint8Array<ArrayBuffer> | null> {
  if (URL.parse(address)?.origin !== limits.origin) return null
  const signal = AbortSignal.timeout(limits.timeoutMs)
  const response = await fetch(address, { redirect: 'error', signal }).catch(() => null)
  if (!response?.ok || !response.body) return null
  const parts: Uint8Array[] = []
  let size = 0
  try {
    for await (const part of response.body) {
      size += part.byteLength
      if (size > limits.maxBytes) throw new InputFault(`must be at most ${limits.maxBytes / 1024 / 1024} MB`)
      parts.push(part)
    }
  } catch (cause) {
    if (cause instanceof InputFault) throw cause
    return null
  }
  return new Uint8Array(Buffer.concat(parts))
}

// Only one origin is fetched, so that a request cannot make the local server call other machines.

/** An input that cannot be used. Its message stands after the name of the field. */
export class InputFault extends Error {
  override name = 'InputFault'
}

export interface FetchLimits {
  /** The only origin that is fetched. */
  origin: string
  maxBytes: number
  timeoutMs: number
}

/** Returns null for an address elsewhere, and for an answer without the file. Throws InputFault for a file that is too large. */
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

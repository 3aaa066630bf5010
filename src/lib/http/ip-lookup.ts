import * as z from 'zod/mini'

export const IP_LOOKUP_TIMEOUT_MS = 3_000

/** Returns this browser's public address, or 'unknown'. Never rejects. */
export type IpLookup = () => Promise<string>

const answer = z.object({ ip: z.string().check(z.minLength(1)) })

export function createIpLookup(url: string): IpLookup {
  return async () => {
    const controller = new AbortController()
    // Covers the body too: a service may send its headers and then hang.
    const timer = setTimeout(() => controller.abort(), IP_LOOKUP_TIMEOUT_MS)
    try {
      const response = await fetch(url, { signal: controller.signal, credentials: 'omit' })
      return answer.parse(await response.json()).ip
    } catch {
      return 'unknown'
    } finally {
      clearTimeout(timer)
    }
  }
}

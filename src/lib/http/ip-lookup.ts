import * as s from '@/lib/shape'

export const IP_LOOKUP_TIMEOUT_MS = 3_000

/** Returns this browser's public IP address, or 'unknown'. Never rejects. */
export type IpLookup = () => Promise<string>

const answer = s.object({ ip: s.filled })

export function createIpLookup(url: string): IpLookup {
  return async () => {
    const controller = new AbortController()
    // The timeout includes the body, because a service may send only its headers.
    const timer = setTimeout(() => controller.abort(), IP_LOOKUP_TIMEOUT_MS)
    try {
      const response = await fetch(url, { signal: controller.signal, credentials: 'omit' })
      return answer(await response.json()).ip
    } catch {
      return 'unknown'
    } finally {
      clearTimeout(timer)
    }
  }
}

// Checks the URLs that messages are sent to: webhooks, and push services of devices. A user's URL must not reach our own network by IP address, host name, or
// redirect. Before each attempt, the host's name is resolved and checked, and the message goes to the address that was checked.

import { waitAtMost } from '../wait-at-most.ts'

const RESOLVE_TIMEOUT_MS = 5000

/** The network that messages are sent through. */
export interface ReceiverNetwork {
  /** Returns the IP addresses of a host. Rejects if the name doesn't exist. */
  resolve(hostname: string): Promise<string[]>
  /** Whether to allow this machine, also by http. Set only when the user runs the server locally. */
  isOwn: boolean
  /** Returns a `fetch` that connects to this IP address instead of resolving the name of the URL's host. */
  at(address: string): typeof fetch
}

/** `address`: the IP address to connect to. Null for a URL of this machine. */
export type FoundReceiver =
  | { fault: 'invalid' | 'refused_address' | 'unknown_host' }
  | { fault: null; address: string | null }

/** Names reserved for a machine or its network: RFC 6761, 6762, 8375, and Docker's. */
const LOCAL_NAME = /(^|\.)(localhost|local|internal|lan|home\.arpa)$/

/** Networks without public servers, from IANA's special-purpose registry. */
const SPECIAL_NETWORKS = [
  [0x00000000, 8],
  [0x0a000000, 8],
  [0x64400000, 10],
  [0x7f000000, 8],
  [0xa9fe0000, 16],
  [0xac100000, 12],
  [0xc0000000, 24],
  [0xc0000200, 24],
  [0xc0586300, 24],
  [0xc0a80000, 16],
  [0xc6120000, 15],
  [0xc6336400, 24],
  [0xcb007100, 24],
  // Multicast and reserved networks.
  [0xe0000000, 3],
] as const

/** Returns where to send, or the reason not to send. A host that doesn't resolve within `resolveMs` counts as unknown. */
export async function findReceiver(
  url: string,
  { resolve, isOwn }: Omit<ReceiverNetwork, 'at'>,
  resolveMs = RESOLVE_TIMEOUT_MS,
): Promise<FoundReceiver> {
  const address = URL.parse(url)
  if (!address || address.username || address.password) return { fault: 'invalid' }
  const hostname = address.hostname.replace(/\.$/, '')
  const isHere = isOwn && (hostname === 'localhost' || hostname === '[::1]' || /^127\.[\d.]+$/.test(hostname))
  if (address.protocol !== 'https:' && !(isHere && address.protocol === 'http:')) return { fault: 'invalid' }
  if (isHere) return { fault: null, address: null }
  if (isNumber(hostname)) return choose([hostname.replace(/[[\]]/g, '')])
  if (!hostname.includes('.') || LOCAL_NAME.test(hostname)) return { fault: 'refused_address' }
  try {
    return choose(await waitAtMost(resolve(hostname), resolveMs))
  } catch {
    return { fault: 'unknown_host' }
  }
}

/** Chooses one of a host's addresses, if all are public. IPv4 comes first, because some servers have no IPv6. */
function choose(addresses: string[]): FoundReceiver {
  const address = addresses.find((one) => !one.includes(':')) ?? addresses[0]
  if (address === undefined) return { fault: 'unknown_host' }
  const isPublic = addresses.every((one) => isPublicNumber(one.includes(':') ? `[${one}]` : one))
  return isPublic ? { fault: null, address } : { fault: 'refused_address' }
}

/** Returns whether the host is an IP address. The URL parser writes IPv4 as four numbers, and IPv6 in brackets. */
function isNumber(hostname: string): boolean {
  return hostname.startsWith('[') || /^[\d.]+$/.test(hostname)
}

function isPublicNumber(hostname: string): boolean {
  // The URL parser normalizes the address.
  const number = URL.parse(`http://${hostname}`)?.hostname ?? ''
  if (number.startsWith('[')) return isPublicIpv6(number.slice(1, -1))
  const bytes = number.split('.').map(Number)
  if (bytes.length !== 4 || bytes.some((byte) => !(byte >= 0 && byte <= 255))) return false
  const value = bytes.reduce((sum, byte) => sum * 256 + byte, 0)
  return !SPECIAL_NETWORKS.some(([network, prefix]) => {
    const size = 2 ** (32 - prefix)
    return Math.floor(value / size) === Math.floor(network / size)
  })
}

/**
 * Returns whether an IPv6 address is public. Public addresses are in 2000::/3, without the ranges for Teredo,
 * documentation, and 6to4.
 */
function isPublicIpv6(number: string): boolean {
  const [first = '', second = ''] = number.split(':')
  const [group, next] = [Number.parseInt(first || '0', 16), Number.parseInt(second || '0', 16)]
  if (group < 0x2000 || group > 0x3fff) return false
  const isOther = group === 0x2002 || (group === 0x2001 && (next < 0x200 || next === 0xdb8)) || group === 0x3fff
  return !isOther
}

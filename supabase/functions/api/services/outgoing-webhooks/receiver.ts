// Which addresses a message may go to: what a user names must not lead into our own network, by number, by name, or by a redirect.
// A name is resolved and checked before each try. fetch resolves it again, so a name server that answers differently within that
// moment gets past (DNS rebinding): neither Deno nor Node lets fetch connect to a given number.

import { waitAtMost } from '../wait-at-most.ts'

const RESOLVE_TIMEOUT_MS = 5000

/** The network that messages are sent into. */
export interface ReceiverNetwork {
  /** Returns the IP addresses of a host. Rejects if there is no such name. */
  resolve(hostname: string): Promise<string[]>
  /** Allows this machine, also by http: on the machine of the user alone. */
  isOwn: boolean
}

/** Reserved for a machine or its network: RFC 6761, 6762, 8375 and Docker's. */
const LOCAL_NAME = /(^|\.)(localhost|local|internal|lan|home\.arpa)$/

/** Networks that no public server has: IANA's special-purpose registry. */
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
  // Multicast and reserved.
  [0xe0000000, 3],
] as const

/** Returns what forbids to send to an address; null for nothing. A name that takes longer than `resolveMs` counts as unknown. */
export async function checkReceiver(
  url: string,
  { resolve, isOwn }: ReceiverNetwork,
  resolveMs = RESOLVE_TIMEOUT_MS,
): Promise<'invalid' | 'refused_address' | 'unknown_host' | null> {
  const address = URL.parse(url)
  if (!address || address.username || address.password) return 'invalid'
  const hostname = address.hostname.replace(/\.$/, '')
  const isHere = isOwn && (hostname === 'localhost' || hostname === '[::1]' || /^127\.[\d.]+$/.test(hostname))
  if (address.protocol !== 'https:' && !(isHere && address.protocol === 'http:')) return 'invalid'
  if (isHere) return null
  if (isNumber(hostname)) return isPublicNumber(hostname) ? null : 'refused_address'
  if (!hostname.includes('.') || LOCAL_NAME.test(hostname)) return 'refused_address'
  try {
    const numbers = await waitAtMost(resolve(hostname), resolveMs)
    if (numbers.length === 0) return 'unknown_host'
    return numbers.every((number) => isPublicNumber(number.includes(':') ? `[${number}]` : number))
      ? null
      : 'refused_address'
  } catch {
    return 'unknown_host'
  }
}

/** A URL's parser has written every form of an IPv4 address as four numbers, and IPv6 in brackets. */
function isNumber(hostname: string): boolean {
  return hostname.startsWith('[') || /^[\d.]+$/.test(hostname)
}

function isPublicNumber(hostname: string): boolean {
  // Written in the one form.
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

/** Public addresses begin with 2000::/3. Of them, Teredo, documentation, and 6to4 hold other networks. */
function isPublicIpv6(number: string): boolean {
  const [first = '', second = ''] = number.split(':')
  const [group, next] = [Number.parseInt(first || '0', 16), Number.parseInt(second || '0', 16)]
  if (group < 0x2000 || group > 0x3fff) return false
  const isOther = group === 0x2002 || (group === 0x2001 && (next < 0x200 || next === 0xdb8)) || group === 0x3fff
  return !isOther
}

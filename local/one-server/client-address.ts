import { type BlockList, isIP } from 'node:net'

interface Sender {
  /** The address of the socket. */
  remoteAddress: string
  /** `X-Forwarded-For`. A proxy appends the address that it was called from. */
  forwardedFor: string | undefined
}

/**
 * Returns the address of the client: the last one that no trusted proxy has. Headers of a sender that isn't a trusted proxy don't
 * count, because anybody can send them.
 */
export function readClientAddress({ remoteAddress, forwardedFor = '' }: Sender, proxies: BlockList): string {
  const chain = forwardedFor.split(',').map((entry) => entry.trim())
  let address = plain(remoteAddress)
  while (isTrusted(address, proxies)) {
    const before = chain.pop()
    if (before === undefined || isIP(plain(before)) === 0) return address
    address = plain(before)
  }
  return address
}

export function isTrusted(address: string, proxies: BlockList): boolean {
  const family = isIP(plain(address))
  return family !== 0 && proxies.check(plain(address), family === 6 ? 'ipv6' : 'ipv4')
}

/**
 * Returns the address alone. Some proxies add the port: `203.0.113.9:51234` or `[2001:db8::1]:51234`. A socket that listens on
 * all addresses writes IPv4 ones as `::ffff:10.0.0.1`.
 */
function plain(entry: string): string {
  const [, ipv6, ipv4] = /^(?:\[(.*)\]|([\d.]+))(?::\d+)?$/.exec(entry) ?? []
  return (ipv6 ?? ipv4 ?? entry).replace(/^::ffff:(?=\d+\.)/i, '')
}

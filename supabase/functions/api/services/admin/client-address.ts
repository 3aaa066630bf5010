/**
 * Returns the client's IP address. The platform adds the last item, so the client can't forge it. IPv6 counts by its
 * /64 prefix, which one customer owns.
 */
export function readClientAddress(header: string | undefined): string {
  const address = removePort(header?.split(',').at(-1)?.trim().toLowerCase() ?? '')
  const mapped = /^(?:::ffff:)?(\d{1,3}(?:\.\d{1,3}){3})$/.exec(address)?.[1]
  if (mapped) return mapped
  const [, high, low] = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(address) ?? []
  if (high && low) return [high, low].flatMap((group) => splitBytes(Number.parseInt(group, 16))).join('.')
  if (!/^[0-9a-f:]{2,39}$/.test(address) || !address.includes(':')) return 'unknown'
  const [head = '', tail] = address.split('::')
  const groups = head.split(':').filter(Boolean)
  const after = tail?.split(':').filter(Boolean) ?? []
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - groups.length - after.length)
  const all = [...groups, ...Array<string>(zeros).fill('0'), ...after]
  return `${all
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}

const splitBytes = (group: number) => [group >>> 8, group & 0xff]

/** Removes the port that some proxies add, such as Azure's: `203.0.113.9:51234` and `[2001:db8::1]:51234`. */
function removePort(entry: string): string {
  const [, ipv6, ipv4] = /^(?:\[(.*)\]|([\d.]+))(?::\d+)?$/.exec(entry) ?? []
  return ipv6 ?? ipv4 ?? entry
}

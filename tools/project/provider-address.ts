import { BlockList, isIPv4 } from 'node:net'

/** The addresses of a local machine or network. IPv4 addresses in IPv6 notation also match. */
const LOCAL = new BlockList()
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const)
  LOCAL.addSubnet(network, prefix, 'ipv4')
for (const [network, prefix] of [
  ['::', 127],
  ['fc00::', 7],
  ['fe80::', 10],
] as const)
  LOCAL.addSubnet(network, prefix, 'ipv6')

/** Names that RFC 6761, 6762, and 8375, and Docker reserve for this machine or network. */
const LOCAL_NAME = /(^|\.)(localhost|local|internal|lan|home\.arpa)$/

/** The servers that run on this machine by default, by provider. */
const OWN_SERVERS: Record<string, string> = { comfyui: 'ComfyUI', 'openai-server': 'video server' }

/**
 * Returns a sentence if the function, which runs on the internet, can't reach the provider. `setting` is the name of
 * the setting with the provider's URL.
 */
export function describeUnreachable(provider: string, setting: string, address: string): string | null {
  const own = OWN_SERVERS[provider]
  if (!address && own)
    return `Set ${setting} to the internet address of your ${own}. The function doesn't run on your machine.`
  const { hostname = '' } = URL.parse(address) ?? {}
  return isLocal(hostname)
    ? `Set ${setting} to an internet address. The function can't reach ${hostname} on your machine or network.`
    : null
}

function isLocal(hostname: string): boolean {
  if (hostname.startsWith('[')) return LOCAL.check(hostname.slice(1, -1), 'ipv6')
  if (isIPv4(hostname)) return LOCAL.check(hostname)
  const name = hostname.replace(/\.$/, '')
  return name !== '' && (!name.includes('.') || LOCAL_NAME.test(name))
}

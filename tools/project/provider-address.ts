import { BlockList, isIPv4 } from 'node:net'

/** Addresses of one machine or of one network. IPv4 written as IPv6 is found too. */
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

/** Reserved for this machine or network: RFC 6761, 6762, 8375 and Docker's. */
const LOCAL_NAME = /(^|\.)(localhost|local|internal|lan|home\.arpa)$/

/** Servers whose own address is this machine, by provider. */
const OWN_SERVERS: Record<string, string> = { comfyui: 'ComfyUI', 'openai-server': 'video server' }

/**
 * Returns a sentence when the function, which runs on the internet, can't reach the provider. `setting`: the name of the
 * setting that holds its address.
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

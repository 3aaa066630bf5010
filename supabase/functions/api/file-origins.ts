// Parses and matches file origins. An entry is an origin, or `https://*.name.tld` for all subdomains of that domain.

const WILDCARD = /^https:\/\/\*(\.[a-z0-9-]+){2,}$/
const LABELS = /^[a-z0-9-]+(\.[a-z0-9-]+)*$/

export function readFileOrigin(entry: string): string | null {
  const wildcard = entry.toLowerCase().replace(/\/+$/, '')
  if (WILDCARD.test(wildcard)) return wildcard
  const origin = URL.parse(entry)?.origin ?? 'null'
  return origin === 'null' || origin.includes('*') ? null : origin
}

/**
 * Returns whether an entry allows the URL. `entries` are results of `readFileOrigin`. A wildcard allows only https on
 * the default port.
 */
export function isFileOrigin(entries: readonly string[], address: URL): boolean {
  return entries.some((entry) => {
    if (!entry.includes('*')) return entry === address.origin
    const suffix = entry.slice('https://*'.length)
    const { protocol, port, hostname } = address
    if (protocol !== 'https:' || port !== '' || !hostname.endsWith(suffix)) return false
    return LABELS.test(hostname.slice(0, -suffix.length))
  })
}

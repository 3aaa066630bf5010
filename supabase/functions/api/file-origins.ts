// An entry is an origin, or `https://*.name.tld` for every name below that one.

const WILDCARD = /^https:\/\/\*(\.[a-z0-9-]+){2,}$/
const LABELS = /^[a-z0-9-]+(\.[a-z0-9-]+)*$/

export function readFileOrigin(entry: string): string | null {
  const wildcard = entry.toLowerCase().replace(/\/+$/, '')
  if (WILDCARD.test(wildcard)) return wildcard
  const origin = URL.parse(entry)?.origin ?? 'null'
  return origin === 'null' || origin.includes('*') ? null : origin
}

/** `entries` are results of readFileOrigin. A wildcard allows https on the default port only. */
export function isFileOrigin(entries: readonly string[], address: URL): boolean {
  return entries.some((entry) => {
    if (!entry.includes('*')) return entry === address.origin
    const suffix = entry.slice('https://*'.length)
    const { protocol, port, hostname } = address
    if (protocol !== 'https:' || port !== '' || !hostname.endsWith(suffix)) return false
    return LABELS.test(hostname.slice(0, -suffix.length))
  })
}

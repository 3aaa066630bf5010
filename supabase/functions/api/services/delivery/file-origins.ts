// Where finished videos may come from: an origin as it is, or `https://*.name.tld` for every name below that one.

const WILDCARD = /^https:\/\/\*(\.[a-z0-9-]+){2,}$/
const LABELS = /^[a-z0-9-]+(\.[a-z0-9-]+)*$/

/** The entry as it is compared, or null where it is none. What a copied address has after its host is left off. */
export function readFileOrigin(entry: string): string | null {
  const wildcard = entry.toLowerCase().replace(/\/+$/, '')
  if (WILDCARD.test(wildcard)) return wildcard
  const origin = URL.parse(entry)?.origin ?? 'null'
  return origin === 'null' || origin.includes('*') ? null : origin
}

/** `entries` are `readFileOrigin`'s. A wildcard lets in https on its own port alone, and one label or more before its name. */
export function isFileOrigin(entries: readonly string[], address: URL): boolean {
  return entries.some((entry) => {
    if (!entry.includes('*')) return entry === address.origin
    const suffix = entry.slice('https://*'.length)
    const { protocol, port, hostname } = address
    if (protocol !== 'https:' || port !== '' || !hostname.endsWith(suffix)) return false
    return LABELS.test(hostname.slice(0, -suffix.length))
  })
}

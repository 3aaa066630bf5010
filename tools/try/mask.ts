// Removes keys and personal data from a report. A provider's response can repeat either, in any encoding.

/** A shorter part of a key can't be told from other text. */
const PART = 8
const SHORTEST_SECRET = 4

const PERSONAL_FIELD =
  /(^|[_-])(e?mail|phone|user|username|account|customer|owner|org|organi[sz]ation|team|workspace|ip|login)([_-]|$)/
const REPLACED: [found: RegExp, by: string][] = [
  [/(https?:\/\/[^\s"'<>?#\\]+)[?#][^\s"'<>]*/g, '$1?(left out)'],
  [/[\w.+-]+@[\w-]+(\.[\w-]+)+/g, '(email)'],
  [/\b(\d{1,3}\.){3}\d{1,3}\b/g, '(IP address)'],
  [/\b([\da-f]{1,4}:){3,7}[\da-f:]*[\da-f]\b/gi, '(IP address)'],
  [/((?:\/home\/|\/Users\/|[a-z]:\\+Users\\+))[^\s/\\"']+/gi, '$1(name)'],
]

/** Returns a masked copy of any JSON value. `hosts`: names of the operator's own servers. */
export function maskReport<T>(value: T, secrets: readonly string[], hosts: readonly string[] = []): T {
  const parts = listParts(secrets)
  const maskText = (text: string) =>
    REPLACED.reduce(
      (result, [found, by]) => result.replace(found, by),
      hosts.reduce((result, host) => result.replaceAll(host, '(your-server)'), maskParts(text, parts)),
    )
  const mask = (one: unknown): unknown => {
    if (typeof one === 'string') return maskText(one)
    if (typeof one === 'number') return maskParts(String(one), parts) === String(one) ? one : '(secret)'
    if (Array.isArray(one)) return one.map(mask)
    if (typeof one !== 'object' || one === null) return one
    return Object.fromEntries(
      Object.entries(one).map(([name, inner]) => [maskText(name), isPersonal(name) ? '(left out)' : mask(inner)]),
    )
  }
  return mask(value) as typeof value
}

function isPersonal(name: string): boolean {
  return PERSONAL_FIELD.test(name.replace(/(?<=[a-z])(?=[A-Z])/g, '_').toLowerCase())
}

/** Returns every part of the secrets that must not stand in a report, by length. */
function listParts(secrets: readonly string[]): Map<number, Set<string>> {
  const whole = secrets.flatMap((secret) => [secret, ...secret.split(/[\s:]+/)])
  const forms = whole.filter(({ length }) => length >= SHORTEST_SECRET).flatMap(encodeSecret)
  const parts = new Map<number, Set<string>>()
  for (const form of forms.map(lowerLetters)) {
    const length = Math.min(PART, form.length)
    const known = parts.get(length) ?? new Set()
    for (let at = 0; at + length <= form.length; at += 1) known.add(form.slice(at, at + length))
    parts.set(length, known)
  }
  return parts
}

/** Returns the encodings of a secret. In base64, its letters depend on what stands before it. */
function encodeSecret(secret: string): string[] {
  const bytes = Buffer.from(secret)
  const inBase64 = (['base64', 'base64url'] as const).flatMap((encoding) =>
    [0, 1, 2].map((before) => {
      const text = Buffer.concat([Buffer.alloc(before), bytes])
        .toString(encoding)
        .replace(/=+$/, '')
      // The first and the last letters also encode the neighbors of the secret.
      return text.slice(Math.ceil((before * 4) / 3), (before + bytes.length) % 3 === 0 ? undefined : -1)
    }),
  )
  return [secret, encodeURIComponent(secret), bytes.toString('hex'), ...inBase64].filter(Boolean)
}

function maskParts(text: string, parts: Map<number, Set<string>>): string {
  const lower = lowerLetters(text)
  const isSecret = new Uint8Array(text.length)
  for (const [length, known] of parts)
    for (let at = 0; at + length <= text.length; at += 1)
      if (known.has(lower.slice(at, at + length))) isSecret.fill(1, at, at + length)
  let masked = ''
  for (let at = 0; at < text.length; at += 1)
    masked += isSecret[at] ? (isSecret[at - 1] ? '' : '(secret)') : (text[at] ?? '')
  return masked
}

/** Lowers ASCII letters only, so that the length stays the same. */
const lowerLetters = (text: string) => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase())

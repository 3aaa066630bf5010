// Calls that providers make when a task ends. The signature proves the sender; the task's state is asked for again.
import { timingSafeEqual } from 'hono/utils/buffer'
import { decodeBase64 } from 'hono/utils/encode'
import { Webhook as StandardWebhook } from 'standardwebhooks'
import type { Bytes } from '../../bytes.ts'

export interface Webhook {
  headers: Headers
  query: URLSearchParams
  /** The body as it was sent: the signature is over it. */
  body: string
  now: Date
}

/** Set by the operator; `url` is where this provider calls back. */
export interface WebhookOptions {
  url: string
  /** Empty where the provider signs with a key of its own. */
  secret: string
}

const MAX_AGE_SECONDS = 5 * 60
/** The year 5138 in seconds, 1973 in milliseconds. */
const MILLISECONDS_FROM = 1e11

export function getCallbackUrl({ url }: WebhookOptions, jobId: string): string {
  return `${url}?job=${jobId}`
}

/** `timestamp`: Unix time, in seconds or milliseconds. */
export function isRecent(timestamp: string | null | undefined, now: Date): boolean {
  if (!timestamp || !/^\d{1,14}$/.test(timestamp)) return false
  const time = Number(timestamp)
  const seconds = time >= MILLISECONDS_FROM ? time / 1000 : time
  return Math.abs(now.getTime() / 1000 - seconds) <= MAX_AGE_SECONDS
}

/** Compares in constant time. */
export async function isHmacSha256(key: Bytes, text: string, signature: Bytes | null): Promise<boolean> {
  if (signature === null) return false
  const imported = await crypto.subtle.importKey('raw', key, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify'])
  return crypto.subtle.verify('HMAC', imported, signature, encodeUtf8(text))
}

/** Signed as Standard Webhooks has it, at most five minutes ago. `secret`: `whsec_` and the base64 of the key. */
export async function isStandardWebhook({ headers, body, now }: Webhook, secret: string): Promise<boolean> {
  const [id, timestamp, signatures] = ['id', 'timestamp', 'signature'].map((name) => headers.get(`webhook-${name}`))
  const key = fromBase64(secret.replace(/^whsec_/, ''))
  if (!key || !id || !isRecent(timestamp, now)) return false
  // The package's own `verify` has no clock that a test can set.
  const expected = new StandardWebhook(key, { format: 'raw' }).sign(id, new Date(Number(timestamp) * 1000), body)
  // Several while the secret is replaced.
  for (const signature of (signatures ?? '').split(' ')) if (await timingSafeEqual(signature, expected)) return true
  return false
}

/** Undefined for anything but JSON. */
export function fromJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export function encodeUtf8(text: string): Bytes {
  return new TextEncoder().encode(text)
}

/** Null for anything else. */
export function fromBase64(text: string | null | undefined): Bytes | null {
  try {
    return text ? decodeBase64(text) : null
  } catch {
    return null
  }
}

/** Null for anything but pairs of hexadecimal digits. */
export function fromHex(hex: string | null | undefined): Bytes | null {
  if (!hex || !/^([0-9a-f]{2})+$/i.test(hex)) return null
  return new Uint8Array((hex.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16)))
}

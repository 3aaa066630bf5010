// Verifies the webhooks that providers send when a task ends. The signature proves the sender, and a status check reads
// the task's state.
import { timingSafeEqual } from 'hono/utils/buffer'
import { decodeBase64 } from 'hono/utils/encode'
import { Webhook as StandardWebhook } from 'standardwebhooks'
import type { Bytes } from '../../bytes.ts'

export interface Webhook {
  headers: Headers
  query: URLSearchParams
  /** The unparsed body, which the signature covers. */
  body: string
  now: Date
}

/** The operator's settings. `url`: where this provider sends webhooks. */
export interface WebhookOptions {
  url: string
  /**
   * Empty if the provider signs with its own key, or if no secret is set. Webhooks of other providers are then ignored,
   * because they can't be verified.
   */
  secret: string
}

const MAX_AGE_SECONDS = 5 * 60
/** As seconds, this is the year 5138. As milliseconds, this is the year 1973. */
const MILLISECONDS_FROM = 1e11

export function getCallbackUrl({ url }: WebhookOptions, jobId: string): string {
  return `${url}?job=${jobId}`
}

/** Returns whether a webhook is recent. `timestamp`: Unix time in seconds or milliseconds. */
export function isRecent(timestamp: string | null | undefined, now: Date): boolean {
  if (!timestamp || !/^\d{1,14}$/.test(timestamp)) return false
  const time = Number(timestamp)
  const seconds = time >= MILLISECONDS_FROM ? time / 1000 : time
  return Math.abs(now.getTime() / 1000 - seconds) <= MAX_AGE_SECONDS
}

/** Verifies an HMAC in constant time. */
export async function isHmacSha256(key: Bytes, text: string, signature: Bytes | null): Promise<boolean> {
  if (signature === null) return false
  const imported = await crypto.subtle.importKey('raw', key, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify'])
  return crypto.subtle.verify('HMAC', imported, signature, encodeUtf8(text))
}

/**
 * Verifies a Standard Webhooks signature that is at most five minutes old. `secret`: `whsec_` and the key in base64.
 */
export async function isStandardWebhook({ headers, body, now }: Webhook, secret: string): Promise<boolean> {
  const [id, timestamp, signatures] = ['id', 'timestamp', 'signature'].map((name) => headers.get(`webhook-${name}`))
  const key = fromBase64(secret.replace(/^whsec_/, ''))
  if (!key || !id || !isRecent(timestamp, now)) return false
  // The package's own `verify` has no clock that a test can set.
  const expected = new StandardWebhook(key, { format: 'raw' }).sign(id, new Date(Number(timestamp) * 1000), body)
  // A message has several signatures while the secret is being replaced.
  for (const signature of (signatures ?? '').split(' ')) if (await timingSafeEqual(signature, expected)) return true
  return false
}

/** Returns undefined for invalid JSON. */
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

/** Returns null for invalid base64. */
export function fromBase64(text: string | null | undefined): Bytes | null {
  try {
    return text ? decodeBase64(text) : null
  } catch {
    return null
  }
}

/** Returns null for invalid hexadecimal text. */
export function fromHex(hex: string | null | undefined): Bytes | null {
  if (!hex || !/^([0-9a-f]{2})+$/i.test(hex)) return null
  return new Uint8Array((hex.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16)))
}

// Verifies fal's webhooks: Ed25519 over the request ID, user ID, time, and hash of the body
// (docs.fal.ai/model-endpoints/webhooks).
import { sha256 } from 'hono/utils/crypto'
import { z } from 'zod'
import { encodeUtf8, fromHex, fromJson, isRecent, type Webhook } from './webhook.ts'

const KEYS_URL = 'https://rest.fal.ai/.well-known/jwks.json'
const RENEW_KEYS_MS = 60 * 60_000
/** fal's documentation allows at most 24 hours. */
const KEEP_KEYS_MS = 24 * 60 * 60_000
/**
 * The pause after a failed request for the keys. Without a pause, anyone could trigger such requests with unsigned
 * messages.
 */
const RETRY_KEYS_MS = 30_000
const KEYS_TIMEOUT_MS = 5000

const keySet = z.object({
  keys: z.array(z.looseObject({ kty: z.literal('OKP'), crv: z.literal('Ed25519'), x: z.string() })).min(1),
})
const message = z.looseObject({ request_id: z.string().min(1) })

/**
 * Returns a function that verifies a webhook and returns its request ID. That function returns null for an invalid
 * signature, and throws if no keys are available.
 */
export function createFalWebhooks(fetch: typeof globalThis.fetch): (webhook: Webhook) => Promise<string | null> {
  let [keys, failure]: [CryptoKey[], unknown] = [[], null]
  let [renewAt, keptUntil] = [0, 0]
  let renewal: Promise<void> | null = null

  async function fetchKeys(): Promise<CryptoKey[]> {
    const response = await fetch(KEYS_URL, { redirect: 'error', signal: AbortSignal.timeout(KEYS_TIMEOUT_MS) })
    if (!response.ok) throw new Error(`fal webhook keys returned HTTP ${response.status}`)
    const set = keySet.parse(await response.json())
    const imported = set.keys.map(({ kty, crv, x }) =>
      crypto.subtle.importKey('jwk', { kty, crv, x }, { name: 'Ed25519' }, false, ['verify']),
    )
    return Promise.all(imported)
  }

  async function renew(now: number): Promise<void> {
    try {
      keys = await fetchKeys()
      renewAt = now + RENEW_KEYS_MS
      keptUntil = now + KEEP_KEYS_MS
    } catch (cause) {
      failure = cause
      renewAt = now + RETRY_KEYS_MS
    }
    renewal = null
  }

  /** Returns the cached keys while the key server is unavailable. */
  async function getKeys(now: number): Promise<CryptoKey[]> {
    if (renewAt <= now) {
      renewal ??= renew(now)
      await renewal
    }
    if (keptUntil <= now) throw failure
    return keys
  }

  return async ({ headers, body, now }) => {
    const readHeader = (name: string) => headers.get(`x-fal-webhook-${name}`)
    const signature = fromHex(readHeader('signature'))
    if (!signature || !isRecent(readHeader('timestamp'), now)) return null
    const signed = encodeUtf8(
      [readHeader('request-id'), readHeader('user-id'), readHeader('timestamp'), await sha256(body)].join('\n'),
    )
    for (const key of await getKeys(now.getTime())) {
      if (await crypto.subtle.verify('Ed25519', key, signature, signed)) {
        return message.safeParse(fromJson(body)).data?.request_id ?? null
      }
    }
    return null
  }
}

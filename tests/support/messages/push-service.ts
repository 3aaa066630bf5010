// A browser that has subscribed, and what its push service and it do with a message. The encryption is undone and the
// signature is checked by other makers' libraries than the one that made them.
import { createECDH, type ECDH, randomBytes, randomUUID } from 'node:crypto'
import { decrypt } from 'http_ece'
import { importJWK, type JWTPayload, jwtVerify } from 'jose'
import type { SaveDeviceBody } from '../../../supabase/functions/_shared/contract/messages.ts'
import { createKeyPair } from '../../../supabase/functions/api/vapid.ts'
import type { ReceivedMessage } from './webhook-receiver.ts'

const { publicKey, privateKey } = createKeyPair()
export const VAPID = {
  VAPID_PUBLIC_KEY: publicKey,
  VAPID_PRIVATE_KEY: privateKey,
  VAPID_SUBJECT: 'mailto:operator@example.com',
}

export class Subscription {
  readonly endpoint: string
  readonly #pair: ECDH = createECDH('prime256v1')
  readonly #auth = randomBytes(16).toString('base64url')

  constructor(origin = 'https://push.example') {
    this.endpoint = `${origin}/send/${randomUUID()}`
    this.#pair.generateKeys()
  }

  get path(): string {
    return new URL(this.endpoint).pathname
  }

  get body(): SaveDeviceBody {
    return { endpoint: this.endpoint, keys: { p256dh: this.#pair.getPublicKey('base64url'), auth: this.#auth } }
  }

  /** Returns the message that the browser gets. Throws if it is for another browser. */
  decrypt({ bytes }: ReceivedMessage): unknown {
    const text = decrypt(bytes, { version: 'aes128gcm', privateKey: this.#pair, authSecret: this.#auth })
    return JSON.parse(text.toString())
  }
}

/** Returns the claims that the push service at this origin reads. Throws if another server has signed them. */
export async function verifyVapid(
  { headers }: ReceivedMessage,
  audience: string,
  serverKey = publicKey,
): Promise<JWTPayload> {
  const [, token = '', key = ''] = /^vapid t=(\S+), k=(\S+)$/.exec(headers.authorization ?? '') ?? []
  if (key !== serverKey) throw new Error('the key is not the one that the browser subscribed with')
  const point = Buffer.from(key, 'base64url')
  const x = point.subarray(1, 33).toString('base64url')
  const y = point.subarray(33).toString('base64url')
  const { payload } = await jwtVerify(token, await importJWK({ kty: 'EC', crv: 'P-256', x, y }, 'ES256'), { audience })
  return payload
}

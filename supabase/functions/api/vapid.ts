import { createECDH } from 'node:crypto'
import { decodeBase64Url } from 'hono/utils/encode'

/** The keys that identify this server to push services (RFC 8292), and the operator's contact. */
export interface Vapid {
  /** An uncompressed point of P-256 in base64url. */
  publicKey: string
  /** 32 bytes in base64url. */
  privateKey: string
  /** An https: or mailto: URL. */
  subject: string
}

const CURVE = 'prime256v1'
const KEY_DIGITS = 64

export function createKeyPair(): Pick<Vapid, 'publicKey' | 'privateKey'> {
  const pair = createECDH(CURVE)
  pair.generateKeys()
  // A small number would have fewer than 32 bytes.
  const digits = pair.getPrivateKey('hex').padStart(KEY_DIGITS, '0')
  return {
    publicKey: pair.getPublicKey('base64url'),
    privateKey: Buffer.from(digits, 'hex').toString('base64url'),
  }
}

/** Returns whether the private key has this public key. */
export function isKeyPair({ publicKey, privateKey }: Pick<Vapid, 'publicKey' | 'privateKey'>): boolean {
  try {
    const pair = createECDH(CURVE)
    // Deno takes and returns bytes only.
    pair.setPrivateKey(decodeBase64Url(privateKey))
    const [own, given] = [pair.getPublicKey(), decodeBase64Url(publicKey)]
    return own.length === given.length && given.every((byte, index) => byte === own[index])
  } catch {
    return false
  }
}

declare module 'http_ece' {
  import type { ECDH } from 'node:crypto'

  interface Parameters {
    version: 'aes128gcm'
    privateKey: ECDH
    /** 16 bytes in base64url. */
    authSecret: string
  }
  /** Throws if the body was encrypted for another key, or was changed. */
  export function decrypt(body: Buffer, parameters: Parameters): Buffer
}

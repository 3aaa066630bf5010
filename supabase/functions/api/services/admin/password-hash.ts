// Hashes passwords with PBKDF2, which WebCrypto supports on both Deno and Node (docs/decisions/008-authentication-and-sessions.md).

import { timingSafeEqual } from 'hono/utils/buffer'
import { decodeBase64Url, encodeBase64Url } from 'hono/utils/encode'
import type { Bytes } from '../../bytes.ts'

const ALGORITHM = 'pbkdf2-sha512'
/**
 * The iterations that the OWASP Password Storage Cheat Sheet recommends. They take about 0.1 s of an Edge Function's 2
 * s of CPU time.
 */
const ITERATIONS = 210_000
const MAX_ITERATIONS = 1_000_000
const SALT_BYTES = 16
const HASH_BITS = 256

export interface PasswordHash {
  iterations: number
  salt: Bytes
  hash: string
}

/** Returns `pbkdf2-sha512:<iterations>:<salt>:<hash>` in base64url. A shell expands none of these characters. */
export async function hashPassword(password: string): Promise<string> {
  const salt = crypto.getRandomValues(new Uint8Array(SALT_BYTES))
  return [ALGORITHM, ITERATIONS, toBase64Url(salt), await derive(password, salt, ITERATIONS)].join(':')
}

export function parsePasswordHash(text: string): PasswordHash | null {
  const parts = /^pbkdf2-sha512:(\d{6,7}):([\w-]{22,}):([\w-]{43})$/.exec(text.trim())
  const [, iterations = 0, salt = '', hash = ''] = parts ?? []
  if (!parts || Number(iterations) < ITERATIONS || Number(iterations) > MAX_ITERATIONS) return null
  return { iterations: Number(iterations), salt: decodeBase64Url(salt), hash }
}

export async function isPassword(password: string, { salt, iterations, hash }: PasswordHash): Promise<boolean> {
  return timingSafeEqual(await derive(password, salt, iterations), hash)
}

async function derive(password: string, salt: Bytes, iterations: number): Promise<string> {
  // Two keyboards can send different code points for the same password.
  const bytes = new TextEncoder().encode(password.normalize('NFKC'))
  const key = await crypto.subtle.importKey('raw', bytes, 'PBKDF2', false, ['deriveBits'])
  const bits = await crypto.subtle.deriveBits({ name: 'PBKDF2', hash: 'SHA-512', salt, iterations }, key, HASH_BITS)
  return toBase64Url(new Uint8Array(bits))
}

function toBase64Url(bytes: Bytes): string {
  return encodeBase64Url(bytes.buffer).replace(/=+$/, '')
}

import { randomBytes } from 'node:crypto'

/** Returns an unguessable ID in the provider's format: 25 characters that start with `cm`. */
export function createId(): string {
  let id = 'cm'
  while (id.length < 25) {
    for (const byte of randomBytes(32)) {
      // 252 is the largest multiple of 36 in a byte. A plain remainder would favor some digits.
      if (byte < 252 && id.length < 25) id += (byte % 36).toString(36)
    }
  }
  return id
}

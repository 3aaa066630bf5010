import { randomBytes } from 'node:crypto'

/** Looks like the provider's: 25 characters, `cm` first, unguessable. */
export function createId(): string {
  let id = 'cm'
  while (id.length < 25) {
    for (const byte of randomBytes(32)) {
      // The largest multiple of 36 in a byte: a plain remainder would favor some digits.
      if (byte < 252 && id.length < 25) id += (byte % 36).toString(36)
    }
  }
  return id
}

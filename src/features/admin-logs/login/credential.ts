// Kept for this tab: the short-lived token, or, only after the fallback, which has no token, the password. One of flag and
// credential without the other counts as logged out.
import * as z from 'zod/mini'
import { readEntry, removeEntry, writeEntry } from '@/lib/browser/storage'

const ENTRY = { flag: 'admin_logged_in', credential: 'admin_credential' }

const text = z.string().check(z.minLength(1))
const credentialSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('token'), token: text }),
  z.object({ kind: z.literal('password'), password: text }),
])
export type Credential = z.infer<typeof credentialSchema>

export function readCredential(): Credential | null {
  const isLoggedIn = readEntry(ENTRY.flag, z.literal(true), 'sessionStorage')
  return isLoggedIn && readEntry(ENTRY.credential, credentialSchema, 'sessionStorage')
}

export function keepCredential(credential: Credential): void {
  writeEntry(ENTRY.flag, true, 'sessionStorage')
  writeEntry(ENTRY.credential, credential, 'sessionStorage')
}

export function forgetCredential(): void {
  for (const name of Object.values(ENTRY)) removeEntry(name, 'sessionStorage')
}

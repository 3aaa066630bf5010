// Stores the administrator's credential for this tab. It is a short-lived token, or the password after the fallback,
// which has no token. If only the flag or only the credential is stored, the administrator is logged out.
import { readEntry, removeEntry, writeEntry } from '@/lib/browser/storage'
import * as s from '@/lib/shape'

const ENTRY = { flag: 'admin_logged_in', credential: 'admin_credential' }

const tokenShape = s.object({ kind: s.oneOf('token'), token: s.filled })
const passwordShape = s.object({ kind: s.oneOf('password'), password: s.filled })
export type Credential = s.Infer<typeof tokenShape> | s.Infer<typeof passwordShape>

const readCredentialShape: s.Shape<Credential> = (value) => s.read(tokenShape, value) ?? passwordShape(value)

export function readCredential(): Credential | null {
  const isLoggedIn = readEntry(ENTRY.flag, s.oneOf(true), 'sessionStorage')
  return isLoggedIn && readEntry(ENTRY.credential, readCredentialShape, 'sessionStorage')
}

export function saveCredential(credential: Credential): void {
  writeEntry(ENTRY.flag, true, 'sessionStorage')
  writeEntry(ENTRY.credential, credential, 'sessionStorage')
}

export function clearCredential(): void {
  for (const name of Object.values(ENTRY)) removeEntry(name, 'sessionStorage')
}

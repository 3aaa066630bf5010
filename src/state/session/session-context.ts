import type { Session } from '@supabase/supabase-js'
import { createContext } from 'react'
import type { LocalUser } from '@/lib/browser/storage'
import type { Profile } from './profile'
import type { SignInCode } from './use-auth-client'

export interface SessionValue {
  status: 'loading' | 'signed_in' | 'signed_out'
  /** Unless it is `fine`, the status stays `loading`. */
  signInCode: SignInCode
  /** Loads the code of the sign-in again. */
  retry(): void
  session: Session | null
  profile: Profile | null
  /** Without a session it still counts as signed in, until the server refuses. */
  localUser: LocalUser | null
  /** Of the session, or of the local user. */
  userId: string | null
  isSignedIn: boolean
  /** Also clears what the user left in this browser. Never rejects. */
  signOut(): Promise<void>
  /** Clears the entries `user` and `token`, as after a 401. */
  dropLocalUser(): void
  /** Reads the session from storage, for changes without an event. Returns whether there is one; never rejects. */
  recheck(): Promise<boolean>
}

export const SessionContext = createContext<SessionValue | null>(null)

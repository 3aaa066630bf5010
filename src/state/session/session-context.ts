import type { Session } from '@supabase/supabase-js'
import { createContext } from 'react'
import type { LocalUser } from '@/lib/browser/storage'
import type { Profile } from './profile'
import type { SignInCode } from './use-auth-client'

export interface SessionValue {
  status: 'loading' | 'signed_in' | 'signed_out'
  /** Where it is not `fine`, the status stays `loading`: see `retry`. */
  signInCode: SignInCode
  /** Asks again for the code of the sign-in, which did not arrive. */
  retry(): void
  session: Session | null
  profile: Profile | null
  /** The stored entry `user`; without a session it still counts as signed in, until the server says no. */
  localUser: LocalUser | null
  /** Of the session, or of the local user: whose jobs and credits are shown. */
  userId: string | null
  /** A session or a local user. */
  isSignedIn: boolean
  /** Signs out here and at the server, and clears what the user left in this browser. Never rejects. */
  signOut(): Promise<void>
  /** Clears the entries `user` and `token`, as after a 401. */
  dropLocalUser(): void
  /** Reads the session from shared storage again, for changes no event told of. Resolves with whether there is one; never rejects. */
  recheck(): Promise<boolean>
}

export const SessionContext = createContext<SessionValue | null>(null)

/**
 * What the auth events mean for the app. It owns who is signed in and which sign-in this is; the work a sign-in causes
 * is done elsewhere (session-provider.tsx), once for each `visit`.
 */
import type { AuthChangeEvent, Session } from '@supabase/supabase-js'
import { type Profile, profileOf } from './profile'
import { sessionKey } from './session-key'

export interface Visit {
  /** The same for one sign-in, whatever happens to its tokens. */
  key: string
  /** True when the person signed in just now, false when a stored session was found on loading the page. */
  isNew: boolean
}

export type SessionState =
  | { status: 'loading' }
  | { status: 'signed_in'; session: Session; profile: Profile; visit: Visit }
  | { status: 'signed_out' }

export type SessionAction =
  | { type: 'auth_event'; event: AuthChangeEvent; session: Session | null }
  /** The answer to a direct question, such as after a popup closed. */
  | { type: 'session_fetched'; session: Session | null }

export const initialSessionState: SessionState = { status: 'loading' }

export function sessionReducer(state: SessionState, action: SessionAction): SessionState {
  if (action.type === 'session_fetched') return fetched(state, action.session, state.status === 'signed_out')
  const { event, session } = action
  switch (event) {
    case 'INITIAL_SESSION':
      return fetched(state, session, false)
    case 'SIGNED_OUT':
      return { status: 'signed_out' }
    // Fires again on focus and in other tabs; and, while the client starts, for a session stored before.
    case 'SIGNED_IN':
      return session ? signedIn(state, session, state.status !== 'loading') : state
    case 'TOKEN_REFRESHED':
    case 'USER_UPDATED':
    case 'PASSWORD_RECOVERY':
    case 'MFA_CHALLENGE_VERIFIED':
      return session ? signedIn(state, session, false) : state
    default:
      return event satisfies never
  }
}

function fetched(state: SessionState, session: Session | null, isNew: boolean): SessionState {
  return session ? signedIn(state, session, isNew) : { status: 'signed_out' }
}

function signedIn(state: SessionState, session: Session, isNew: boolean): SessionState {
  const key = sessionKey(session)
  const visit = state.status === 'signed_in' && state.visit.key === key ? state.visit : { key, isNew }
  return { status: 'signed_in', session, profile: profileOf(session.user), visit }
}

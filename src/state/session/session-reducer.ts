// Decides who is signed in. auth.ts runs the steps of a sign-in, once for each `visit`.
import type { AuthChangeEvent, Session } from '@supabase/supabase-js'
import { getSessionKey, type Profile, readProfile } from './profile'

export interface SessionScope {
  /** The key of one sign-in, which doesn't change when the token is refreshed. */
  key: string
  /** Whether the user has just signed in. False for a stored session found at page load. */
  isNew: boolean
}

export type AuthState =
  | { status: 'loading' }
  | { status: 'signed_in'; session: Session; profile: Profile; visit: SessionScope }
  | { status: 'signed_out' }

export type SessionAction =
  | { type: 'auth_event'; event: AuthChangeEvent; session: Session | null }
  /** A direct request for the session ended, such as after a popup closed. */
  | { type: 'session_fetched'; session: Session | null }

export const initialAuthState: AuthState = { status: 'loading' }

export function reduceSession(state: AuthState, action: SessionAction): AuthState {
  if (action.type === 'session_fetched') return applySession(state, action.session, state.status === 'signed_out')
  const { event, session } = action
  switch (event) {
    case 'INITIAL_SESSION':
      return applySession(state, session, state.status === 'signed_out')
    case 'SIGNED_OUT':
      return { status: 'signed_out' }
    // This event fires again on focus and in other tabs, and at page load for a stored session.
    case 'SIGNED_IN':
      return session ? enterSession(state, session, state.status !== 'loading') : state
    case 'TOKEN_REFRESHED':
    case 'USER_UPDATED':
    case 'PASSWORD_RECOVERY':
    case 'MFA_CHALLENGE_VERIFIED':
      return session ? enterSession(state, session, false) : state
    default:
      return event satisfies never
  }
}

function applySession(state: AuthState, session: Session | null, isNew: boolean): AuthState {
  return session ? enterSession(state, session, isNew) : { status: 'signed_out' }
}

function enterSession(state: AuthState, session: Session, isNew: boolean): AuthState {
  const key = getSessionKey(session)
  const visit = state.status === 'signed_in' && state.visit.key === key ? state.visit : { key, isNew }
  return { status: 'signed_in', session, profile: readProfile(session.user), visit }
}

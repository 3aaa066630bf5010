// @vitest-environment node
import type { AuthChangeEvent, Session } from '@supabase/supabase-js'
import { describe, expect, it } from 'vitest'
import { type AuthState, initialAuthState, reduceSession } from '@/state/session/session-reducer'
import { testSession } from '../../../support/app/session'

const session = testSession()
const sameSession = testSession({ tokenNumber: 2 })
const otherSession = testSession({ sessionId: 'session-2' })

const loading: AuthState = initialAuthState
const signedOut: AuthState = { status: 'signed_out' }
const signedIn = on(loading, 'INITIAL_SESSION', session)

function on(state: AuthState, event: AuthChangeEvent, next: Session | null): AuthState {
  return reduceSession(state, { type: 'auth_event', event, session: next })
}

const EVENTS_WITH_SESSION: AuthChangeEvent[] = [
  'INITIAL_SESSION',
  'SIGNED_IN',
  'TOKEN_REFRESHED',
  'USER_UPDATED',
  'PASSWORD_RECOVERY',
  'MFA_CHALLENGE_VERIFIED',
]

describe.each(EVENTS_WITH_SESSION)('Session event %s', (event) => {
  it.each([
    ['loading', loading],
    ['signed out', signedOut],
    ['signed in', signedIn],
  ])('signs in with a session while %s', (_, state) => {
    expect(on(state, event, otherSession)).toMatchObject({
      status: 'signed_in',
      session: otherSession,
      profile: { id: otherSession.user.id, name: 'Ada Byron' },
      visit: { key: 'session-2' },
    })
  })

  it("keeps the current session's visit, and updates its token", () => {
    const next = on(signedIn, event, sameSession)
    expect(next).toMatchObject({ session: sameSession })
    expect(next.status === 'signed_in' && signedIn.status === 'signed_in' && next.visit === signedIn.visit).toBe(true)
  })
})

it('signs out the session on INITIAL_SESSION without a session', () => {
  expect(on(loading, 'INITIAL_SESSION', null)).toEqual(signedOut)
})

it.each(EVENTS_WITH_SESSION.filter((event) => event !== 'INITIAL_SESSION'))(
  'ignores the auth event %s without a session',
  (event) => {
    for (const state of [loading, signedOut, signedIn]) expect(on(state, event, null)).toBe(state)
  },
)

it('signs out the session on SIGNED_OUT in every state', () => {
  for (const state of [loading, signedOut, signedIn]) expect(on(state, 'SIGNED_OUT', null)).toEqual(signedOut)
})

describe('New visit', () => {
  const isNew = (state: AuthState) => state.status === 'signed_in' && state.visit.isNew

  it('starts a new visit when SIGNED_IN follows signed out', () => {
    expect(isNew(on(signedOut, 'SIGNED_IN', session))).toBe(true)
  })

  it('starts a new visit on INITIAL_SESSION if the client was observed only after the sign-in', () => {
    expect(isNew(on(signedOut, 'INITIAL_SESSION', session))).toBe(true)
  })

  it('starts a new visit when SIGNED_IN has another session', () => {
    expect(isNew(on(signedIn, 'SIGNED_IN', otherSession))).toBe(true)
  })

  it('starts a new visit when a session is fetched without an event', () => {
    expect(isNew(reduceSession(signedOut, { type: 'session_fetched', session }))).toBe(true)
  })

  it('starts no new visit for a stored session, for which SIGNED_IN precedes INITIAL_SESSION', () => {
    expect(isNew(on(on(loading, 'SIGNED_IN', session), 'INITIAL_SESSION', session))).toBe(false)
    expect(isNew(on(loading, 'INITIAL_SESSION', session))).toBe(false)
    expect(isNew(reduceSession(loading, { type: 'session_fetched', session }))).toBe(false)
  })

  it('starts no new visit when a stored session returns after a refresh that failed at first', () => {
    expect(isNew(on(signedOut, 'TOKEN_REFRESHED', session))).toBe(false)
  })
})

it('signs out the session when fetching it finds none', () => {
  expect(reduceSession(signedIn, { type: 'session_fetched', session: null })).toEqual(signedOut)
})

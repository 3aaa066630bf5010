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

describe.each(EVENTS_WITH_SESSION)('%s', (event) => {
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

  it('keeps the visit of the session that is there, and takes its new token', () => {
    const next = on(signedIn, event, sameSession)
    expect(next).toMatchObject({ session: sameSession })
    expect(next.status === 'signed_in' && signedIn.status === 'signed_in' && next.visit === signedIn.visit).toBe(true)
  })
})

it('signs out on INITIAL_SESSION without a session', () => {
  expect(on(loading, 'INITIAL_SESSION', null)).toEqual(signedOut)
})

it.each(EVENTS_WITH_SESSION.filter((event) => event !== 'INITIAL_SESSION'))('ignores %s without a session', (event) => {
  for (const state of [loading, signedOut, signedIn]) expect(on(state, event, null)).toBe(state)
})

it('signs out on SIGNED_OUT from every state', () => {
  for (const state of [loading, signedOut, signedIn]) expect(on(state, 'SIGNED_OUT', null)).toEqual(signedOut)
})

describe('a visit is new', () => {
  const isNew = (state: AuthState) => state.status === 'signed_in' && state.visit.isNew

  it('begins when SIGNED_IN follows signed out', () => {
    expect(isNew(on(signedOut, 'SIGNED_IN', session))).toBe(true)
  })

  it('begins on INITIAL_SESSION if the client was followed only after the sign-in', () => {
    expect(isNew(on(signedOut, 'INITIAL_SESSION', session))).toBe(true)
  })

  it('begins when SIGNED_IN brings another session', () => {
    expect(isNew(on(signedIn, 'SIGNED_IN', otherSession))).toBe(true)
  })

  it('begins when a session is fetched without an event', () => {
    expect(isNew(reduceSession(signedOut, { type: 'session_fetched', session }))).toBe(true)
  })

  it("doesn't begin for a stored session: the client sends SIGNED_IN for it before INITIAL_SESSION", () => {
    expect(isNew(on(on(loading, 'SIGNED_IN', session), 'INITIAL_SESSION', session))).toBe(false)
    expect(isNew(on(loading, 'INITIAL_SESSION', session))).toBe(false)
    expect(isNew(reduceSession(loading, { type: 'session_fetched', session }))).toBe(false)
  })

  it("doesn't begin when a stored session returns after a refresh that first failed", () => {
    expect(isNew(on(signedOut, 'TOKEN_REFRESHED', session))).toBe(false)
  })
})

it('signs out when a fetch finds nothing', () => {
  expect(reduceSession(signedIn, { type: 'session_fetched', session: null })).toEqual(signedOut)
})

import { expect, it } from 'vitest'
import { profileOf } from '@/state/session/profile'
import { sessionKey } from '@/state/session/session-key'
import { testSession } from '../../../support/app/session'

it.each([
  ['the name of the account', { name: ' Ada Byron ', email: 'ada@example.com' }, 'Ada Byron'],
  ['the part before the @', { name: null, email: 'ada@example.com' }, 'ada'],
  ["'User'", { name: '  ', email: '' }, 'User'],
])('is called by %s', (_, account, name) => {
  expect(profileOf(testSession(account).user).name).toBe(name)
})

it('takes over the picture, and only if it is text', () => {
  const { user } = testSession({ picture: 'https://pictures.test/ada.png' })
  expect(profileOf(user).picture).toBe('https://pictures.test/ada.png')
  expect(profileOf({ ...user, user_metadata: { avatar_url: 5 } }).picture).toBeNull()
})

it('names a session by its id, which a refresh keeps', () => {
  expect(sessionKey(testSession())).toBe(sessionKey(testSession({ tokenNumber: 2 })))
  expect(sessionKey(testSession())).not.toBe(sessionKey(testSession({ sessionId: 'session-2' })))
})

it('names a session whose token does not say its id by the person', () => {
  const { user } = testSession()
  for (const access_token of ['opaque', 'a.b.c', `x.${btoa('{"sub":"u"}')}.y`]) {
    expect(sessionKey({ ...testSession(), access_token })).toBe(user.id)
  }
})

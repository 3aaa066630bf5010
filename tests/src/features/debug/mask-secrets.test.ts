import { expect, it } from 'vitest'
import { maskEntry } from '@/features/debug/mask-secrets'
import { testSession } from '../../../support/app/session'

const signedIn = testSession()

it('hides every token of a stored session, and shows the rest', () => {
  const session = { ...signedIn, provider_token: 'ya29.secret', provider_refresh_token: '1//secret' }
  const shown = maskEntry('sb-backend-auth-token', JSON.stringify(session))
  for (const secret of [session.access_token, session.refresh_token, 'ya29.secret', '1//secret']) {
    expect(shown).not.toContain(secret)
  }
  expect(shown).toContain('ada@example.com')
})

it.each([
  ['token', 'opaque-value'],
  ['sb-backend-auth-token-code-verifier', '"opaque-value/recovery"'],
  ['anything', signedIn.access_token],
  ['anything', JSON.stringify({ note: `Bearer ${signedIn.access_token}` })],
  ['list', JSON.stringify([{ apiKey: 'opaque-value' }])],
])('hides the secret in %s', (name, stored) => {
  const shown = maskEntry(name, stored)
  expect(shown).not.toContain('opaque-value')
  expect(shown).not.toContain(signedIn.access_token)
  expect(shown).toContain('••••••')
})

it('shows the local user as it is', () => {
  expect(JSON.parse(maskEntry('user', '{"id":"u","credits":450}'))).toEqual({ id: 'u', credits: 450 })
})

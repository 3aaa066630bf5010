import { expect, it } from 'vitest'
import { readLoginReturn } from '@/features/login/login-failure'

it.each([
  ['a code', '?popup=1&code=abc', '', { kind: 'code', code: 'abc' }],
  ['nothing', '?popup=1', '', { kind: 'none' }],
  ['denied consent', '?error=access_denied&error_description=no', '', { kind: 'failure', failure: 'denied' }],
  ['a fault of the provider', '?error=server_error', '', { kind: 'failure', failure: 'failed' }],
  ['an error in the hash', '', '#error=access_denied&error_code=403', { kind: 'failure', failure: 'denied' }],
  ['an error beside a code', '?code=abc&error=server_error', '', { kind: 'failure', failure: 'failed' }],
])('reads %s', (_, search, hash, expected) => {
  expect(readLoginReturn({ search, hash })).toEqual(expected)
})

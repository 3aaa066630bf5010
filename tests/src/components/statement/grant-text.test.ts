import { expect, it } from 'vitest'
import { describeGrant } from '@/components/statement/grant-text'

const grant = (source: string, note = '', isFromAdministrator = false) => ({
  grant: { source, note, isFromAdministrator },
})

it.each([
  [grant('lite'), 'Lite plan'],
  [grant('pro', 'Simulated plan'), 'Pro plan'],
  [grant('pro_plus'), 'Pro+ plan'],
  [grant('birthday', 'A present'), 'A present'],
  [grant('unknown'), 'Credits added'],
  [grant('grace', 'Prize of the contest', true), 'Credits from the administrator: Prize of the contest'],
])('describes the grant %o as "%s"', (line, said) => {
  expect(describeGrant(line)).toBe(said)
})

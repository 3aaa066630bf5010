import type { StatementLine } from '@contract/credits'
import { expect, it } from 'vitest'
import { movementText } from '@/features/library/statement/movement-text'

const line = (patch: Partial<StatementLine>): StatementLine => ({
  id: '1',
  at: '2026-11-20T09:00:00Z',
  kind: 'hold',
  amount: -20,
  balanceAfter: 0,
  credits: 20,
  jobId: 'job',
  modelName: 'Kling 1.6',
  prompt: 'A storm',
  grant: null,
  ...patch,
})
const grant = (source: string, note = '', isFromAdministrator = false) =>
  line({ kind: 'grant', jobId: null, modelName: null, grant: { source, note, isFromAdministrator } })

it.each([
  [line({}), '20 credits held for a Kling 1.6 video'],
  [line({ kind: 'capture', amount: 0 }), '20 credits charged for a Kling 1.6 video'],
  [line({ kind: 'release', amount: 20 }), '20 credits returned for a Kling 1.6 video'],
  [line({ modelName: null }), '20 credits held for a video'],
  [grant('lite'), 'Lite plan'],
  [grant('pro', 'Simulated plan'), 'Pro plan'],
  [grant('pro_plus'), 'Pro+ plan'],
  [grant('birthday', 'A present'), 'A present'],
  [grant('unknown'), 'Credits added'],
  [grant('grace', 'Prize of the contest', true), 'Credits from the administrator: Prize of the contest'],
])('describes %o as "%s"', (movement, said) => {
  expect(movementText(movement)).toBe(said)
})

import type { StatementLine } from '../../contract.ts'
import { modelName } from '../models.ts'
import type { StatementEntry } from './ledger.ts'

export function statementLine(entry: StatementEntry): StatementLine {
  return {
    id: entry.id,
    at: entry.at,
    kind: entry.kind,
    amount: entry.change,
    balanceAfter: entry.balance_after,
    jobId: entry.job_id,
    description: describe(entry),
  }
}

const PLAN_NAMES = new Map([
  ['lite', 'Lite plan'],
  ['pro', 'Pro plan'],
  ['pro_plus', 'Pro+ plan'],
])

function describe({ kind, credits, type, source, description }: StatementEntry): string {
  const video = `a ${modelName(source)} video`
  switch (kind) {
    case 'grant':
      if (type === 'admin_grant') return `Credits from the administrator: ${description}`
      return PLAN_NAMES.get(source) ?? (description || 'Credits added')
    case 'hold':
      return `${credits} credits held for ${video}`
    case 'capture':
      return `${credits} credits charged for ${video}`
    case 'release':
      return `Given back: ${credits} credits held for ${video}`
    default:
      return kind satisfies never
  }
}

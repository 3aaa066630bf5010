import type { StatementLine } from '../../contract.ts'
import type { StatementEntry } from './ledger.ts'

/** `nameOf` names the model of an id. */
export function statementLine(entry: StatementEntry, nameOf: (id: string) => string): StatementLine {
  return {
    id: entry.id,
    at: entry.at,
    kind: entry.kind,
    amount: entry.change,
    balanceAfter: entry.balance_after,
    jobId: entry.job_id,
    description: describe(entry, nameOf),
  }
}

const PLAN_NAMES = new Map([
  ['lite', 'Lite plan'],
  ['pro', 'Pro plan'],
  ['pro_plus', 'Pro+ plan'],
])

function describe(
  { kind, credits, type, source, description }: StatementEntry,
  nameOf: (id: string) => string,
): string {
  const video = `a ${nameOf(source)} video`
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

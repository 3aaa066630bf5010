import type { StatementLine } from '../../../../../contract/credits.ts'
import type { StatementEntry } from './ledger.ts'

/** `nameOf` names the model of an id. */
export function statementLine(entry: StatementEntry, nameOf: (id: string) => string): StatementLine {
  const { id, at, kind, change, balance_after, credits, job_id, type, source, description, prompt } = entry
  const isGrant = kind === 'grant'
  const isFromAdministrator = type === 'admin_grant'
  return {
    id,
    at,
    kind,
    amount: change,
    balanceAfter: balance_after,
    credits,
    jobId: job_id,
    modelName: isGrant ? null : nameOf(source),
    prompt,
    // The source of the administrator's is who it was.
    grant: isGrant ? { source: isFromAdministrator ? '' : source, isFromAdministrator, note: description } : null,
  }
}

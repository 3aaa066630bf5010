import { z } from 'zod'
import { type StatementLine, statementLine } from '../../../_shared/contract/credits.ts'

export const entryPage = z.object({
  opening_balance: z.number(),
  closing_balance: z.number(),
  has_more: z.boolean(),
  entries: z.array(
    z.object({
      id: z.string(),
      at: z.string(),
      kind: statementLine.shape.kind,
      job_id: z.string().nullable(),
      credits: z.number(),
      change: z.number(),
      balance_after: z.number(),
      type: z.string(),
      source: z.string(),
      description: z.string(),
      prompt: z.string().nullable(),
    }),
  ),
})
export type EntryPage = z.output<typeof entryPage>
type StatementEntry = EntryPage['entries'][number]

/** Converts an entry for the response. `nameOf` returns the display name of a model. */
export function viewEntry(entry: StatementEntry, nameOf: (id: string) => string): StatementLine {
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
    // The source of an administrator's grant is the administrator's name, which users don't see.
    grant: isGrant ? { source: isFromAdministrator ? '' : source, isFromAdministrator, note: description } : null,
  }
}

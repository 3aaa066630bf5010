import type { StatementLine, StatementPage } from '@contract/credits'

/** A row of the statement: a grant, or a job from its hold to its end. */
export interface StatementRow {
  /** The grant, or the job's hold. */
  entry: StatementLine
  /** The kind of the row's latest entry. */
  state: StatementLine['kind']
  /** The row's effect on the balance: the sum of all its entries, in credits. */
  amount: number
  balanceAfter: number
}

export interface Statement {
  rows: StatementRow[]
  closing: number
  /** Whether each page's opening balance plus its entries equals its closing balance, and each job has its hold. */
  addsUp: boolean
}

/**
 * Returns one row per job. Entries are newest first, so a job's end precedes its hold. The row's position is the hold's
 * position. A job whose hold isn't loaded yet has no row.
 * @param pages newest first; returns null without pages
 */
export function foldStatement(pages: readonly StatementPage[]): Statement | null {
  const first = pages[0]
  const last = pages.at(-1)
  if (!first || !last) return null
  const ends = new Map<string, StatementLine>()
  const rows: StatementRow[] = []
  let balanceAfter = first.closingBalance
  for (const entry of pages.flatMap(({ entries }) => entries)) {
    const { jobId, kind } = entry
    if (jobId && (kind === 'capture' || kind === 'release')) {
      ends.set(jobId, entry)
      continue
    }
    const end = ends.get(jobId ?? '')
    ends.delete(jobId ?? '')
    const amount = entry.amount + (end?.amount ?? 0)
    rows.push({ entry, state: (end ?? entry).kind, amount, balanceAfter })
    balanceAfter -= amount
  }
  const isWhole = last.nextCursor !== null || ends.size === 0
  return { rows, closing: first.closingBalance, addsUp: isWhole && doPagesAddUp(pages) }
}

function doPagesAddUp(pages: readonly StatementPage[]): boolean {
  return pages.every(({ openingBalance, closingBalance, entries }, index) => {
    const sum = entries.reduce((total, { amount }) => total + amount, openingBalance)
    return sum === closingBalance && (pages[index - 1]?.openingBalance ?? closingBalance) === closingBalance
  })
}

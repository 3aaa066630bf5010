import type { StatementLine, StatementPage } from '@contract/credits'

/** One row of the statement: a grant, or a job from its hold to its end. */
export interface StatementRow {
  /** The grant, or the hold of the job. */
  entry: StatementLine
  /** The latest entry's: what became of the hold. */
  state: StatementLine['kind']
  /** Credits that the row added to the balance, all its entries together. */
  amount: number
  balanceAfter: number
}

export interface Statement {
  rows: StatementRow[]
  /** Balance before the oldest row. */
  opening: number
  closing: number
  /** True when opening and entries make the balance, within each page and across pages, and each job has its hold. */
  addsUp: boolean
}

/**
 * Returns one row per job. Entries come newest first, so the end of a job is read before its hold. Its row stands where the hold
 * stands, and the end of a page splits no job: until the hold is loaded, its credits are part of the opening balance.
 *
 * @param pages newest first; null without one
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
  return { rows, opening: balanceAfter, closing: first.closingBalance, addsUp: isWhole && doPagesAddUp(pages) }
}

function doPagesAddUp(pages: readonly StatementPage[]): boolean {
  return pages.every(({ openingBalance, closingBalance, entries }, index) => {
    const sum = entries.reduce((total, { amount }) => total + amount, openingBalance)
    return sum === closingBalance && (pages[index - 1]?.openingBalance ?? closingBalance) === closingBalance
  })
}

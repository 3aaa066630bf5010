import type { StatementRow } from '@/components/statement/fold-statement'

export interface Month {
  /** Such as 'November 2026', by the user's own time. */
  name: string
  rows: StatementRow[]
  /** Credits that all rows of the month added to the balance. Null as long as some of them aren't loaded. */
  change: number | null
}

const monthFormat = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric' })

/** Puts rows, newest first, into their months. `isWhole`: there is no older row than these. */
export function groupByMonth(rows: readonly StatementRow[], isWhole: boolean): Month[] {
  const months: Month[] = []
  for (const row of rows) {
    const date = new Date(row.entry.at)
    const name = Number.isNaN(date.getTime()) ? 'Earlier' : monthFormat.format(date)
    const last = months.at(-1)
    if (last?.name === name) last.rows.push(row)
    else months.push({ name, rows: [row], change: 0 })
  }
  for (const [index, month] of months.entries()) {
    const isCut = !isWhole && index === months.length - 1
    month.change = isCut ? null : month.rows.reduce((sum, { amount }) => sum + amount, 0)
  }
  return months
}

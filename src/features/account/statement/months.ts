import type { StatementRow } from '@/components/statement/fold-statement'

export interface Month {
  /** The month in the user's time zone, such as 'November 2026'. */
  name: string
  rows: StatementRow[]
  /** The month's effect on the balance, in credits. Null if some of its rows aren't loaded. */
  change: number | null
}

const monthFormat = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric' })

/** Groups rows, newest first, by month. `isWhole`: whether the rows include the oldest one. */
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

import type { StatementRow } from '@/components/statement/fold-statement'

export interface Month {
  /** The month in the user's time zone, such as 'November 2026'. */
  name: string
  rows: StatementRow[]
  /** Null if some of the month's rows aren't loaded. */
  totals: MonthTotals | null
}

interface MonthTotals {
  /** The month's first day in the user's time zone, such as 'Nov 1'. */
  openedOn: string
  /** The balance before the month's rows, in credits. */
  opening: number
  /** The month's effect on the balance, in credits. */
  change: number
}

const monthFormat = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric' })
const dayFormat = new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric' })

/** Groups rows, newest first, by month. `isWhole`: whether the rows include the oldest one. */
export function groupByMonth(rows: readonly StatementRow[], isWhole: boolean): Month[] {
  const months: Month[] = []
  for (const row of rows) {
    const date = new Date(row.entry.at)
    const name = Number.isNaN(date.getTime()) ? 'Earlier' : monthFormat.format(date)
    const last = months.at(-1)
    if (last?.name === name) last.rows.push(row)
    else months.push({ name, rows: [row], totals: null })
  }
  const whole = isWhole ? months : months.slice(0, -1)
  for (const month of whole) month.totals = sumUp(month.rows)
  return months
}

function sumUp(rows: readonly StatementRow[]): MonthTotals | null {
  const oldest = rows.at(-1)
  const date = new Date(oldest?.entry.at ?? '')
  if (!oldest || Number.isNaN(date.getTime())) return null
  return {
    openedOn: dayFormat.format(new Date(date.getFullYear(), date.getMonth(), 1)),
    opening: oldest.balanceAfter - oldest.amount,
    change: rows.reduce((sum, { amount }) => sum + amount, 0),
  }
}

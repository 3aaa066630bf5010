import type { StatementRow } from '@/components/statement/fold-statement'
import { PeakWave } from '@/components/tracks/peak-wave'

const BARS = 120
/** Fewer transactions make no curve. */
const MIN_ROWS = 3

/** Draws the balance after each loaded transaction as a wave, oldest first. `rows` are newest first. */
export function BalanceWave({ rows }: { rows: readonly StatementRow[] }) {
  const highest = Math.max(...rows.map(({ balanceAfter }) => balanceAfter))
  if (rows.length < MIN_ROWS || highest <= 0) return null
  const levels = Array.from({ length: BARS }, (_, bar) => {
    const row = rows[rows.length - 1 - Math.floor((bar * rows.length) / BARS)]
    return Math.max(0, row?.balanceAfter ?? 0) / highest
  })
  return <PeakWave levels={levels} className="h-14 w-full border-r-2 border-coral text-amber/70" />
}

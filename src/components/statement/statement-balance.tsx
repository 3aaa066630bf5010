import { joinClasses } from '@/components/join-classes'
import { formatCredits } from '@/lib/format-credits'

interface StatementBalanceProps {
  credits: number
  /** Whether the balance is the section's main figure. */
  isLarge?: boolean
}

/** Shows the balance. An opening balance of the loaded rows would change with each page of older rows. */
export function StatementBalance({ credits, isLarge = false }: StatementBalanceProps) {
  return (
    <dl className={joinClasses('tabular-nums', !isLarge && 'flex justify-between gap-4 sm:block')}>
      <dt className="text-sm text-soft">Available now</dt>
      <dd className={isLarge ? 'mt-1 wide text-title' : 'text-lg font-semibold'}>{formatCredits(credits)} credits</dd>
    </dl>
  )
}

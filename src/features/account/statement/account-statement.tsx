import { CreditCard } from 'lucide-react'
import { useMemo, useState } from 'react'
import { Button } from '@/components/button'
import { ButtonLink } from '@/components/button-link'
import { Skeleton } from '@/components/skeleton'
import { foldStatement } from '@/components/statement/fold-statement'
import { StatementBalance } from '@/components/statement/statement-balance'
import { StatementTable } from '@/components/statement/statement-table'
import { useStatement } from '@/components/statement/use-statement'
import { paths } from '@/config/paths'
import { ACCOUNT_TEXT } from '../account-text'
import { ListFrame } from '../list-frame'
import { BalanceWave } from './balance-wave'
import { MonthRows } from './month-rows'
import { groupByMonth } from './months'
import { SaveCsv } from './save-csv'

/** Shows the balance, and the statement by month. */
export function AccountStatement() {
  const { pages, isLoading, hasFailed, hasOlder, loadOlder, reload } = useStatement()
  const statement = useMemo(() => foldStatement(pages), [pages])
  const months = statement ? groupByMonth(statement.rows, !hasOlder) : []
  /** The months that the user opened or closed. The others are open if they are the newest, or were loaded on request. */
  const [choices, setChoices] = useState<Readonly<Record<string, boolean>>>({})
  const firstPage = new Set(foldStatement(pages.slice(0, 1))?.rows.map(({ entry }) => entry.id))

  return (
    <div className="@container grid grid-cols-1 gap-8">
      {!statement && isLoading && (
        <div role="status" aria-label="Loading your statement">
          <Skeleton className="h-40 w-full" />
        </div>
      )}
      {statement && (
        <div className="flex flex-wrap items-end justify-between gap-x-10 gap-y-4">
          <StatementBalance credits={statement.closing} isLarge />
          {months.length > 0 && <SaveCsv />}
        </div>
      )}
      {statement && <BalanceWave rows={statement.rows} />}
      {statement?.addsUp === false && (
        <p className="flex flex-wrap items-center gap-3 text-bad">
          {ACCOUNT_TEXT.statementMoved}
          <Button variant="secondary" size="sm" onClick={reload}>
            Try again
          </Button>
        </p>
      )}
      {months.length > 0 && (
        <StatementTable>
          {months.map((month, index) => {
            const isOpen =
              choices[month.name] ?? (index === 0 || month.rows.some(({ entry }) => !firstPage.has(entry.id)))
            return (
              <MonthRows
                key={month.name}
                month={month}
                isOpen={isOpen}
                onToggle={() => setChoices({ ...choices, [month.name]: !isOpen })}
              />
            )
          })}
        </StatementTable>
      )}
      {statement && months.length === 0 && !hasOlder && (
        <ListFrame isEmpty Icon={CreditCard} title={ACCOUNT_TEXT.noTransactions} hint={ACCOUNT_TEXT.noTransactionsHint}>
          <ButtonLink to={paths.pricing} variant="secondary">
            See plans and pricing
          </ButtonLink>
        </ListFrame>
      )}
      {hasFailed && (
        <p role="alert" className="text-bad">
          {ACCOUNT_TEXT.statementFailed}
        </p>
      )}
      {(hasOlder || hasFailed) && (
        <div>
          <Button variant="secondary" size="sm" busy={isLoading} onClick={loadOlder}>
            {hasFailed ? 'Try again' : 'Older transactions'}
          </Button>
        </div>
      )}
    </div>
  )
}

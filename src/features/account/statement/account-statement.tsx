import { Download } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { Button } from '@/components/button'
import { FailedAction } from '@/components/missing-code/failed-action'
import { Skeleton } from '@/components/skeleton'
import { foldStatement } from '@/components/statement/fold-statement'
import { StatementBalance } from '@/components/statement/statement-balance'
import { StatementTable } from '@/components/statement/statement-table'
import type { useStatement } from '@/components/statement/use-statement'
import { saveFile } from '@/lib/browser/save-file'
import { formatCredits, formatTransaction } from '@/lib/format-credits'
import { useServices } from '@/state/services-context'
import { useOnline } from '@/state/use-online'
import { AccountSection } from '../account-section'
import { ACCOUNT_TEXT } from '../account-text'
import { groupByMonth } from './months'
import { createStatementCsv } from './statement-csv'

/** Shows the balance, and the statement by month. */
export function AccountStatement(props: ReturnType<typeof useStatement>) {
  const { pages, isLoading, hasFailed, hasOlder, loadOlder, reload } = props
  const statement = useMemo(() => foldStatement(pages), [pages])
  const months = statement ? groupByMonth(statement.rows, !hasOlder) : []
  return (
    <AccountSection title={ACCOUNT_TEXT.statement} hint={ACCOUNT_TEXT.statementHint}>
      <div className="@container grid grid-cols-1 gap-6">
        {!statement && isLoading && (
          <div role="status" aria-label="Loading your statement">
            <Skeleton className="h-40 w-full" />
          </div>
        )}
        {statement && (
          <div className="flex flex-wrap items-start justify-between gap-x-10 gap-y-4">
            <div className="max-sm:w-full">
              <StatementBalance credits={statement.closing} />
            </div>
            {months.length > 0 && <SaveCsv />}
          </div>
        )}
        {statement?.addsUp === false && (
          <p className="flex flex-wrap items-center gap-3 text-bad">
            {ACCOUNT_TEXT.statementMoved}
            <Button variant="secondary" size="sm" onClick={reload}>
              Try again
            </Button>
          </p>
        )}
        {months.map(({ name, rows, totals }) => (
          <section key={name} aria-label={name}>
            <h3 className="flex flex-wrap items-baseline justify-between gap-x-4 font-semibold">
              {name}
              {totals && (
                <span className="flex flex-wrap gap-x-4 text-sm font-normal text-soft tabular-nums">
                  <span>{`Opening balance on ${totals.openedOn}: ${formatCredits(totals.opening)}`}</span>
                  <span>{formatTransaction(totals.change)} credits</span>
                </span>
              )}
            </h3>
            <StatementTable rows={rows} />
          </section>
        ))}
        {statement && months.length === 0 && !hasOlder && <p className="text-soft">{ACCOUNT_TEXT.noTransactions}</p>}
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
    </AccountSection>
  )
}

function SaveCsv() {
  const { creditsApi } = useServices()
  const isOnline = useOnline()
  const [isSaving, setIsSaving] = useState(false)
  /** The cause of the last failure. */
  const [cause, setCause] = useState<unknown>(null)
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])

  async function save() {
    const abort = new AbortController()
    running.current = abort
    const { signal } = abort
    setIsSaving(true)
    setCause(null)
    try {
      const csv = await createStatementCsv((cursor) => creditsApi.statement(cursor), signal)
      saveFile(
        new Blob([csv], { type: 'text/csv;charset=utf-8' }),
        `credit-statement-${new Date().toISOString().slice(0, 10)}.csv`,
      )
    } catch (error) {
      if (!signal.aborted) setCause(error)
    }
    setIsSaving(false)
  }

  return (
    <div>
      <Button variant="secondary" size="sm" busy={isSaving} disabled={!isOnline} onClick={save}>
        {!isSaving && <Download aria-hidden="true" className="size-4" />}
        Download CSV
      </Button>
      {cause !== null && (
        <FailedAction cause={cause} text={ACCOUNT_TEXT.csvFailed} className="mt-2 max-w-xs text-sm text-bad" />
      )}
    </div>
  )
}

import { ChevronDown } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { Button } from '@/components/button'
import { useCode } from '@/components/hooks/use-code'
import { MissingCode } from '@/components/missing-code/missing-code'
import { Skeleton } from '@/components/skeleton'
import { useStatement } from '@/components/statement/use-statement'
import { STATEMENT_ID } from '@/config/paths'

const loadFolded = () => import('./folded-statement').then(({ FoldedStatement }) => FoldedStatement)

const FAILED = "We couldn't load your statement. Your credits aren't affected."

interface StatementProps {
  /** Whether the list above has its final height. */
  isSettled: boolean
}

/**
 * Shows the statement. It loads when opened and after each transaction, because it must match the balance in the
 * header.
 */
export function Statement({ isSettled }: StatementProps) {
  const details = useRef<HTMLDetailsElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  const { pages, isLoading, hasOlder, loadOlder, ...statement } = useStatement(isOpen)
  const folded = useCode(loadFolded, isOpen)

  const { hash, key } = useLocation()
  const hasPages = pages.length > 0
  // Scrolls again once the rows are rendered, because the page may have been too short before.
  // biome-ignore lint/correctness/useExhaustiveDependencies: as said
  useEffect(() => {
    const summary = details.current?.querySelector('summary')
    if (!isSettled || !summary || hash !== `#${STATEMENT_ID}`) return
    if (details.current) details.current.open = true
    summary.scrollIntoView()
    summary.focus({ preventScroll: true })
  }, [hash, key, isSettled, hasPages])

  return (
    <details
      ref={details}
      className="group mt-10 border-y border-hairline"
      onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
    >
      <summary
        id={STATEMENT_ID}
        className="flex min-h-14 flex-wrap items-center justify-between gap-x-4 py-2 text-lg font-semibold hover:text-amber"
      >
        <span className="flex items-center gap-2">
          <ChevronDown
            aria-hidden="true"
            className="size-4 shrink-0 text-soft transition-transform duration-150 group-open:rotate-180"
          />
          Statement
        </span>
        <span className="text-sm font-normal text-soft">All your credit transactions</span>
      </summary>
      <div className="@container grid grid-cols-1 gap-5 pt-2 pb-8">
        {(pages.length === 0 ? isLoading : !folded.code && !folded.isMissing) && <Skeleton className="h-40 w-full" />}
        {folded.code && <folded.code pages={pages} />}
        {folded.isMissing ? (
          <MissingCode code={folded} text={FAILED} className="text-bad" />
        ) : (
          statement.hasFailed && (
            <p role="alert" className="text-bad">
              {FAILED}
            </p>
          )
        )}
        {!folded.isMissing && (hasOlder || statement.hasFailed) && (
          <div>
            <Button variant="secondary" size="sm" busy={isLoading} onClick={loadOlder}>
              {statement.hasFailed ? 'Try again' : 'Older transactions'}
            </Button>
          </div>
        )}
      </div>
    </details>
  )
}

import type { StatementPage } from '@contract/credits'
import { ChevronDown } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { Button } from '@/components/button'
import { useCode } from '@/components/hooks/use-code'
import { Skeleton } from '@/components/skeleton'
import { STATEMENT_ID } from '@/config/paths'
import { useCredits } from '@/state/credits/use-credits'
import { useJobs } from '@/state/jobs/use-jobs'
import { useServices } from '@/state/services-context'

const loadFolded = () => import('./folded-statement').then(({ FoldedStatement }) => FoldedStatement)

type Loading = 'idle' | 'loading' | 'failed'

interface StatementProps {
  /** True once the list above has its height. */
  isSettled: boolean
}

/** The statement. It loads when opened and again after each transaction, because it must agree with the balance in the header. */
export function Statement({ isSettled }: StatementProps) {
  // Each settled job changes the statement.
  const settledJobs = useJobs(({ jobs }) => jobs.filter(({ settlement }) => settlement !== 'held').length)
  const { creditsApi } = useServices()
  const { credits } = useCredits()
  const details = useRef<HTMLDetailsElement>(null)
  const asked = useRef(0)
  const [pages, setPages] = useState<StatementPage[]>([])
  const [loading, setLoading] = useState<Loading>('idle')
  const [wasOpened, setWasOpened] = useState(false)
  const { code: Folded, isMissing, retry } = useCode(loadFolded, wasOpened)
  const cursor = pages.at(-1)?.nextCursor ?? null

  async function load(from: string | null) {
    asked.current += 1
    const mine = asked.current
    setLoading('loading')
    try {
      const page = await creditsApi.statement(from ?? undefined)
      if (mine !== asked.current) return
      setPages((shown) => (from ? [...shown, page] : [page]))
      setLoading('idle')
    } catch {
      if (mine === asked.current) setLoading('failed')
    }
  }

  const location = useLocation()
  const hasPages = pages.length > 0
  const hasFailed = loading === 'failed' || isMissing
  // Again once its rows are there: before, the page may have been too short to scroll so far.
  // biome-ignore lint/correctness/useExhaustiveDependencies: as said
  useEffect(() => {
    const summary = details.current?.querySelector('summary')
    if (!isSettled || !summary || location.hash !== `#${STATEMENT_ID}`) return
    if (details.current) details.current.open = true
    summary.scrollIntoView()
    summary.focus({ preventScroll: true })
  }, [location, isSettled, hasPages])

  const onMovement = useEffectEvent(() => {
    if (details.current?.open && pages.length > 0) void load(null)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new transaction
  useEffect(() => onMovement(), [credits, settledJobs])

  return (
    <details
      ref={details}
      className="group mt-10 border-y border-hairline"
      onToggle={({ currentTarget }) => {
        if (!currentTarget.open) return
        setWasOpened(true)
        void load(null)
      }}
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
        {(pages.length === 0 ? loading === 'loading' : !Folded && !isMissing) && <Skeleton className="h-40 w-full" />}
        {Folded && <Folded pages={pages} />}
        {hasFailed && (
          <p role="alert" className="text-bad">
            We couldn't load your statement. Your credits aren't affected.
          </p>
        )}
        {(cursor || hasFailed) && (
          <div>
            <Button
              variant="secondary"
              size="sm"
              busy={loading === 'loading'}
              onClick={isMissing ? retry : () => load(cursor)}
            >
              {hasFailed ? 'Try again' : 'Older transactions'}
            </Button>
          </div>
        )}
      </div>
    </details>
  )
}

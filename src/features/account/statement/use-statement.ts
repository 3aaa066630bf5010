import type { StatementPage } from '@contract/credits'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { foldStatement } from '@/components/statement/fold-statement'
import { useCredits } from '@/state/credits/use-credits'
import { useJobs } from '@/state/jobs/use-jobs'
import { useServices } from '@/state/services-context'

/** Loads the statement page by page, and the first page again after each transaction. */
export function useStatement() {
  const { creditsApi } = useServices()
  const { credits } = useCredits()
  const settledJobs = useJobs(({ jobs }) => jobs.filter(({ settlement }) => settlement !== 'held').length)
  const [pages, setPages] = useState<StatementPage[]>([])
  const [loading, setLoading] = useState<'idle' | 'loading' | 'failed'>('loading')
  const [hasSettled, setHasSettled] = useState(false)
  const asked = useRef(0)

  const load = useCallback(
    async (from: string | null) => {
      asked.current += 1
      const mine = asked.current
      setLoading('loading')
      try {
        const page = await creditsApi.statement(from ?? undefined)
        if (mine !== asked.current) return
        setPages((shown) => (from ? [...shown, page] : [page]))
        setLoading('idle')
      } catch {
        if (mine !== asked.current) return
        setLoading('failed')
      }
      setHasSettled(true)
    },
    [creditsApi],
  )

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new transaction
  useEffect(() => {
    void load(null)
    return () => {
      asked.current += 1
    }
  }, [load, credits, settledJobs])

  return {
    statement: useMemo(() => foldStatement(pages), [pages]),
    cursor: pages.at(-1)?.nextCursor ?? null,
    loading,
    /** True once the first page has arrived or failed, and from then on. */
    hasSettled,
    load,
    reload: () => load(null),
  }
}

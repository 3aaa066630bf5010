import type { StatementPage } from '@contract/credits'
import { useCallback } from 'react'
import { useCredits } from '@/state/credits/use-credits'
import { useJobs } from '@/state/jobs/use-jobs'
import { useServices } from '@/state/services-context'
import { useRemote } from '@/state/use-remote'

const NONE: readonly StatementPage[] = []

/** Loads the statement page by page while `isOn`. Loads the first page again after each transaction. */
export function useStatement(isOn = true) {
  const { creditsApi } = useServices()
  const { credits } = useCredits()
  const settledJobs = useJobs(({ jobs }) => jobs.filter(({ settlement }) => settlement !== 'held').length)
  const read = useCallback(async () => [await creditsApi.statement()], [creditsApi])
  const { data, error, isLoading, load } = useRemote<readonly StatementPage[]>(read, isOn, [credits, settledJobs])
  const pages = data ?? NONE
  const cursor = pages.at(-1)?.nextCursor
  return {
    pages,
    isLoading,
    hasFailed: !isLoading && error !== null,
    hasOlder: Boolean(cursor),
    loadOlder: () => load(cursor ? async () => [...pages, await creditsApi.statement(cursor)] : read),
    reload: () => load(),
  }
}

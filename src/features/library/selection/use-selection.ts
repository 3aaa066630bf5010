import { useCallback, useState } from 'react'
import { useJobs } from '@/state/jobs/use-jobs'
import { hasSameItems } from '@/state/use-selector'
import type { Entry } from '../entries'

/** The selected videos, in the order in which they were selected. */
export function useSelection() {
  /** The selected ids. Null while nothing is being selected. */
  const [ids, setIds] = useState<readonly string[] | null>(null)
  const toggle = useCallback((jobId: string) => {
    setIds((before) => {
      const known = before ?? []
      return known.includes(jobId) ? known.filter((id) => id !== jobId) : [...known, jobId]
    })
  }, [])
  // A chosen one may have been deleted elsewhere.
  const chosen = useJobs(
    ({ jobs }) => (ids ?? []).flatMap((chosenId) => jobs.find(({ id }) => id === chosenId) ?? []),
    hasSameItems,
  )
  return {
    isOn: ids !== null,
    chosen,
    toggle,
    /** Returns a job's place in the selection, from 1. 0: not selected. Undefined: it can't be selected now. */
    placeOf: ({ id, kind }: Entry) =>
      ids === null || kind === 'open' ? undefined : chosen.findIndex((job) => job.id === id) + 1,
    begin: () => setIds([]),
    end: () => setIds(null),
  }
}

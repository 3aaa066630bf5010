import { useCallback, useState } from 'react'
import { isOpen, type Job } from '@/state/jobs/job'

/** Videos chosen in the list, in the order in which they were chosen. */
export function useSelection(jobs: readonly Job[]) {
  /** Null while nothing is chosen from. */
  const [ids, setIds] = useState<readonly string[] | null>(null)
  const toggle = useCallback((jobId: string) => {
    setIds((before) => {
      const known = before ?? []
      return known.includes(jobId) ? known.filter((id) => id !== jobId) : [...known, jobId]
    })
  }, [])
  // A chosen one may have been deleted elsewhere.
  const chosen = (ids ?? []).flatMap((chosenId) => jobs.find(({ id }) => id === chosenId) ?? [])
  return {
    isOn: ids !== null,
    chosen,
    toggle,
    /** The place of the job in the selection, from 1; 0 when it is not in it. Undefined when it cannot be chosen now. */
    placeOf: (job: Job) => (ids === null || isOpen(job) ? undefined : chosen.indexOf(job) + 1),
    begin: () => setIds([]),
    end: () => setIds(null),
  }
}

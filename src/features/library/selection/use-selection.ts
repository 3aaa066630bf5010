import { useCallback, useEffect } from 'react'
import { useJobActions, useJobs } from '@/state/jobs/use-jobs'
import { hasSameItems } from '@/state/use-selector'
import type { Entry } from '../entries'

type Ids = readonly string[] | null

/**
 * The selected videos, in the order in which they were selected.
 * @param ids null while nothing is being selected
 */
export function useSelection(ids: Ids, onChange: (update: (before: Ids) => Ids) => void) {
  const actions = useJobActions()
  const toggle = useCallback(
    (jobId: string) =>
      onChange((before) => {
        const known = before ?? []
        return known.includes(jobId) ? known.filter((id) => id !== jobId) : [...known, jobId]
      }),
    [onChange],
  )
  // A chosen one may have been deleted elsewhere.
  const chosen = useJobs(
    ({ jobs }) => (ids ?? []).flatMap((chosenId) => jobs.find(({ id }) => id === chosenId) ?? []),
    hasSameItems,
  )

  // biome-ignore lint/correctness/useExhaustiveDependencies: those of the address that was opened; others are in the list
  useEffect(() => {
    let isGone = false
    async function readUnknown() {
      for (const id of ids ?? []) {
        if (isGone) return
        if (!actions.get().jobs.some((job) => job.id === id)) await actions.renew(id).catch(() => null)
      }
    }
    void readUnknown()
    return () => {
      isGone = true
    }
  }, [actions])

  return {
    isOn: ids !== null,
    chosen,
    toggle,
    /** Returns a job's place in the selection, from 1. 0: not selected. Undefined: it can't be selected now. */
    placeOf: ({ id, kind }: Entry) =>
      ids === null || kind === 'open' ? undefined : chosen.findIndex((job) => job.id === id) + 1,
    begin: () => onChange(() => []),
    end: () => onChange(() => null),
  }
}

import { useCallback, useEffect } from 'react'
import { useJobActions, useJobs } from '@/state/jobs/use-jobs'
import { hasSameItems } from '@/state/use-selector'
import type { Entry } from '../entries'

type Ids = readonly string[] | null

/**
 * Manages the selected videos, in the order of selection.
 * @param ids null outside selection mode
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
  // A selected job may have been deleted on another device.
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
    /**
     * Returns a job's position in the selection, from 1. 0 if it isn't selected. Undefined if the user can't select it
     * now.
     */
    placeOf: ({ id, kind }: Entry) =>
      ids === null || kind === 'open' ? undefined : chosen.findIndex((job) => job.id === id) + 1,
    begin: () => onChange(() => []),
    end: () => onChange(() => null),
  }
}

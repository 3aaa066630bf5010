import { useEffect, useRef, useState } from 'react'
import type { Job } from '@/state/jobs/job'

export function rowId(jobId: string): string {
  return `video-${jobId}`
}

/** Keeps the focus in the list when rows come and go. `isAsking`: a dialog is open. */
export function useRowFocus(jobs: readonly Job[], focusTitle: () => void, isAsking: boolean) {
  const shownBefore = useRef<number | null>(null)
  const beside = useRef<string | null>(null)
  const [wanted, setWanted] = useState<string | null>(null)

  useEffect(() => {
    const first = shownBefore.current === null ? undefined : jobs[shownBefore.current]
    if (!first) return
    shownBefore.current = null
    setWanted(first.id)
  }, [jobs])

  // A closing dialog returns the focus to a row that is gone by then.
  useEffect(() => {
    if (isAsking || beside.current === null) return
    if (beside.current) setWanted(beside.current)
    else focusTitle()
    beside.current = null
  }, [isAsking, focusTitle])

  return {
    /** The job whose row is to get the focus, wherever it is in the list. */
    wanted,
    focus: setWanted,
    /** The first new row gets the focus. */
    awaitMore() {
      shownBefore.current = jobs.length
    },
    /** When the dialog closes, the next row or the heading gets the focus. */
    awaitGone(jobId: string) {
      const index = jobs.findIndex(({ id }) => id === jobId)
      beside.current = (jobs[index + 1] ?? jobs[index - 1])?.id ?? ''
    },
  }
}

import { type RefObject, useEffect, useRef } from 'react'
import type { Job } from '@/state/jobs/job'

/** The id of a job's row in the page. */
export function rowId(jobId: string): string {
  return `video-${jobId}`
}

/** Where the focus goes when rows come and go, so that the keyboard stays in the list. `isAsking`: a dialog is open. */
export function useRowFocus(jobs: readonly Job[], title: RefObject<HTMLElement | null>, isAsking: boolean) {
  const shownBefore = useRef<number | null>(null)
  const beside = useRef<string | null>(null)

  useEffect(() => {
    const first = shownBefore.current === null ? undefined : jobs[shownBefore.current]
    if (!first) return
    shownBefore.current = null
    focusRow(first.id)
  }, [jobs])

  // A dialog that closes gives the focus back to where it was, which is gone by then.
  useEffect(() => {
    if (isAsking || beside.current === null) return
    if (!focusRow(beside.current)) title.current?.focus()
    beside.current = null
  }, [isAsking, title])

  return {
    /** More were asked for: the first new one gets the focus. */
    awaitMore() {
      shownBefore.current = jobs.length
    },
    /** This one will be gone when the dialog closes: what takes its place gets the focus, or the heading. */
    awaitGone(jobId: string) {
      const index = jobs.findIndex(({ id }) => id === jobId)
      beside.current = (jobs[index + 1] ?? jobs[index - 1])?.id ?? ''
    },
  }
}

function focusRow(jobId: string): boolean {
  const row = document.getElementById(rowId(jobId))
  row?.focus()
  return row !== null
}

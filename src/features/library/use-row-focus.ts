import { type RefObject, useEffect, useRef } from 'react'
import type { Job } from '@/state/jobs/job'

export function rowId(jobId: string): string {
  return `video-${jobId}`
}

/** Keeps the focus in the list when rows come and go. `isAsking`: a dialog is open. */
export function useRowFocus(jobs: readonly Job[], title: RefObject<HTMLElement | null>, isAsking: boolean) {
  const shownBefore = useRef<number | null>(null)
  const beside = useRef<string | null>(null)

  useEffect(() => {
    const first = shownBefore.current === null ? undefined : jobs[shownBefore.current]
    if (!first) return
    shownBefore.current = null
    focusRow(first.id)
  }, [jobs])

  // A closing dialog returns the focus to a row that is gone by then.
  useEffect(() => {
    if (isAsking || beside.current === null) return
    if (!focusRow(beside.current)) title.current?.focus()
    beside.current = null
  }, [isAsking, title])

  return {
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

function focusRow(jobId: string): boolean {
  const row = document.getElementById(rowId(jobId))
  row?.focus()
  return row !== null
}

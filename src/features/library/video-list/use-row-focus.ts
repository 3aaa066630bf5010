import { useEffect, useRef } from 'react'
import type { Entry } from '../entries'

interface FocusOptions {
  entries: readonly Entry[]
  focusRow: (jobId: string) => void
  focusTitle: () => void
  /** Whether a dialog is open. */
  isAsking: boolean
}

/** Keeps the focus in the list when a row is removed. Returns a function to call with the ID of the removed job. */
export function useFocusAdjacent({ entries, focusRow, focusTitle, isAsking }: FocusOptions): (jobId: string) => void {
  const adjacent = useRef<string | null>(null)
  const gone = useRef(new Set<string>())

  // A closing dialog returns the focus to a row that no longer exists.
  useEffect(() => {
    if (isAsking || adjacent.current === null) return
    if (adjacent.current) focusRow(adjacent.current)
    else focusTitle()
    adjacent.current = null
  }, [isAsking, focusRow, focusTitle])

  /** Plans the focus of the next row, or of the heading, for when the dialog closes. */
  return (jobId: string) => {
    const index = entries.findIndex(({ id }) => id === jobId)
    gone.current.add(jobId)
    const isLeft = ({ id }: Entry) => !gone.current.has(id)
    const next = entries.slice(index + 1).find(isLeft) ?? entries.slice(0, Math.max(index, 0)).findLast(isLeft)
    adjacent.current = next?.id ?? ''
  }
}

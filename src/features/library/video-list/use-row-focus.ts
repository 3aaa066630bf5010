import { useEffect, useRef } from 'react'
import type { Entry } from '../entries'

interface FocusOptions {
  entries: readonly Entry[]
  focusRow: (jobId: string) => void
  focusTitle: () => void
  /** True while a dialog is open. */
  isAsking: boolean
}

/** Keeps the focus in the list when a row disappears. Returns a function to call with the id of its job. */
export function useFocusAdjacent({ entries, focusRow, focusTitle, isAsking }: FocusOptions): (jobId: string) => void {
  const adjacent = useRef<string | null>(null)
  const gone = useRef(new Set<string>())

  // A closing dialog returns the focus to a row that is gone by then.
  useEffect(() => {
    if (isAsking || adjacent.current === null) return
    if (adjacent.current) focusRow(adjacent.current)
    else focusTitle()
    adjacent.current = null
  }, [isAsking, focusRow, focusTitle])

  /** Moves the focus to the next row, or to the heading, when the dialog closes. */
  return (jobId: string) => {
    const index = entries.findIndex(({ id }) => id === jobId)
    gone.current.add(jobId)
    const isLeft = ({ id }: Entry) => !gone.current.has(id)
    const next = entries.slice(index + 1).find(isLeft) ?? entries.slice(0, Math.max(index, 0)).findLast(isLeft)
    adjacent.current = next?.id ?? ''
  }
}

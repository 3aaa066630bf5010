import { useMemo, useState } from 'react'
import type { Entry } from '../entries'
import type { View } from '../filter-url/filter-url'
import { useColumns } from '../use-view'
import { layOutLines } from './lines'

/**
 * Returns the layout of the jobs in lines.
 * @param wanted the ID of the job whose row gets the focus; a failed job unfolds the failures
 * @param isFailedList whether the user asked for the failed jobs only
 */
export function useLines(entries: readonly Entry[], view: View, wanted: string | null, isFailedList = false) {
  const columns = useColumns(view)
  const [isUnfolded, setIsUnfolded] = useState(false)
  if (!isUnfolded && entries.some(({ id, kind }) => id === wanted && kind === 'failed')) setIsUnfolded(true)
  const lines = useMemo(
    () => layOutLines(entries, { columns, isFailedList, isUnfolded }),
    [entries, columns, isFailedList, isUnfolded],
  )
  /** The jobs that have a row. */
  const rows = useMemo(() => lines.flatMap((line) => (line.kind === 'folded' ? [] : line.entries)), [lines])
  return { lines, rows, columns, isUnfolded, toggleFold: () => setIsUnfolded(!isUnfolded) }
}

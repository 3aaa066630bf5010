import type { Entry } from '../entries'

/** A line of the library: several videos, the header of folded failures, or a failed job. */
export interface Line {
  /** The ID of the line's first job, or FOLD_KEY. */
  key: string
  kind: 'videos' | 'folded' | 'failed'
  /** The jobs in the line. The header's entries are all folded jobs. */
  entries: readonly Entry[]
  /** The position of the first item in the list, from 1. The header counts as one item. */
  place: number
}

/** The key of the header of folded failures. */
const FOLD_KEY = 'failed'

interface FoldOptions {
  columns: number
  /** Whether the list shows nothing but failed jobs on purpose. They are then not folded. */
  isFailedList?: boolean
  /** Whether the failed jobs are shown below their header. */
  isUnfolded: boolean
}

/**
 * Returns the lines, newest first. Failed jobs would break the grid, so several of them are folded into one
 * line. This line is at the newest failure's position, after a complete row of videos. Only the last row of videos
 * may have gaps.
 */
export function layOutLines(
  entries: readonly Entry[],
  { columns, isFailedList = false, isUnfolded }: FoldOptions,
): Line[] {
  const failed = entries.filter(({ kind }) => kind === 'failed')
  const isFolded = failed.length > 1 && !isFailedList
  const lines: Line[] = []
  let place = 1
  const add = (kind: Line['kind'], key: string, entries: readonly Entry[], items = entries.length) => {
    lines.push({ kind, key, entries, place })
    place += items
  }
  const addFailed = (entries: readonly Entry[]) => {
    for (const entry of entries) add('failed', entry.id, [entry])
  }
  const addFold = () => {
    add('folded', FOLD_KEY, failed, 1)
    if (isUnfolded) addFailed(failed)
  }
  let videos: Entry[] = []
  let waiting: Entry[] = []
  const end = () => {
    if (videos[0]) add('videos', videos[0].id, videos)
    if (!isFolded) addFailed(waiting)
    else if (waiting[0] && waiting[0] === failed[0]) addFold()
    videos = []
    waiting = []
  }
  for (const entry of entries) {
    if (entry.kind === 'failed') waiting.push(entry)
    else videos.push(entry)
    if (videos.length % columns === 0) end()
  }
  end()
  return lines
}

/** Counts the items of the list. The header of folded failures counts as one. */
export function countItems(lines: readonly Line[]): number {
  return lines.reduce((sum, { kind, entries }) => sum + (kind === 'folded' ? 1 : entries.length), 0)
}

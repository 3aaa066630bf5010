import type { Entry } from '../entries'

/** A line of the library: several videos side by side, the head of the folded failures, or a failed job. */
export interface Line {
  /** The id of its first job, which no other line has. */
  key: string
  kind: 'videos' | 'folded' | 'failed'
  /** Jobs in the line. The head holds all that it folds. */
  entries: readonly Entry[]
  /** The place of its first item in the list, from 1. The head of the folded failures is one item. */
  place: number
}

/** The key of the folded failures' head. */
const FOLD_KEY = 'failed'

interface FoldOptions {
  columns: number
  /** True shows each failed job under the head of the folded failures. */
  isUnfolded: boolean
}

/**
 * Returns the lines, newest first. Failed jobs would break the grid: where there are several beside videos, one line folds them all. It
 * stands where the newest failure stands, behind the line of videos that it would interrupt. Only the last line has a gap.
 */
export function layOutLines(entries: readonly Entry[], { columns, isUnfolded }: FoldOptions): Line[] {
  const failed = entries.filter(({ kind }) => kind === 'failed')
  const isFolded = failed.length > 1 && failed.length < entries.length
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

/** Counts the items of the list, as the places do. */
export function countItems(lines: readonly Line[]): number {
  return lines.reduce((sum, { kind, entries }) => sum + (kind === 'folded' ? 1 : entries.length), 0)
}

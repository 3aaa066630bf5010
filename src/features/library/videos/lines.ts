import type { Entry } from '../entries'

/** A line of the library: several videos side by side, or a failed job. */
export interface Line {
  entries: readonly [Entry, ...Entry[]]
  isFailed: boolean
  /** The place of its first job in the list, from 1. */
  place: number
}

/** Returns the lines, newest first. A failed job waits for the line of videos that it would interrupt, so only the last line has a gap. */
export function linesOf(entries: readonly Entry[], columns: number): Line[] {
  const lines: Line[] = []
  let place = 1
  const add = (isFailed: boolean, [first, ...rest]: readonly Entry[]) => {
    if (!first) return
    lines.push({ entries: [first, ...rest], isFailed, place })
    place += 1 + rest.length
  }
  let videos: Entry[] = []
  let failed: Entry[] = []
  const end = () => {
    add(false, videos)
    for (const entry of failed) add(true, [entry])
    videos = []
    failed = []
  }
  for (const entry of entries) {
    if (entry.kind === 'failed') failed.push(entry)
    else videos.push(entry)
    if (videos.length % columns === 0) end()
  }
  end()
  return lines
}

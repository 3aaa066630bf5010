// The log: one JSON line a record. It has a limit, and it is never the reason why a request fails.
import { appendFileSync, renameSync, statSync } from 'node:fs'

/** Of the file and of the one before it, which is kept. About 25,000 requests each. */
const MAX_LOG_BYTES = 5 * 1024 * 1024

/**
 * Answers what appends a line to `file`; at its limit the file becomes `<file>.1`, and a former one of that name goes.
 * A line that cannot be written (a full disk) is lost. The console is told so once, until lines can be written again.
 */
export function openLogFile(file: string, maxBytes = MAX_LOG_BYTES): (line: string) => void {
  let size = sizeOf(file)
  let isFailing = false
  return (line) => {
    const bytes = Buffer.byteLength(line) + 1
    try {
      if (size > 0 && size + bytes > maxBytes) {
        renameSync(file, `${file}.1`)
        size = 0
      }
      appendFileSync(file, `${line}\n`)
      size += bytes
      isFailing = false
    } catch (cause) {
      if (!isFailing) {
        console.error(
          `The log ${file} cannot be written (${cause instanceof Error ? cause.message : cause}): lines are lost.`,
        )
      }
      isFailing = true
    }
  }
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0
}

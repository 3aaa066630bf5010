import { appendFileSync, renameSync, statSync } from 'node:fs'

/** The size limit of the log, enough for about 25,000 requests. */
const MAX_LOG_BYTES = 5 * 1024 * 1024

/**
 * Returns a function that appends a line. At the size limit, `file` becomes `<file>.1` and replaces the older log. A
 * full disk never fails a request.
 */
export function openLogFile(file: string, maxBytes = MAX_LOG_BYTES): (line: string) => void {
  let size = getSize(file)
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
          `Can't write to the log ${file} (${cause instanceof Error ? cause.message : cause}). Log entries are being dropped.`,
        )
      }
      isFailing = true
    }
  }
}

function getSize(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0
}

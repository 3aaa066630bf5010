import { createHash } from 'node:crypto'
import { FileTooLargeError } from './provider-file.ts'

export interface MeasuredStream {
  stream: ReadableStream<Uint8Array<ArrayBuffer>>
  /** What passed; null until the end was seen. */
  total(): { bytes: number; sha256: string } | null
  /** What the source failed with, or that it was longer than allowed: who reads the stream may tell it in other words. */
  failure(): unknown
}

/** Counts and hashes what is read through it, a chunk at a time, and breaks off after `limit` bytes. */
export function measureStream(source: ReadableStream<Uint8Array<ArrayBuffer>>, limit: number): MeasuredStream {
  const reader = source.getReader()
  const hash = createHash('sha256')
  let bytes = 0
  let sha256: string | null = null
  let failure: unknown
  const stream = new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      async pull(controller) {
        try {
          const { done, value } = await reader.read()
          if (done) {
            sha256 = hash.digest('hex')
            controller.close()
            return
          }
          bytes += value.byteLength
          if (bytes > limit) throw new FileTooLargeError(`more than ${limit} bytes`)
          hash.update(value)
          controller.enqueue(value)
        } catch (cause) {
          failure = cause
          controller.error(cause)
          await reader.cancel(cause).catch(() => {})
        }
      },
      cancel: (reason) => reader.cancel(reason),
    },
    // Nothing is read ahead of who sends it on.
    { highWaterMark: 0 },
  )
  return { stream, total: () => (sha256 === null ? null : { bytes, sha256 }), failure: () => failure }
}

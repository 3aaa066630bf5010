import { createHash } from 'node:crypto'
import type { Bytes } from '../../bytes.ts'
import { waitAtMost } from '../wait-at-most.ts'
import type { FileMark } from './file-mark.ts'
import { FileTooLargeError } from './provider-file.ts'

/** Network chunks have 16 to 64 KB, and each hash and each write costs CPU time. Larger pieces need fewer of both. */
const PIECE_BYTES = 1024 * 1024

export interface MeasuredStream {
  stream: ReadableStream<Bytes>
  /**
   * Waits for the first piece. Otherwise, a server could close an upload connection that sends nothing for some seconds.
   * Returns false for an empty file.
   */
  begin(): Promise<boolean>
  /** Null until the stream has ended. `fileBytes` excludes the appended bytes. */
  total(): { bytes: number; fileBytes: number; piecesSha256: string } | null
  /** The source's error. The stream's reader may report a different one. */
  failure(): unknown
}

/**
 * Measures and hashes a stream. Fails if the source sends nothing for `idleMs` milliseconds. `mark` receives each chunk,
 * and its tail follows the last one.
 *
 * The hash is the SHA-256 of the SHA-256 of each MiB. Web Crypto can't hash a stream, and `createHash` in Deno 2.1.4
 * takes four times the CPU time.
 */
export function measureStream(
  source: ReadableStream<Bytes>,
  limit: number,
  idleMs: number,
  mark: Pick<FileMark, 'see' | 'getTail'>,
): MeasuredStream {
  const reader = source.getReader()
  const hash = createHash('sha256')
  let [bytes, fileBytes, hasEnded] = [0, 0, false]
  let piecesSha256: string | null = null
  let failure: unknown
  const readPiece = joinPieces(async () => {
    if (hasEnded) return {}
    const chunk = await waitAtMost(reader.read(), idleMs)
    if (chunk.value) {
      mark.see(chunk.value)
      fileBytes += chunk.value.byteLength
      return chunk
    }
    hasEnded = true
    return { value: mark.getTail(limit - fileBytes) }
  })
  let first: Bytes | undefined
  const stream = new ReadableStream<Bytes>(
    {
      async pull(controller) {
        try {
          const piece = first ?? (await readPiece())
          first = undefined
          bytes += piece.byteLength
          if (bytes > limit) throw new FileTooLargeError(`more than ${limit} bytes`)
          if (piece.byteLength > 0) {
            hash.update(new Uint8Array(await crypto.subtle.digest('SHA-256', piece)))
            controller.enqueue(piece)
          } else {
            piecesSha256 = hash.digest('hex')
            controller.close()
          }
        } catch (cause) {
          failure = cause
          controller.error(cause)
          await reader.cancel(cause).catch(() => {})
        }
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  )
  return {
    stream,
    async begin() {
      first = await readPiece()
      return fileBytes > 0
    },
    total: () => (piecesSha256 === null ? null : { bytes, fileBytes, piecesSha256 }),
    failure: () => failure,
  }
}

function joinPieces(read: () => Promise<{ value?: Bytes | undefined }>): () => Promise<Bytes> {
  let rest: Bytes | undefined
  return async () => {
    const piece = new Uint8Array(PIECE_BYTES)
    let filled = 0
    while (filled < PIECE_BYTES) {
      const chunk: Bytes | undefined = rest ?? (await read()).value
      rest = undefined
      if (!chunk) break
      const taken = chunk.subarray(0, PIECE_BYTES - filled)
      piece.set(taken, filled)
      filled += taken.byteLength
      if (taken.byteLength < chunk.byteLength) rest = chunk.subarray(taken.byteLength)
    }
    return piece.subarray(0, filled)
  }
}

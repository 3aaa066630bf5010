import { createHash } from 'node:crypto'
import type { Bytes } from '../../bytes.ts'
import { waitAtMost } from '../wait-at-most.ts'
import type { FileMark } from './file-mark.ts'
import { FileTooLargeError } from './provider-file.ts'

/** Chunks from the network have 16 to 64 KB, and each hash and each write costs CPU time. */
const PIECE_BYTES = 1024 * 1024

export interface MeasuredStream {
  stream: ReadableStream<Bytes>
  /**
   * Waits for the first piece, so that an upload begins with bytes: a server closes a connection on which nothing comes for some
   * seconds. Returns false for a file without bytes.
   */
  begin(): Promise<boolean>
  /** Null until the end was read. `fileBytes`: without what was appended. */
  total(): { bytes: number; fileBytes: number; piecesSha256: string } | null
  /** The error of the source; whoever reads the stream may report another one. */
  failure(): unknown
}

// The hash is the SHA-256 of the SHA-256 of each MiB: Web Crypto cannot hash a stream, and `createHash` in Deno 2.1.4 takes
// four times the CPU time.
/** Fails once the source sends nothing for `idleMs`. `mark` sees each chunk, and its tail follows the last one. */
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

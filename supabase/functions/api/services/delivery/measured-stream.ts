import { createHash } from 'node:crypto'
import type { Bytes } from '../../bytes.ts'
import { waitAtMost } from '../wait-at-most.ts'
import { FileTooLargeError } from './provider-file.ts'

/** Chunks from the network have 16 to 64 KB, and each hash and each write costs CPU time. */
const PIECE_BYTES = 1024 * 1024

export interface MeasuredStream {
  stream: ReadableStream<Bytes>
  /** Null until the end was read. */
  total(): { bytes: number; piecesSha256: string } | null
  /** The error of the source; whoever reads the stream may report another one. */
  failure(): unknown
}

// The hash is the SHA-256 of the SHA-256 of each MiB: Web Crypto cannot hash a stream, and `createHash` in Deno 2.1.4 takes
// four times the CPU time.
/** Fails once the source sends nothing for `idleMs`. */
export function measureStream(source: ReadableStream<Bytes>, limit: number, idleMs: number): MeasuredStream {
  const reader = source.getReader()
  const readPiece = joinPieces(() => waitAtMost(reader.read(), idleMs))
  const hash = createHash('sha256')
  let bytes = 0
  let piecesSha256: string | null = null
  let failure: unknown
  const stream = new ReadableStream<Bytes>(
    {
      async pull(controller) {
        try {
          const piece = await readPiece()
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
    total: () => (piecesSha256 === null ? null : { bytes, piecesSha256 }),
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

import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { measureStream } from '../../../supabase/functions/api/services/delivery/measured-stream.ts'

const MIB = 1024 * 1024
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest()

/** Bytes that differ from place to place, in chunks of this size. */
function source(length: number, chunk: number) {
  const bytes = Uint8Array.from({ length }, (_, index) => (index * 31 + (index >> 8)) & 255)
  const starts = Array.from({ length: Math.ceil(length / chunk) }, (_, index) => index * chunk)
  const stream = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(controller) {
      for (const start of starts) controller.enqueue(bytes.slice(start, start + chunk))
      controller.close()
    },
  })
  return { bytes, stream }
}

it.each([
  [2.5 * MIB, 64 * 1024],
  [2 * MIB, 100_003],
  [3 * MIB + 1, 2.2 * MIB],
  [10, 3],
  [0, 1],
])('passes %d bytes in chunks of %d on as they were, and hashes them by the MiB', async (length, chunk) => {
  const { bytes, stream } = source(length, Math.floor(chunk))
  const measured = measureStream(stream, length)
  expect(Buffer.compare(await new Response(measured.stream).bytes(), bytes)).toBe(0)
  const pieces = Array.from({ length: Math.ceil(length / MIB) }, (_, i) => sha256(bytes.slice(i * MIB, (i + 1) * MIB)))
  expect(measured.total()).toEqual({ bytes: length, piecesSha256: sha256(Buffer.concat(pieces)).toString('hex') })
})

// How many samples the tables of an MP4 promise, read without believing them. A reader that fills its lists by those numbers
// would run out of memory over a file whose numbers are wrong, and take the server along.
import type { StoredFile } from './stored-file.ts'

/** A minute of video with all its tables has less than a megabyte of them. */
const MAX_TABLE_BYTES = 4 * 1024 * 1024

/** A film in pieces of a tenth of a second has two boxes for each. */
const MAX_BOXES = 2000

const code = (name: string) => new DataView(new TextEncoder().encode(name).buffer).getUint32(0)

/** Tables by where their count stands, in bytes after the name. */
const COUNT_AT = new Map([
  ...['stts', 'ctts', 'stss', 'stsc', 'stco', 'co64', 'elst', 'trun'].map((name) => [code(name), 8] as const),
  ...['stsz', 'stz2'].map((name) => [code(name), 12] as const),
])
const STSC = code('stsc')
/** Bytes of an entry whose first number is itself a count, or the number of a chunk. */
const ENTRY_BYTES = new Map([
  [code('stts'), 8],
  [code('ctts'), 8],
  [STSC, 12],
])
const HOLDERS = new Set([code('moov'), code('moof')])

/** Whether all tables together name more samples or entries than `limit`, or the outermost boxes are too many or do not fit the file. */
export async function promisesTooMuch(file: StoredFile, limit: number): Promise<boolean> {
  let [promised, tableBytes, boxes] = [0, 0, 0]
  for (let start = 0; start + 8 <= file.size; ) {
    boxes += 1
    if (boxes > MAX_BOXES) return true
    const header = viewOf(await file.read(start, Math.min(start + 16, file.size)))
    const size = boxSize(header, file.size - start)
    if (size < 8) return true
    if (HOLDERS.has(header.getUint32(4))) {
      const end = Math.min(start + size, file.size)
      tableBytes += end - start
      if (tableBytes > MAX_TABLE_BYTES) return true
      for (const count of countsIn(viewOf(await file.read(start, end)))) {
        promised += count
        if (promised > limit) return true
      }
    }
    start += size
  }
  return false
}

const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

/** Looks for the tables' names at every byte: boxes inside may lie about their sizes as well. */
function* countsIn(view: DataView): Generator<number> {
  const end = view.byteLength
  for (let at = 8; at + 4 <= end; at += 1) {
    const name = view.getUint32(at)
    const countAt = at + (COUNT_AT.get(name) ?? Number.NaN)
    if (!(countAt + 4 <= end)) continue
    yield view.getUint32(countAt)
    const entryBytes = ENTRY_BYTES.get(name)
    if (!entryBytes) continue
    const entriesEnd = Math.min(countAt + 4 + view.getUint32(countAt) * entryBytes, end)
    let chunk = 0
    for (let entry = countAt + 4; entry + entryBytes <= entriesEnd; entry += entryBytes) {
      const number = view.getUint32(entry)
      // The number of a chunk counts all chunks before it.
      yield name === STSC ? Math.max(0, number - chunk) + view.getUint32(entry + 4) : number
      if (name === STSC) chunk = number
    }
  }
}

function boxSize(header: DataView, rest: number): number {
  const size = header.getUint32(0)
  if (size === 0) return rest
  if (size !== 1) return size
  return header.byteLength === 16 ? Number(header.getBigUint64(8)) : 0
}

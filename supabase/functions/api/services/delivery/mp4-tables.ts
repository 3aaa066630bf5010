// A parser that allocates by the counts in a broken file would run out of memory, so the counts are checked before.
import type { StoredFile } from './stored-file.ts'

/** A minute of video has less than 1 MB of tables. */
const MAX_TABLE_BYTES = 4 * 1024 * 1024

/** A minute in fragments of 0.1 s has 1,200 boxes. */
const MAX_BOXES = 2000

const readBoxCode = (name: string) => new DataView(new TextEncoder().encode(name).buffer).getUint32(0)

/** Offset of the count, in bytes after the name. */
const COUNT_AT = new Map([
  ...['stts', 'ctts', 'stss', 'stsc', 'stco', 'co64', 'elst', 'trun'].map((name) => [readBoxCode(name), 8] as const),
  ...['stsz', 'stz2'].map((name) => [readBoxCode(name), 12] as const),
])
const STSC = readBoxCode('stsc')
const ENTRY_BYTES = new Map([
  [readBoxCode('stts'), 8],
  [readBoxCode('ctts'), 8],
  [STSC, 12],
])
const HOLDERS = new Set([readBoxCode('moov'), readBoxCode('moof')])

export async function hasOversizedTables(file: StoredFile, limit: number): Promise<boolean> {
  let [promised, tableBytes, boxes] = [0, 0, 0]
  for (let start = 0; start + 8 <= file.size; ) {
    boxes += 1
    if (boxes > MAX_BOXES) return true
    const header = toView(await file.read(start, Math.min(start + 16, file.size)))
    const size = readBoxSize(header, file.size - start)
    if (size < 8) return true
    if (HOLDERS.has(header.getUint32(4))) {
      const end = Math.min(start + size, file.size)
      tableBytes += end - start
      if (tableBytes > MAX_TABLE_BYTES) return true
      for (const count of findCounts(toView(await file.read(start, end)))) {
        promised += count
        if (promised > limit) return true
      }
    }
    start += size
  }
  return false
}

const toView = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

/** Searches at every byte, because the sizes of inner boxes may be wrong too. */
function* findCounts(view: DataView): Generator<number> {
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
      // A chunk number stands for all chunks up to it.
      yield name === STSC ? Math.max(0, number - chunk) + view.getUint32(entry + 4) : number
      if (name === STSC) chunk = number
    }
  }
}

function readBoxSize(header: DataView, rest: number): number {
  const size = header.getUint32(0)
  if (size === 0) return rest
  if (size !== 1) return size
  return header.byteLength === 16 ? Number(header.getBigUint64(8)) : 0
}

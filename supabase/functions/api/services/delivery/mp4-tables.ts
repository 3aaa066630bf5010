// Checks the entry counts in a file's tables. Otherwise, a parser that allocates by those counts could run out of
// memory.
import { splitBoxes } from './mp4-boxes.ts'
import type { StoredFile } from './stored-file.ts'

/** A minute of video has less than 1 MB of tables. */
const MAX_TABLE_BYTES = 4 * 1024 * 1024

/** A minute in fragments of 0.1 s has 1,200 boxes. */
const MAX_BOXES = 2000

const readBoxCode = (name: string) => new DataView(new TextEncoder().encode(name).buffer).getUint32(0)

/** The offset of the count, in bytes from the start of the name. */
const COUNT_AT = new Map([
  ...['stts', 'ctts', 'stss', 'stsc', 'stco', 'co64', 'elst', 'trun'].map((name) => [readBoxCode(name), 8] as const),
  ...['stsz', 'stz2'].map((name) => [readBoxCode(name), 12] as const),
])
const [STTS, CTTS, STSC, STSZ] = ['stts', 'ctts', 'stsc', 'stsz'].map(readBoxCode)
const ENTRY_BYTES = new Map([
  [STTS, 8],
  [CTTS, 8],
  [STSC, 12],
])
const MOOV = readBoxCode('moov')
const HOLDERS = new Set([MOOV, readBoxCode('moof')])

/** Returns whether the tables exceed the limits. @param see receives each table within the limits, with its header */
export async function hasOversizedTables(
  file: StoredFile,
  limit: number,
  see: (table: DataView) => void,
): Promise<boolean> {
  let [promised, tableBytes, boxes, hasMovie] = [0, 0, 0, false]
  for (let start = 0; start + 8 <= file.size; ) {
    boxes += 1
    if (boxes > MAX_BOXES) return true
    const header = toView(await file.read(start, Math.min(start + 16, file.size)))
    const size = readBoxSize(header, file.size - start)
    // Parsers and players stop here, so bytes after the last box don't matter.
    if (size < 8) return !hasMovie
    hasMovie ||= header.getUint32(4) === MOOV
    if (HOLDERS.has(header.getUint32(4))) {
      const end = Math.min(start + size, file.size)
      tableBytes += end - start
      if (tableBytes > MAX_TABLE_BYTES) return true
      const table = toView(await file.read(start, end))
      for (const part of splitTracks(table)) {
        promised += countEntries(part)
        if (promised > limit) return true
      }
      see(table)
    }
    start += size
  }
  return false
}

const toView = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

/**
 * Returns the boxes of a table, to count each track separately. Returns the whole table if the box sizes are invalid.
 */
function splitTracks(table: DataView): DataView[] {
  const content = new DataView(table.buffer, table.byteOffset + 8, table.byteLength - 8)
  const boxes = Array.from(splitBoxes(content), ([, box]) => box)
  const covered = boxes.reduce((sum, box) => sum + box.byteLength + 8, 0)
  return covered === content.byteLength ? boxes : [table]
}

/**
 * Returns the number of entries that a parser stores for a track. Searches at every byte, because the sizes of inner
 * boxes may be invalid too.
 */
function countEntries(view: DataView): number {
  const end = view.byteLength
  let [entries, timed, hasOffsets] = [0, 0, false]
  for (let at = 0; at + 4 <= end; at += 1) {
    const name = view.getUint32(at)
    const countAt = at + (COUNT_AT.get(name) ?? Number.NaN)
    if (!(countAt + 4 <= end)) continue
    // Samples of one size need only one entry. PCM has 48,000 samples per second.
    if (name === STSZ && view.getUint32(countAt - 4) !== 0) continue
    entries += view.getUint32(countAt)
    if (name === CTTS) hasOffsets = true
    const entryBytes = ENTRY_BYTES.get(name)
    if (!entryBytes) continue
    const entriesEnd = Math.min(countAt + 4 + view.getUint32(countAt) * entryBytes, end)
    let chunk = 0
    for (let entry = countAt + 4; entry + entryBytes <= entriesEnd; entry += entryBytes) {
      const number = view.getUint32(entry)
      if (name === STTS) timed += number
      else if (name === CTTS) entries += number
      else {
        // A chunk number covers all chunks up to that number.
        entries += Math.max(0, number - chunk) + view.getUint32(entry + 4)
        chunk = number
      }
    }
  }
  // If samples have offsets, the parser also stores their order.
  return hasOffsets ? entries + timed : entries
}

function readBoxSize(header: DataView, rest: number): number {
  const size = header.getUint32(0)
  if (size === 0) return rest
  if (size !== 1) return size
  return header.byteLength === 16 ? Number(header.getBigUint64(8)) : 0
}

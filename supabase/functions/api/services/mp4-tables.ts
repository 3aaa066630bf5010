// How many samples the tables of an MP4 promise, read without believing them. A reader that fills its lists by those numbers
// would run out of memory over a file whose numbers are wrong, and take the server along.

/** Tables by where their count stands, in bytes after the name. */
const COUNT_AT: Record<string, number> = {
  ...Object.fromEntries(['stts', 'ctts', 'stss', 'stsc', 'stco', 'co64', 'elst', 'trun'].map((name) => [name, 8])),
  ...Object.fromEntries(['stsz', 'stz2'].map((name) => [name, 12])),
}
/** Bytes of an entry whose first number is itself a count, or the number of a chunk. */
const ENTRY_BYTES: Record<string, number> = { stts: 8, ctts: 8, stsc: 12 }

/** Whether all tables together name more samples or entries than `limit`, or the outermost boxes do not fit the file. */
export function promisesTooMuch(file: ArrayBuffer, limit: number): boolean {
  const view = new DataView(file)
  let promised = 0
  for (let start = 0; start + 8 <= view.byteLength; ) {
    const size = boxSize(view, start)
    if (size < 8) return true
    const name = fourCharacters(view, start + 4)
    if (name === 'moov' || name === 'moof') {
      for (const count of countsIn(view, start + 8, Math.min(start + size, view.byteLength))) {
        promised += count
        if (promised > limit) return true
      }
    }
    start += size
  }
  return false
}

/** Looks for the tables' names at every byte: boxes inside may lie about their sizes as well. */
function* countsIn(view: DataView, start: number, end: number): Generator<number> {
  for (let at = start; at + 4 <= end; at += 1) {
    const name = fourCharacters(view, at)
    const countAt = at + (COUNT_AT[name] ?? Number.NaN)
    if (!(countAt + 4 <= end)) continue
    yield view.getUint32(countAt)
    const entryBytes = ENTRY_BYTES[name]
    if (!entryBytes) continue
    const entriesEnd = Math.min(countAt + 4 + view.getUint32(countAt) * entryBytes, end)
    let chunk = 0
    for (let entry = countAt + 4; entry + entryBytes <= entriesEnd; entry += entryBytes) {
      const number = view.getUint32(entry)
      // The number of a chunk counts all chunks before it.
      yield name === 'stsc' ? Math.max(0, number - chunk) + view.getUint32(entry + 4) : number
      if (name === 'stsc') chunk = number
    }
  }
}

function boxSize(view: DataView, start: number): number {
  const size = view.getUint32(start)
  if (size === 0) return view.byteLength - start
  if (size !== 1) return size
  return start + 16 <= view.byteLength ? Number(view.getBigUint64(start + 8)) : 0
}

function fourCharacters(view: DataView, at: number): string {
  return String.fromCharCode(view.getUint8(at), view.getUint8(at + 1), view.getUint8(at + 2), view.getUint8(at + 3))
}

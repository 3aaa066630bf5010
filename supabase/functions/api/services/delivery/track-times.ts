// Reads from an MP4's tables how long each track plays. Mediabunny ignores fragments after a filled `moov`, and edit
// lists that end a track early. Browsers respect both.
import { readName, splitBoxes } from './mp4-boxes.ts'

export interface TrackTimes {
  id: number
  kind: 'vide' | 'soun'
  /** The number of video frames or audio packets. */
  samples: number
  /** The length of all samples. NaN or Infinity without a timescale. */
  seconds: number
  /** The part of `seconds` that the edit list includes. */
  shownSeconds: number
}

export interface TrackTimesReader {
  /** Reads a whole `moov` or `moof`, with its header. */
  read(table: DataView): void
  getTracks(): TrackTimes[]
}

interface Track {
  id: number
  kind: string
  timescale: number
  samples: number
  ticks: number
  /** The length of the edit list, in the movie's timescale. Infinity without an edit list. */
  editTicks: number
}

const HOLDERS = new Set(['moov', 'trak', 'mdia', 'minf', 'stbl', 'edts', 'mvex', 'moof', 'traf'])

export function createTrackTimesReader(): TrackTimesReader {
  const tracks: Track[] = []
  const defaultTicks = new Map<number, number>()
  let movieTimescale = 0
  let hasFragments = false
  let current: Track | undefined
  // The default sample length of the current fragment.
  let fragmentTicks = 0

  // Readers for boxes without inner boxes, by box name.
  const readers: Record<string, (box: DataView) => void> = {
    mvhd(box) {
      movieTimescale = box.getUint32(isLong(box) ? 20 : 12)
    },
    tkhd(box) {
      if (current) current.id = box.getUint32(isLong(box) ? 20 : 12)
    },
    mdhd(box) {
      if (current) current.timescale = box.getUint32(isLong(box) ? 20 : 12)
    },
    hdlr(box) {
      const kind = readName(box, 8)
      // QuickTime has a second `hdlr` box for the data.
      if (current && (kind === 'vide' || kind === 'soun')) current.kind = kind
    },
    elst(box) {
      const entryBytes = isLong(box) ? 20 : 12
      let ticks = 0
      for (const at of findEntries(box, 4, entryBytes)) {
        const [length, start] = isLong(box)
          ? [Number(box.getBigUint64(at)), Number(box.getBigInt64(at + 8))]
          : [box.getUint32(at), box.getInt32(at + 4)]
        if (start !== -1) ticks += length
      }
      if (current && ticks > 0) current.editTicks = ticks
    },
    stts(box) {
      if (!current) return
      for (const at of findEntries(box, 4, 8)) {
        const samples = box.getUint32(at)
        current.samples += samples
        current.ticks += samples * box.getUint32(at + 4)
      }
    },
    trex(box) {
      defaultTicks.set(box.getUint32(4), box.getUint32(12))
    },
    tfhd(box) {
      const flags = box.getUint32(0)
      const id = box.getUint32(4)
      current = tracks.find((track) => track.id === id)
      const at = 8 + (flags & 1 ? 8 : 0) + (flags & 2 ? 4 : 0)
      fragmentTicks = flags & 8 ? box.getUint32(at) : (defaultTicks.get(id) ?? 0)
    },
    trun(box) {
      if (!current) return
      const flags = box.getUint32(0)
      const samples = box.getUint32(4)
      const entryBytes = [0x100, 0x200, 0x400, 0x800].filter((flag) => flags & flag).length * 4
      current.samples += samples
      if (flags & 0x100) {
        // The length is the first field of an entry.
        const start = 8 + (flags & 1 ? 4 : 0) + (flags & 4 ? 4 : 0)
        for (const at of findEntries(box, 4, entryBytes, start)) current.ticks += box.getUint32(at)
      } else {
        current.ticks += samples * fragmentTicks
      }
    },
  }

  function readBox(name: string, box: DataView) {
    if (name === 'moof') hasFragments = true
    if (name === 'trak') {
      current = createTrack()
      tracks.push(current)
    }
    if (HOLDERS.has(name)) for (const [inner, content] of splitBoxes(box)) readBox(inner, content)
    else readers[name]?.(box)
  }

  return {
    read(table) {
      current = undefined
      for (const [name, content] of splitBoxes(table)) readBox(name, content)
    },
    getTracks: () =>
      tracks.flatMap(({ kind, timescale, ticks, editTicks, ...track }) => {
        if (kind !== 'vide' && kind !== 'soun') return []
        const seconds = ticks / timescale
        // With fragments, an edit list covers only the first fragment, or none.
        const shown = hasFragments ? seconds : Math.min(seconds, editTicks / movieTimescale)
        return [{ ...track, kind, seconds, shownSeconds: shown }]
      }),
  }
}

const createTrack = (): Track => ({
  id: 0,
  kind: '',
  timescale: 0,
  samples: 0,
  ticks: 0,
  editTicks: Number.POSITIVE_INFINITY,
})

/** Returns whether the box has version 1, whose dates and lengths have 64 bits. */
const isLong = (box: DataView) => box.getUint8(0) === 1

/**
 * Returns the offsets of a table's entries, none beyond the end of the box. `countAt`: the offset of the entry count.
 */
function* findEntries(box: DataView, countAt: number, entryBytes: number, start = countAt + 4): Generator<number> {
  const end = Math.min(start + box.getUint32(countAt) * entryBytes, box.byteLength)
  for (let at = start; at + entryBytes <= end; at += entryBytes) yield at
}

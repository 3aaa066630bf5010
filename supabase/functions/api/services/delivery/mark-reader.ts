// Finds the AI label in a stream of chunks, and checks whether a box may follow the last one. Reads only the headers of
// the outer boxes and the text of XMP.
import { SOURCE_TYPES, XMP_BOX } from '../../../_shared/contract/ai-mark.ts'
import type { VideoMark } from '../../../_shared/contract/fields.ts'

/** Content Credentials, signed by the file's creator. Their hash covers the whole file, so nothing may be appended. */
const C2PA_BOX = 'd8fec3d61b0e483c92975828877ec481'

/** Limits the work. The check of a delivered file refuses files with more boxes. */
const MAX_BOXES = 2000
const MAX_XMP_BYTES = 256 * 1024

export interface MarkReader {
  read(chunk: Uint8Array): void
  /**
   * Call it after the last byte. `isWhole`: whether the last box ends with the file, so that another box may follow.
   */
  end(): { mark: VideoMark | null; isWhole: boolean }
}

export function createMarkReader(): MarkReader {
  const header = new Uint8Array(32)
  const view = new DataView(header.buffer)
  const xmp = new Uint8Array(MAX_XMP_BYTES)
  // The number of header bytes read so far.
  let filled = 0
  // The remaining bytes of the current box.
  let left = 0
  let [boxes, xmpBytes] = [0, 0]
  let [hasCredentials, isXmp, isBroken] = [false, false, false]

  /** Returns 8 bytes, plus 8 for a 64-bit size, plus 16 for the ID of a `uuid` box. */
  function getHeaderBytes(): number {
    if (filled < 8) return 8
    return 8 + (view.getUint32(0) === 1 ? 8 : 0) + (view.getUint32(4) === UUID ? 16 : 0)
  }

  function openBox() {
    const size = view.getUint32(0)
    const bytes = size === 0 ? Number.POSITIVE_INFINITY : size === 1 ? Number(view.getBigUint64(8)) : size
    left = bytes - filled
    boxes += 1
    isBroken = left < 0 || boxes > MAX_BOXES
    const id = view.getUint32(4) === UUID ? toHex(header.subarray(filled - 16, filled)) : ''
    isXmp = id === XMP_BOX
    hasCredentials ||= id === C2PA_BOX
    filled = 0
  }

  return {
    read(chunk) {
      for (let at = 0; at < chunk.byteLength && !isBroken; ) {
        if (left > 0) {
          const part = chunk.subarray(at, at + left)
          if (isXmp) {
            const kept = part.subarray(0, MAX_XMP_BYTES - xmpBytes)
            xmp.set(kept, xmpBytes)
            xmpBytes += kept.byteLength
          }
          left -= part.byteLength
          at += part.byteLength
          continue
        }
        header[filled] = chunk[at] ?? 0
        filled += 1
        at += 1
        if (filled === getHeaderBytes()) openBox()
      }
    },
    end: () => ({
      mark: hasCredentials ? 'credentials' : findSource(new TextDecoder().decode(xmp.subarray(0, xmpBytes))),
      isWhole: !isBroken && boxes > 0 && filled === 0 && left === 0,
    }),
  }
}

const UUID = 0x75756964

const toHex = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')

/** XMP can state the source as an attribute, an element, or a resource. */
const SOURCE = new RegExp(
  String.raw`DigitalSourceType(?:\s+rdf:resource)?\s*(?:=\s*["']|>)\s*${SOURCE_TYPES.replaceAll('.', '\\.')}(\w+)`,
  'g',
)
const BY_AI = ['trainedAlgorithmicMedia', 'compositeWithTrainedAlgorithmicMedia', 'compositeSynthetic']

/** Returns the declared origin. Ignores other sources, such as a camera, because a model generated the file. */
function findSource(text: string): 'ai' | 'algorithm' | null {
  const words = Array.from(text.matchAll(SOURCE), ([, word = '']) => word)
  if (words.some((word) => BY_AI.includes(word))) return 'ai'
  return words.includes('algorithmicMedia') ? 'algorithm' : null
}

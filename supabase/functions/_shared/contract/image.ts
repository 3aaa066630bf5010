// Limits of an input image, and the reader of its size and end. The browser shrinks files to the limits, and the API checks them again.
//
// The reader decodes nothing. It is tolerant exactly where libjpeg and libpng are: a stricter one refuses whole photos, and a looser one may
// find another size than a decoder does. One pass, which always goes forward. Imports nothing: API, browser, and stand-in read with it.

/** Noise of the size that the browser sends is 3.7 MB in Chromium. */
export const MAX_IMAGE_BYTES = 4 * 1024 * 1024
/** Documented by the providers: JPEG or PNG, at least 300 px, ratio 1:4 to 4:1. */
export const MIN_IMAGE_SIDE_PX = 300
export const MAX_IMAGE_RATIO = 4

export interface ImageFacts {
  width: number
  height: number
  /** Offset of the first byte that doesn't belong to the image. Null if the end is missing. */
  end: number | null
}

/** Returns null for what no decoder takes for a JPEG. */
export function readJpeg(bytes: Uint8Array): ImageFacts | null {
  const view = toView(bytes)
  if (view.byteLength < 4 || view.getUint32(0) >>> 8 !== 0xffd8ff) return null
  let facts: ImageFacts | null = null
  let hasScan = false
  for (let at = findMarker(view, 2); at !== null; at = findMarker(view, skipSegment(view, at))) {
    const marker = view.getUint8(at + 1)
    if (marker === START) break
    if (facts === null) {
      facts = isFrame(marker) ? readFrame(view, at) : null
      if (facts === null && !mayPrecedeFrame(marker)) return null
    } else if (marker === SCAN) hasScan = true
    else if (marker === END) return { ...facts, end: hasScan ? at + 2 : null }
  }
  return facts
}

const START = 0xd8
const END = 0xd9
const SCAN = 0xda

/** Returns the offset of the next marker. Skips what stands between segments: pixels, stray bytes, and fill bytes. */
function findMarker(view: DataView, start: number): number | null {
  for (let at = start; at + 2 <= view.byteLength; ) {
    const word = view.getUint16(at)
    const marker = word & 0xff
    if (word < 0xff00 || marker === 0xff) at += 1
    else if (isAlone(marker)) at += 2
    else return at
  }
  return null
}

/** Returns the offset behind a marker, and behind its segment if it has one. */
function skipSegment(view: DataView, at: number): number {
  const start = at + 2
  return hasLength(view.getUint8(at + 1)) && start + 2 <= view.byteLength ? start + view.getUint16(start) : start
}

/** Returns whether a marker means nothing here: an 0xff of the pixels, a restart, or a temporary one. */
function isAlone(marker: number): boolean {
  return marker <= 0x01 || (marker >= 0xd0 && marker <= 0xd7)
}

/** SOF0, SOF1, and SOF2. Browsers and providers decode no others. */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xc2
}

/** Tables (DHT, DQT, DNL, DRI), applications' data (APPn), and comments (COM). libjpeg gives up at any other. */
function mayPrecedeFrame(marker: number): boolean {
  return marker === 0xc4 || (marker >= 0xdb && marker <= 0xdd) || (marker >= 0xe0 && marker <= 0xef) || marker === 0xfe
}

function hasLength(marker: number): boolean {
  return isFrame(marker) || mayPrecedeFrame(marker)
}

function readFrame(view: DataView, at: number): ImageFacts | null {
  if (at + 9 > view.byteLength) return null
  return { width: view.getUint16(at + 7), height: view.getUint16(at + 5), end: null }
}

/** Returns null for what no decoder takes for a PNG. */
export function readPng(bytes: Uint8Array): (ImageFacts & { isAnimated: boolean }) | null {
  const view = toView(bytes)
  if (view.byteLength < 24 || PNG_START.some((word, index) => view.getUint32(index * 4) !== word)) return null
  const facts = { width: view.getUint32(16), height: view.getUint32(20), end: null, isAnimated: false }
  let hasPixels = false
  for (let at = 8; at + 8 <= view.byteLength; ) {
    const name = view.getUint32(at + 4)
    const next = at + 12 + view.getUint32(at)
    // The checksum of the last chunk may be missing.
    if (name === IEND) return { ...facts, end: hasPixels ? Math.min(next, view.byteLength) : null }
    if (name === IDAT) hasPixels = true
    // An animation stands before the pixels, and of one frame it is a still image.
    else if (name === ACTL && !hasPixels && at + 12 <= view.byteLength) facts.isAnimated = view.getUint32(at + 8) > 1
    at = next
  }
  return facts
}

/** The signature, and the length and name of the first chunk. */
const PNG_START = [0x89504e47, 0x0d0a1a0a, 13, 0x49484452]
const IDAT = 0x49444154
const IEND = 0x49454e44
const ACTL = 0x6163544c

function toView(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

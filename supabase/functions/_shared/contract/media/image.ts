// Defines the limits of an input image, and reads its dimensions and its end. The browser shrinks files to the limits,
// and the API checks them again.
//
// The reader moves forward in one pass, and decodes no pixels. It tolerates the same faults as libjpeg and libpng. A
// stricter reader would refuse complete photos. A more tolerant one could find other dimensions than a decoder.
//
// The API, the browser, and the local stand-in share this code, which therefore has no imports.

/** Random noise at the browser's output dimensions is 3.7 MB in Chromium. */
export const MAX_IMAGE_BYTES = 4 * 1024 * 1024
/** The providers' documented limits: JPEG or PNG, at least 300 px per side, ratio 1:4 to 4:1. */
export const MIN_IMAGE_SIDE_PX = 300
export const MAX_IMAGE_RATIO = 4

export interface ImageFacts {
  width: number
  height: number
  /** The offset of the first byte after the image. Null if the end is missing. */
  end: number | null
}

/** Returns null if decoders wouldn't accept the bytes as a JPEG. */
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

/** Returns the offset of the next marker. Skips bytes between segments: pixels, stray bytes, and fill bytes. */
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

/** Returns the offset after a marker, including its segment if it has one. */
function skipSegment(view: DataView, at: number): number {
  const start = at + 2
  return hasLength(view.getUint8(at + 1)) && start + 2 <= view.byteLength ? start + view.getUint16(start) : start
}

/** Returns whether a marker has no segment: an 0xff among the pixels, a restart marker, or a temporary marker. */
function isAlone(marker: number): boolean {
  return marker <= 0x01 || (marker >= 0xd0 && marker <= 0xd7)
}

/** Returns whether the marker is SOF0, SOF1, or SOF2. Browsers and providers decode no other frames. */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xc2
}

/**
 * Returns whether the marker is a table (DHT, DQT, DNL, DRI), application data (APPn), or a comment (COM). libjpeg
 * fails at any other marker.
 */
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

/** Returns null if decoders wouldn't accept the bytes as a PNG. */
export function readPng(bytes: Uint8Array): (ImageFacts & { isAnimated: boolean }) | null {
  const view = toView(bytes)
  if (view.byteLength < 24 || PNG_START.some((word, index) => view.getUint32(index * 4) !== word)) return null
  const facts = { width: view.getUint32(16), height: view.getUint32(20), end: null, isAnimated: false }
  let hasPixels = false
  for (let at = 8; at + 8 <= view.byteLength; ) {
    const name = view.getUint32(at + 4)
    const next = at + 12 + view.getUint32(at)
    // The last chunk's checksum may be missing.
    if (name === IEND) return { ...facts, end: hasPixels ? Math.min(next, view.byteLength) : null }
    if (name === IDAT) hasPixels = true
    // `acTL` precedes the pixels of an animation. With one frame, the file is a still image.
    else if (name === ACTL && !hasPixels && at + 12 <= view.byteLength) facts.isAnimated = view.getUint32(at + 8) > 1
    at = next
  }
  return facts
}

/** The PNG signature, then the length and name of the first chunk. */
const PNG_START = [0x89504e47, 0x0d0a1a0a, 13, 0x49484452]
const IDAT = 0x49444154
const IEND = 0x49454e44
const ACTL = 0x6163544c

function toView(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

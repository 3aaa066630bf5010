// Reads the boxes of an MP4 without trusting the file. An invalid box ends the search.

export const readName = (box: DataView, at: number) =>
  String.fromCharCode(box.getUint8(at), box.getUint8(at + 1), box.getUint8(at + 2), box.getUint8(at + 3))

/** Returns the names and contents of consecutive boxes. Ends at a box with an impossible size. */
export function* splitBoxes(boxes: DataView): Generator<[name: string, content: DataView]> {
  for (let at = 0; at + 8 <= boxes.byteLength; ) {
    const size = boxes.getUint32(at)
    const isLarge = size === 1 && at + 16 <= boxes.byteLength
    const bytes = isLarge ? Number(boxes.getBigUint64(at + 8)) : size === 0 ? boxes.byteLength - at : size
    const headerBytes = isLarge ? 16 : 8
    if (bytes < headerBytes || at + bytes > boxes.byteLength) return
    const content = new DataView(boxes.buffer, boxes.byteOffset + at + headerBytes, bytes - headerBytes)
    yield [readName(boxes, at + 4), content]
    at += bytes
  }
}

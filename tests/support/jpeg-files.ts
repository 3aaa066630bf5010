// JPEG files as cameras and programs write them, and the segments in such files.

const SOI = Buffer.from([0xff, 0xd8])
const EOI = Buffer.from([0xff, 0xd9])
const RESTARTS = 8

/** Returns one segment. Its length includes the length field's own two bytes. */
function segment(marker: number, ...content: (Buffer | number[])[]): Buffer {
  const body = Buffer.concat(content.map((part) => Buffer.from(part)))
  return Buffer.concat([Buffer.from([0xff, marker]), uint16(body.length + 2), body])
}

/** Returns a gray JPEG. A progressive one has a scan of averages and a scan of details. */
export function grayJpeg(width: number, height: number, { isProgressive = false, restartInterval = 0 } = {}): Buffer {
  const blocks = Math.ceil(width / 8) * Math.ceil(height / 8)
  const frame = [[8], uint16(height), uint16(width), [1, 1, 0x11, 0]]
  // Each table has one value, 0, with a code of one zero bit.
  const codes = [1, ...Array<number>(15).fill(0), 0]
  const restarts = restartInterval > 0 ? [segment(0xdd, uint16(restartInterval))] : []
  const scan = (first: number, last: number, bits: number) =>
    Buffer.concat([segment(0xda, [1, 1, 0, first, last, 0]), drawBlocks(blocks, bits, restartInterval)])
  const averages = segment(0xc4, [0x00], codes)
  const details = segment(0xc4, [0x10], codes)
  return Buffer.concat([
    SOI,
    segment(0xdb, [0], Array<number>(64).fill(1)),
    segment(isProgressive ? 0xc2 : 0xc0, ...frame),
    ...restarts,
    averages,
    ...(isProgressive
      ? [scan(0, 0, 1), details, segment(0xfe, Buffer.from('between two scans')), scan(1, 63, 1)]
      : [details, scan(0, 63, 2)]),
    EOI,
  ])
}

/** Returns zero bits for each block, with a restart marker after each interval. */
function drawBlocks(blocks: number, bits: number, restartInterval: number): Buffer {
  const interval = restartInterval || blocks
  const parts: Buffer[] = []
  for (let done = 0, restart = 0; done < blocks; done += interval, restart = (restart + 1) % RESTARTS) {
    if (done > 0) parts.push(Buffer.from([0xff, 0xd0 + ((restart + RESTARTS - 1) % RESTARTS)]))
    const used = Math.min(interval, blocks - done) * bits
    const data = Buffer.alloc(Math.ceil(used / 8))
    // The unused bits of the last byte are ones.
    if (used % 8 > 0) data[data.length - 1] = 0xff >> (used % 8)
    parts.push(data)
  }
  return Buffer.concat(parts)
}

/** Splits a whole JPEG into its start, its segments before the pixels, and the rest. */
export function splitJpeg(jpeg: Buffer): Buffer[] {
  const parts = [jpeg.subarray(0, 2)]
  let at = 2
  while (jpeg[at + 1] !== 0xda) {
    const next = at + 2 + jpeg.readUInt16BE(at + 2)
    parts.push(jpeg.subarray(at, next))
    at = next
  }
  return [...parts, jpeg.subarray(at)]
}

/** Moves the frame header right after the start. */
export function putFrameFirst(jpeg: Buffer): Buffer {
  const [start = SOI, ...parts] = splitJpeg(jpeg)
  const isFrame = (part: Buffer) => part[1] === 0xc0 || part[1] === 0xc2
  return Buffer.concat([start, ...parts.filter(isFrame), ...parts.filter((part) => !isFrame(part))])
}

/** Inserts bytes that belong to no segment after the first segment. */
export function putStrayBytes(jpeg: Buffer, stray = Buffer.from('hello')): Buffer {
  const [start = SOI, first = SOI, ...parts] = splitJpeg(jpeg)
  return Buffer.concat([start, first, stray, ...parts])
}

/** Inserts fill bytes before each marker up to the pixels. */
export function putFillBytes(jpeg: Buffer): Buffer {
  const [start = SOI, ...parts] = splitJpeg(jpeg)
  return Buffer.concat([start, ...parts.flatMap((part, index) => [Buffer.alloc(index + 1, 0xff), part])])
}

/** Inserts segments with a whole JPEG and other data before the frame. */
export function putThumbnail(jpeg: Buffer, thumbnail: Buffer): Buffer {
  const [start = SOI, ...parts] = splitJpeg(jpeg)
  return Buffer.concat([
    start,
    segment(0xe1, Buffer.from('Exif\0\0'), thumbnail),
    segment(0xe2, Buffer.from('ICC_PROFILE\0\x01\x01'), Buffer.alloc(3000, 0xff)),
    segment(0xed, Buffer.from('Photoshop 3.0\0'), thumbnail),
    ...parts,
  ])
}

/** The video that phones append to a photo. It contains JPEG markers. */
export const MOTION = Buffer.concat([
  Buffer.from('\0\0\0\x18ftypmp42\0\0\0\0isommp42', 'latin1'),
  SOI,
  Buffer.alloc(100_000, 0x5a),
  EOI,
  Buffer.alloc(100, 1),
])

function uint16(value: number): Buffer {
  return Buffer.from([value >> 8, value & 0xff])
}

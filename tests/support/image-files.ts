// Ordinary and faulty image files. They are generated here, so that the repository contains no personal photo.

import { crc32 } from 'node:zlib'
import { createCanvas, GifEncoder } from '@napi-rs/canvas'

/** The colors of the test card's corners, clockwise from the top left, when the image is upright. */
const CARD_COLOURS = ['#e03030', '#30c030', '#3050e0', '#f0e020'] as const

/** The camera's name in `photo`. A file that contains it has kept its metadata. */
export const CAMERA = 'Secret Camera Works'

/** Returns a card with a color in each corner. */
export function card(width: number, height: number, format: 'jpeg' | 'png' | 'webp' | 'avif' = 'png'): Buffer {
  const canvas = createCanvas(width, height)
  const pen = canvas.getContext('2d')
  const corners = [
    [0, 0],
    [width / 2, 0],
    [width / 2, height / 2],
    [0, height / 2],
  ] as const
  for (const [index, [x, y]] of corners.entries()) {
    pen.fillStyle = CARD_COLOURS[index] ?? ''
    pen.fillRect(x, y, width / 2, height / 2)
  }
  if (format === 'png') return canvas.toBuffer('image/png')
  if (format === 'jpeg') return canvas.toBuffer('image/jpeg', 95)
  return format === 'webp' ? canvas.toBuffer('image/webp', 90) : canvas.toBuffer('image/avif')
}

/**
 * Returns a photo that is `width` x `height` once it is turned as its EXIF (orientation 6) says. The EXIF names a
 * camera and a place.
 */
export function photo(width: number, height: number): Buffer {
  const canvas = createCanvas(height, width)
  const pen = canvas.getContext('2d')
  // The sensor lay on its side, so the card's top is at the left. A clockwise turn by 90 degrees makes it upright.
  const [topLeft, topRight, bottomRight, bottomLeft] = CARD_COLOURS
  const quarters = [
    [topRight, 0, 0],
    [bottomRight, height / 2, 0],
    [topLeft, 0, width / 2],
    [bottomLeft, height / 2, width / 2],
  ] as const
  for (const [color, x, y] of quarters) {
    pen.fillStyle = color
    pen.fillRect(x, y, height / 2, width / 2)
  }
  const jpeg = canvas.toBuffer('image/jpeg', 95)
  return Buffer.concat([jpeg.subarray(0, 2), exif(6), jpeg.subarray(2)])
}

/** Returns a PNG whose left half is transparent. */
export function halfTransparent(width: number, height: number): Buffer {
  const canvas = createCanvas(width, height)
  const pen = canvas.getContext('2d')
  pen.fillStyle = '#3050e0'
  pen.fillRect(width / 2, 0, width / 2, height)
  return canvas.toBuffer('image/png')
}

/** Returns a PNG that claims this size, with this many bytes instead of its pixels. */
export function claimedSize(width: number, height: number, pixelBytes = 0): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 6], 8)
  return Buffer.concat([
    PNG_START,
    chunk('IHDR', header),
    chunk('IDAT', Buffer.alloc(pixelBytes)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

export function animatedPng(width: number, height: number, frames = 2): Buffer {
  const still = card(width, height, 'png')
  const chunks = splitPng(still)
  const pixels = chunks.filter(({ name }) => name === 'IDAT').map(({ data }) => data)
  const control = Buffer.alloc(8)
  control.writeUInt32BE(frames, 0)
  let sequence = 0
  const frame = () => {
    const bytes = Buffer.alloc(26)
    for (const [index, value] of [sequence++, width, height].entries()) bytes.writeUInt32BE(value, index * 4)
    return chunk('fcTL', bytes)
  }
  const parts = [
    ...chunks.filter(({ name }) => name === 'IHDR').map(({ name, data }) => chunk(name, data)),
    chunk('acTL', control),
    frame(),
    ...pixels.map((data) => chunk('IDAT', data)),
  ]
  for (let made = 1; made < frames; made += 1) {
    parts.push(frame(), chunk('fdAT', Buffer.concat([uint32(sequence++), ...pixels])))
  }
  return Buffer.concat([PNG_START, ...parts, chunk('IEND', Buffer.alloc(0))])
}

function splitPng(png: Buffer): { name: string; data: Buffer }[] {
  const chunks: { name: string; data: Buffer }[] = []
  for (let at = PNG_START.length; at < png.length; ) {
    const length = png.readUInt32BE(at)
    chunks.push({ name: png.toString('latin1', at + 4, at + 8), data: png.subarray(at + 8, at + 8 + length) })
    at += 12 + length
  }
  return chunks
}

export function animatedWebp(width: number, height: number, frames = 2): Buffer {
  const extended = Buffer.alloc(10)
  extended[0] = 0b10
  extended.writeUIntLE(width - 1, 4, 3)
  extended.writeUIntLE(height - 1, 7, 3)
  const frame = Buffer.alloc(16)
  frame.writeUIntLE(width - 1, 6, 3)
  frame.writeUIntLE(height - 1, 9, 3)
  frame.writeUIntLE(100, 12, 3)
  const still = card(width, height, 'webp')
  const pixels = still.subarray(still.indexOf('VP8 '))
  const parts = [
    riff('VP8X', extended),
    riff('ANIM', Buffer.alloc(6)),
    ...Array.from({ length: frames }, () => riff('ANMF', frame, pixels)),
  ]
  return riff('RIFF', Buffer.from('WEBP'), ...parts)
}

/** Returns a chunk of a WebP. Its length comes after the name, and a chunk with an odd length has a byte of padding. */
function riff(name: string, ...content: Buffer[]): Buffer {
  const body = Buffer.concat(content)
  const head = Buffer.from(`${name}....`)
  head.writeUInt32LE(body.length, 4)
  return Buffer.concat([head, body, Buffer.alloc(body.length % 2)])
}

/** Returns a GIF with this many frames, each of one color. */
export function gif(width = 400, height = 300, frames = 2): Buffer {
  const encoder = new GifEncoder(width, height)
  const canvas = createCanvas(width, height)
  const pen = canvas.getContext('2d')
  for (let frame = 0; frame < frames; frame += 1) {
    pen.fillStyle = CARD_COLOURS[frame % CARD_COLOURS.length] ?? ''
    pen.fillRect(0, 0, width, height)
    encoder.addFrame(new Uint8Array(pen.getImageData(0, 0, width, height).data), width, height, { delay: 100 })
  }
  return encoder.finish()
}

/** Returns only the parts of a HEIC file with its format and size, because few browsers could open a whole file. */
export function heic(width: number, height: number): Buffer {
  const size = Buffer.alloc(12)
  size.writeUInt32BE(width, 4)
  size.writeUInt32BE(height, 8)
  const properties = box('iprp', box('ipco', box('ispe', size)))
  return Buffer.concat([box('ftyp', Buffer.from('heic\0\0\0\0mif1heic')), box('meta', Buffer.alloc(4), properties)])
}

export const SVG = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="800" height="600"><rect width="9"/></svg>',
)
export const HTML = Buffer.from('<!doctype html><title>Not an image</title><p>Not at all</p>')

const PNG_START = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name), data])
  return Buffer.concat([uint32(data.length), body, uint32(crc32(body))])
}

function box(name: string, ...content: Buffer[]): Buffer {
  const body = Buffer.concat([Buffer.from(name), ...content])
  return Buffer.concat([uint32(body.length + 4), body])
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

/** Returns an APP1 segment with the orientation, the camera's maker, and a place in Greenwich. */
function exif(orientation: number): Buffer {
  const make = Buffer.from(`${CAMERA}\0`)
  // Offsets count from the byte order mark. The first directory has three entries, and the place's directory has two.
  const place = 8 + 2 + 3 * 12 + 4
  const afterPlace = place + 2 + 2 * 12 + 4
  const latitude = Buffer.alloc(24)
  for (const [index, value] of [51, 1, 28, 1, 40, 1].entries()) latitude.writeUInt32LE(value, index * 4)
  const tiff = Buffer.concat([
    Buffer.from('II*\0\x08\0\0\0', 'latin1'),
    directory([
      [0x010f, ASCII, make.length, afterPlace + latitude.length],
      [0x0112, SHORT, 1, orientation],
      [0x8825, LONG, 1, place],
    ]),
    directory([
      [0x0001, ASCII, 2, 'N'.charCodeAt(0)],
      [0x0002, RATIONAL, 3, afterPlace],
    ]),
    latitude,
    make,
  ])
  const length = Buffer.alloc(2)
  length.writeUInt16BE(2 + 6 + tiff.length)
  return Buffer.concat([Buffer.from([0xff, 0xe1]), length, Buffer.from('Exif\0\0'), tiff])
}

const ASCII = 2
const SHORT = 3
const LONG = 4
const RATIONAL = 5

function directory(entries: [tag: number, type: number, count: number, value: number][]): Buffer {
  const bytes = Buffer.alloc(2 + entries.length * 12 + 4)
  bytes.writeUInt16LE(entries.length)
  for (const [index, [tag, type, count, value]] of entries.entries()) {
    const at = 2 + index * 12
    bytes.writeUInt16LE(tag, at)
    bytes.writeUInt16LE(type, at + 2)
    bytes.writeUInt32LE(count, at + 4)
    bytes.writeUInt32LE(value, at + 8)
  }
  return bytes
}

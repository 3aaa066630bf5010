// Creates the icons that can't be SVG from public/favicon.svg. If you change that file, run: node
// tools/media/make-icons.mjs
import { readFile, writeFile } from 'node:fs/promises'
import { createCanvas, loadImage } from '@napi-rs/canvas'

const getPublicFile = (name) => new URL(`../public/${name}`, import.meta.url)
const mark = await loadImage(await readFile(getPublicFile('favicon.svg')))

/** Draws the icon as a PNG. `ground` is the color of the corners, because home screens round them. */
async function encodePng(size, { ground } = {}) {
  const canvas = createCanvas(size, size)
  const pen = canvas.getContext('2d')
  if (ground) {
    pen.fillStyle = ground
    pen.fillRect(0, 0, size, size)
  }
  pen.drawImage(mark, 0, 0, size, size)
  return canvas.encode('png')
}

function encodeIco(images) {
  const header = Buffer.alloc(6 + 16 * images.length)
  header.writeUInt16LE(1, 2)
  header.writeUInt16LE(images.length, 4)
  let offset = header.length
  for (const [index, { size, bytes }] of images.entries()) {
    const entry = 6 + 16 * index
    header.writeUInt8(size, entry)
    header.writeUInt8(size, entry + 1)
    header.writeUInt16LE(1, entry + 4)
    header.writeUInt16LE(32, entry + 6)
    header.writeUInt32LE(bytes.length, entry + 8)
    header.writeUInt32LE(offset, entry + 12)
    offset += bytes.length
  }
  return Buffer.concat([header, ...images.map(({ bytes }) => bytes)])
}

const small = await Promise.all([16, 32, 48].map(async (size) => ({ size, bytes: await encodePng(size) })))
await writeFile(getPublicFile('favicon.ico'), encodeIco(small))
await writeFile(getPublicFile('apple-touch-icon.png'), await encodePng(180, { ground: '#10151f' }))

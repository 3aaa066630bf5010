import { type Canvas, createCanvas, type Image, loadImage } from '@napi-rs/canvas'
import { IDBFactory } from 'fake-indexeddb'
import { vi } from 'vitest'

const { createObjectURL, revokeObjectURL } = URL

/** Installs browser features for images that jsdom lacks: a canvas that decodes and encodes, and an empty database. */
export function installImagePlatform() {
  vi.stubGlobal('createImageBitmap', async (file: Blob) => {
    const image = await loadImage(Buffer.from(await file.arrayBuffer()))
    return Object.assign(image, { close() {} })
  })
  vi.stubGlobal('OffscreenCanvas', OffscreenCanvas)
  installDatabase()
  URL.createObjectURL = () => 'blob:image'
  URL.revokeObjectURL = () => {}
}

export function installDatabase() {
  vi.stubGlobal('indexedDB', new IDBFactory())
}

export function removeImagePlatform() {
  vi.unstubAllGlobals()
  // Restores Node's own functions instead of deleting them, because later test files in this process use them.
  Object.assign(URL, { createObjectURL, revokeObjectURL })
}

class OffscreenCanvas {
  readonly #canvas: Canvas

  constructor(width: number, height: number) {
    this.#canvas = createCanvas(width, height)
  }

  getContext(kind: '2d') {
    return this.#canvas.getContext(kind)
  }

  async convertToBlob({ type, quality }: { type: 'image/jpeg'; quality: number }) {
    return new Blob([new Uint8Array(this.#canvas.toBuffer(type, quality * 100))], { type })
  }
}

/** Decodes an image file and returns its pixels. */
export async function getPixels(file: Blob) {
  const image: Image = await loadImage(Buffer.from(await file.arrayBuffer()))
  const canvas = createCanvas(image.width, image.height)
  const pen = canvas.getContext('2d')
  pen.drawImage(image, 0, 0)
  return {
    width: image.width,
    height: image.height,
    at: (x: number, y: number) => [...pen.getImageData(x, y, 1, 1).data.slice(0, 3)],
  }
}

// @vitest-environment node

import { MAX_IMAGE_BYTES } from '@contract/media/image'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { MAX_FILE_BYTES } from '@/features/generator/image/image-faults'
import { prepareImage } from '@/features/generator/image/prepare-image'
import { prepareInWorker } from '@/features/generator/image/prepare-in-worker'
import { getPixels, installImagePlatform, removeImagePlatform } from '../../../../support/app/image-platform'
import * as files from '../../../../support/image-files'
import * as jpegs from '../../../../support/jpeg-files'

const JPEG = files.card(640, 480, 'jpeg')

function file(bytes: Uint8Array): File {
  return new File([new Uint8Array(bytes)], 'an image')
}

describe('prepareImage', () => {
  beforeEach(installImagePlatform)
  afterEach(removeImagePlatform)

  it.each(['jpeg', 'png', 'webp', 'avif'] as const)('converts a %s image to a JPEG of equal size', async (format) => {
    const prepared = await prepareImage(file(files.card(640, 480, format)))
    expect(prepared).toMatchObject({ width: 640, height: 480, wasTransparent: false, blob: { type: 'image/jpeg' } })
    expect([...new Uint8Array(await prepared.blob.slice(0, 3).arrayBuffer())]).toEqual([0xff, 0xd8, 0xff])
    expect(await getPixels(prepared.blob)).toMatchObject({ width: 640, height: 480 })
  })

  it.each([
    ['a photo with thumbnails', jpegs.putThumbnail(JPEG, files.card(80, 60, 'jpeg'))],
    ["a phone's motion photo", Buffer.concat([JPEG, jpegs.MOTION])],
    ['a PNG with 100 KB after its end', Buffer.concat([files.card(640, 480), Buffer.alloc(100_000)])],
    ['a GIF of one frame', files.gif(640, 480, 1)],
    [
      'a GIF of one frame with more data after its end',
      Buffer.concat([files.gif(640, 480, 1), files.gif(640, 480, 1)]),
    ],
    ['a GIF without an end', files.gif(640, 480, 1).subarray(0, -1)],
    ['a PNG with an animation after its pixels', lateAnimation()],
    ['a PNG whose animation has one frame', files.animatedPng(640, 480, 1)],
    ['a WebP whose animation has one frame', files.animatedWebp(640, 480, 1)],
  ])('accepts %s as an image', async (_, bytes) => {
    const prepared = await prepareImage(file(bytes))
    expect(prepared).toMatchObject({ width: 640, height: 480, blob: { type: 'image/jpeg' } })
    expect(await getPixels(prepared.blob)).toMatchObject({ width: 640, height: 480 })
  })

  it('shrinks a large image to 2048 pixels on its longer side', async () => {
    const lying = await prepareImage(file(files.card(4096, 2048, 'jpeg')))
    expect(lying).toMatchObject({ width: 2048, height: 1024 })
    const standing = await prepareImage(file(files.card(1500, 3001, 'jpeg')))
    expect(standing).toMatchObject({ width: 1024, height: 2048 })
    expect(await getPixels(standing.blob)).toMatchObject({ width: 1024, height: 2048 })
  })

  it('encodes an image again at lower quality if its JPEG is larger than the gateway accepts', async () => {
    const convertToBlob = vi.spyOn(OffscreenCanvas.prototype, 'convertToBlob')
    const getBlob = (size: number) =>
      Object.defineProperty(new Blob(['x'], { type: 'image/jpeg' }), 'size', { value: size })
    const small = getBlob(MAX_IMAGE_BYTES)
    convertToBlob.mockResolvedValueOnce(getBlob(MAX_IMAGE_BYTES + 1)).mockResolvedValueOnce(small)
    expect((await prepareImage(file(files.card(640, 480)))).blob).toBe(small)
    expect(convertToBlob.mock.calls.map(([options]) => options?.quality)).toEqual([0.92, 0.75])
  })

  it("fills an image's transparent areas with white, and reports that", async () => {
    const { blob, wasTransparent } = await prepareImage(file(files.halfTransparent(640, 480)))
    expect(wasTransparent).toBe(true)
    const pixels = await getPixels(blob)
    expect(pixels.at(100, 240).every((value) => value > 250)).toBe(true)
    expect(pixels.at(540, 240)[2]).toBeGreaterThan(200)
  })

  it('frees the memory of each decoded image, also of one that it refuses', async () => {
    const [close, decode] = [vi.fn(), createImageBitmap]
    vi.stubGlobal('createImageBitmap', async (image: Blob) => Object.assign(await decode(image), { close }))
    await prepareImage(file(JPEG))
    await expect(prepareImage(file(files.card(299, 400)))).rejects.toThrow('too small')
    expect(close).toHaveBeenCalledTimes(2)
  })

  it('removes camera and location data from an image', async () => {
    const taken = files.photo(800, 600)
    expect(taken.includes(files.CAMERA)).toBe(true)
    const { blob } = await prepareImage(file(taken))
    const sent = Buffer.from(await blob.arrayBuffer())
    expect(sent.includes(files.CAMERA)).toBe(false)
    expect(sent.includes('Exif')).toBe(false)
  })

  it.each([
    ['is empty', Buffer.alloc(0), /is empty/],
    ['is an HTML page named .png', files.HTML, /isn't an image/],
    ['is an SVG', files.SVG, /SVG files/],
    ['is a GIF of several frames', files.gif(640, 480, 2), /Animated/],
    ['is a GIF cut off in its second frame', files.gif(640, 480, 2).subarray(0, -9), /Animated/],
    ['is a GIF of several frames without a common color table', withoutTable(files.gif(640, 480, 2)), /Animated/],
    ['ends after the first bytes of a GIF', files.gif(640, 480, 1).subarray(0, 8), /couldn't open this image/],
    ['is a GIF of a tiny size with a huge frame', hugeFrame(), /more than 70 megapixels/],
    ['is a GIF without a frame', files.gif(640, 480, 1).subarray(0, 13), /couldn't open this image/],
    ['is an animated PNG', files.animatedPng(640, 480), /Animated/],
    ['is an animated WebP', files.animatedWebp(640, 480), /Animated/],
    ['is a bitmap', bmp(), /format isn't supported/],
    ['ends after its first bytes', files.card(640, 480).subarray(0, 20), /couldn't open this image/],
    [
      'breaks off after the first bytes of a JPEG',
      files.card(640, 480, 'jpeg').subarray(0, 100),
      /couldn't open this image/,
    ],
    [
      'breaks off after the first bytes of a WebP',
      files.card(640, 480, 'webp').subarray(0, 20),
      /couldn't prepare this image/,
    ],
    ['is a HEIC without a size', files.heic(4032, 3024).subarray(0, 40), /couldn't prepare this image/],
    ['claims 30000 x 30000 pixels', files.claimedSize(30_000, 30_000), /more than 70 megapixels/],
    ['is a HEIC this browser cannot read', files.heic(4032, 3024), /HEIC photo.*Most Compatible/],
    ['is too narrow', files.card(299, 400), /too small/],
    ['is too low', files.card(400, 299), /too small/],
    ['is too wide', files.card(1202, 300), /too wide or too tall/],
    ['is too tall', files.card(300, 1202), /too wide or too tall/],
  ])('refuses an image that %s with a sentence', async (_, bytes, sentence) => {
    const refusal = { name: 'ImageError', message: expect.stringMatching(sentence) }
    await expect(prepareImage(file(bytes))).rejects.toMatchObject(refusal)
  })

  it.each([
    ['a truncated JPEG', JPEG.subarray(0, -20), /is incomplete/],
    ['a JPEG without its end marker', JPEG.subarray(0, -2), /is incomplete/],
    ['a truncated PNG', files.card(640, 480).subarray(0, -20), /is incomplete/],
    ['a whole JPEG', JPEG, /couldn't open this image/],
    ['a whole PNG', files.card(640, 480), /couldn't open this image/],
    ['a GIF', files.gif(640, 480, 1), /couldn't open this image/],
  ])('says what is wrong with %s that the browser refuses', async (_, bytes, sentence) => {
    vi.stubGlobal('createImageBitmap', () => Promise.reject(new DOMException('refused', 'InvalidStateError')))
    await expect(prepareImage(file(bytes))).rejects.toThrow(sentence)
  })

  it('accepts an image without its end if the browser fills in the rest', async () => {
    expect(await prepareImage(file(JPEG.subarray(0, -2)))).toMatchObject({ width: 640, height: 480 })
  })

  it("doesn't call an image damaged if the browser decodes it but can't draw it", async () => {
    vi.spyOn(OffscreenCanvas.prototype, 'getContext').mockReturnValueOnce(null)
    await expect(prepareImage(file(JPEG))).rejects.toThrow(/couldn't prepare this image/)
    const huge = Object.defineProperty(new Blob(['x']), 'size', { value: MAX_IMAGE_BYTES + 1 })
    vi.spyOn(OffscreenCanvas.prototype, 'convertToBlob').mockResolvedValue(huge)
    await expect(prepareImage(file(JPEG))).rejects.toThrow(/couldn't prepare this image/)
  })

  it.each([
    ['noise', (index: number) => (index * 73 + 11) % 256],
    ['white', () => 255],
  ])("doesn't prepare an image if the browser returns %s for what a page drew", async (_, getByte) => {
    replacePixels(getByte)
    await expect(prepareImage(file(JPEG))).rejects.toThrow(/protection against tracking/)
  })

  it('prepares an image if the browser changes the colors that a page reads by a little', async () => {
    replacePixels((_, drawn) => drawn ^ 1)
    await expect(prepareImage(file(JPEG))).resolves.toMatchObject({ width: 640 })
  })

  it('refuses an image file that is too large before reading it', async () => {
    const large = file(files.card(640, 480))
    Object.defineProperty(large, 'size', { value: MAX_FILE_BYTES + 1 })
    const arrayBuffer = vi.spyOn(large, 'arrayBuffer')
    await expect(prepareImage(large)).rejects.toThrow(/larger than 40 MB/)
    expect(arrayBuffer).not.toHaveBeenCalled()
  })

  it('refuses an image with too many pixels before decoding it', async () => {
    const decode = vi.fn()
    vi.stubGlobal('createImageBitmap', decode)
    await expect(prepareImage(file(files.claimedSize(10_000, 7001)))).rejects.toThrow(/megapixels/)
    expect(decode).not.toHaveBeenCalled()
  })

  it('refuses an image file that no longer exists when it is read, with a sentence', async () => {
    const gone = file(files.card(640, 480))
    vi.spyOn(gone, 'arrayBuffer').mockRejectedValue(new DOMException('gone', 'NotFoundError'))
    await expect(prepareImage(gone)).rejects.toThrow(/couldn't read this file/)
  })

  it.each([
    ['just wide enough', 1200, 300],
    ['just tall enough', 300, 1200],
  ])('accepts an image that is %s', async (_, width, height) => {
    await expect(prepareImage(file(files.card(width, height)))).resolves.toMatchObject({ width, height })
  })
})

/** Makes every canvas return other bytes than it contains, as a browser's protection against fingerprinting does. */
function replacePixels(getByte: (index: number, drawn: number) => number) {
  const { getContext } = OffscreenCanvas.prototype
  vi.spyOn(OffscreenCanvas.prototype, 'getContext').mockImplementation(function (this: OffscreenCanvas, kind: string) {
    const pen = getContext.call(this, kind as '2d') as OffscreenCanvasRenderingContext2D
    const read = pen.getImageData.bind(pen)
    pen.getImageData = (...area: Parameters<typeof read>) => {
      const { data } = read(...area)
      return { data: data.map((byte, index) => getByte(index, byte)) } as ImageData
    }
    return pen as never
  })
}

/** Removes a GIF's global table of two colors. Each frame has its own table. */
function withoutTable(gif: Buffer): Buffer {
  const bytes = Buffer.concat([gif.subarray(0, 13), gif.subarray(13 + 6)])
  bytes[10] = 0
  return bytes
}

/** Creates a PNG whose animation chunk follows the pixels, where decoders ignore it. */
function lateAnimation(): Buffer {
  const still = files.card(640, 480)
  const control = files.animatedPng(640, 480).subarray(33, 53)
  return Buffer.concat([still.subarray(0, -12), control, still.subarray(-12)])
}

/** Creates a GIF that claims 1 x 1 pixels and has a frame of 9000 x 9000 pixels. */
function hugeFrame(): Buffer {
  const bytes = files.gif(640, 480, 1)
  bytes.writeUInt16LE(1, 6)
  bytes.writeUInt16LE(1, 8)
  const frame = bytes.indexOf(Buffer.from([0x2c, 0, 0, 0, 0]))
  bytes.writeUInt16LE(9000, frame + 5)
  bytes.writeUInt16LE(9000, frame + 7)
  return bytes
}

function bmp(): Buffer {
  const header = Buffer.alloc(54)
  header.write('BM')
  header.writeUInt32LE(640, 18)
  header.writeUInt32LE(480, 22)
  return header
}

const FILE = new File(['an image'], 'a.jpg')

class FakeWorker {
  static made: FakeWorker[] = []
  readonly terminate = vi.fn()
  readonly postMessage = vi.fn()
  onerror: ((event: Event) => void) | null = null

  constructor() {
    FakeWorker.made.push(this)
  }
}

function start(signal = new AbortController().signal) {
  const result = prepareInWorker(FILE, signal)
  const worker = FakeWorker.made[0]
  if (!worker) throw new Error('no worker was made')
  return { result, worker }
}

describe('Image worker', () => {
  beforeEach(() => {
    FakeWorker.made = []
    vi.useFakeTimers()
    vi.stubGlobal('Worker', FakeWorker)
  })
  afterEach(() => {
    expect(vi.getTimerCount()).toBe(0)
    vi.unstubAllGlobals()
  })

  it("says that the image worker can't be loaded", async () => {
    const { result, worker } = start()
    const event = new Event('error', { cancelable: true })
    worker.onerror?.(event)
    await expect(result).rejects.toMatchObject({ fault: 'notLoaded' })
    expect(event.defaultPrevented).toBe(true)
  })

  it('ends the image worker after a time limit', async () => {
    const { result, worker } = start()
    const refused = expect(result).rejects.toMatchObject({ fault: 'tooSlow' })
    await vi.advanceTimersByTimeAsync(45_000)
    await refused
    expect(worker.terminate).toHaveBeenCalledOnce()
  })

  it('ends the image worker when its image is no longer needed', async () => {
    const controller = new AbortController()
    const { result, worker } = start(controller.signal)
    controller.abort()
    await expect(result).rejects.toMatchObject({ name: 'AbortError' })
    expect(worker.terminate).toHaveBeenCalledOnce()
  })
})

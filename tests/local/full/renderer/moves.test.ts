// Tests clips that start at a first image, end at a last image, or both.
import { createCanvas, loadImage } from '@napi-rs/canvas'
import { beforeAll, describe, expect, it } from 'vitest'
import { createLabel, LABEL_POSITION } from '../../../../local/renderer/caption.ts'
import { renderClip } from '../../../../local/renderer/clip.ts'
import { createClipScene } from '../../../../local/renderer/clip-scene.ts'
import { createLayer, HEIGHT, WIDTH } from '../../../../local/renderer/draw/stage.ts'
import { createFramesScene } from '../../../../local/renderer/move/frames.ts'
import { hasLabel, healLabel } from '../../../../local/renderer/move/heal-label.ts'
import { measureIntegratedLoudness } from '../../../../local/renderer/sound/loudness.ts'
import { Studio } from '../../../../local/renderer/sound/studio.ts'
import { makeFolder } from '../../../support/make-folder.ts'
import { difference, drawFrame, lumaDifference, toLuma } from '../../renderer/measure.ts'
import { drawPicture, writePicture } from '../../renderer/pictures.ts'
import { decodeLuma } from '../video-service/decode-clip.ts'

const REQUEST = { prompt: 'a robot', seed: 3, seconds: 2, sound: false, imagePath: null }
const RATE = 48_000

let folder: string
beforeAll(async () => {
  folder = await makeFolder()
})

async function drawWhole(picture: Buffer): Promise<Uint8ClampedArray> {
  const { pen } = createLayer(WIDTH, HEIGHT)
  pen.drawImage(await loadImage(picture), 0, 0, WIDTH, HEIGHT)
  return pen.getImageData(0, 0, WIDTH, HEIGHT).data
}

describe('Clip with a first and a last image', () => {
  it('begins a clip at its first image and ends it at its last image', async () => {
    const [imagePath, lastImagePath] = [await writePicture(folder, 200), await writePicture(folder, 20)]
    const frames = await decodeLuma(await renderBytes({ ...REQUEST, frameRate: 6, imagePath, lastImagePath }))
    const [first, last] = await Promise.all([200, 20].map(async (tone) => toLuma(await drawWhole(drawPicture(tone)))))
    if (!first || !last) throw new Error('no pictures')
    expect(frames).toHaveLength(12)
    expect(lumaDifference(first, last), 'the two differ').toBeGreaterThan(20)
    expect(lumaDifference(frames[0] as Uint8Array, first)).toBeLessThan(2.5)
    expect(lumaDifference(frames[11] as Uint8Array, last)).toBeLessThan(2.5)
  })

  it('moves from the first to the last image without a jump', async () => {
    const scene = await createFramesScene(drawPicture(200), drawPicture(20), '', 3, 4)
    const frames = Array.from({ length: 49 }, (_, i) => drawFrame(scene, i / 12, i / 48))
    const changes = frames.slice(1).map((frame, i) => difference(frame, frames[i] as Uint8ClampedArray))
    expect(Math.min(...changes)).toBeGreaterThan(0.1)
    const whole = difference(frames[0] as Uint8ClampedArray, frames[48] as Uint8ClampedArray)
    expect(Math.max(...changes)).toBeLessThan(0.3 * whole)
  })

  it('changes the image from one side to the other instead of everywhere at once', async () => {
    const scene = await createFramesScene(drawFlat('#204080'), drawFlat('#e0a060'), '', 3, 4)
    const frame = drawFrame(scene, 2, 0.5)
    const redAt = (x: number) => frame[((HEIGHT / 2) * WIDTH + x) * 4] ?? 0
    const [left, right] = [redAt(40), redAt(WIDTH - 40)]
    expect(Math.min(left, right)).toBeLessThan(80)
    expect(Math.max(left, right)).toBeGreaterThan(180)
  })

  it('shows a tall last image whole, like a tall first image', async () => {
    const scene = await createFramesScene(drawPicture(200), drawPicture(90, 500, 900), '', 3, 4)
    const tall = await loadImage(drawPicture(90, 500, 900))
    const { pen } = createLayer(WIDTH, HEIGHT)
    const [height, width] = [HEIGHT * 0.94, (HEIGHT * 0.94 * 500) / 900]
    pen.drawImage(tall, (WIDTH - width) / 2, (HEIGHT - height) / 2, width, height)
    const area = [(WIDTH - width) / 2 + 4, (HEIGHT - height) / 2 + 4, width - 8, height - 8] as const
    const shown = createLayer(WIDTH, HEIGHT)
    scene.draw(shown.pen, 4, 1)
    expect(difference(shown.pen.getImageData(...area).data, pen.getImageData(...area).data)).toBeLessThan(3)
  })

  it('renders a clip with two images at -18 LUFS, with a swell while the images change', async () => {
    const scene = await createFramesScene(drawPicture(200), drawPicture(20), '', 3, 8)
    const studio = new Studio(8 * RATE, RATE, 3)
    scene.sound(studio)
    const { left, right } = studio.master()
    expect(measureIntegratedLoudness(left, right, RATE)).toBeCloseTo(-18, 0)
    const power = (from: number, to: number) =>
      left.subarray(from * RATE, to * RATE).reduce((sum, value) => sum + value * value, 0) / (to - from)
    expect(power(3.5, 4.5)).toBeGreaterThan(2 * power(1, 2.5))
    expect(power(3.5, 4.5)).toBeGreaterThan(2 * power(6, 7.5))
  })
})

it.each(['a robot', 'waves at sunset'])('ends the scene of the prompt "%s" at the last image', async (prompt) => {
  const lastImagePath = await writePicture(folder, 20)
  const { scene } = await createClipScene({ ...REQUEST, prompt, lastImagePath })
  const alone = await createClipScene({ ...REQUEST, prompt })
  const first = drawFrame(scene, 0.3, 0.15)
  expect(difference(first, drawFrame(alone.scene, 0.3, 0.15))).toBeLessThan(3)
  expect(difference(drawFrame(scene, 2, 1), await drawWhole(drawPicture(20)))).toBeLessThan(2.5)
})

describe('Label of an earlier preview', () => {
  const labeled = (ground: string) => {
    const { canvas, pen } = createLayer(WIDTH, HEIGHT)
    pen.fillStyle = ground
    pen.fillRect(0, 0, WIDTH, HEIGHT)
    const plain = pen.getImageData(0, 0, WIDTH, HEIGHT).data
    createLabel()(pen, 0, 4)
    return { canvas, pen, plain }
  }

  it("draws the label where the renderer later removes an earlier preview's label", () => {
    const { pen } = createLayer(WIDTH, HEIGHT)
    createLabel()(pen, 0, 4)
    const { data } = pen.getImageData(0, 0, WIDTH, HEIGHT)
    const [columns, rows] = [new Set<number>(), new Set<number>()]
    for (let i = 0; i < WIDTH * HEIGHT; i++) {
      if ((data[i * 4 + 3] ?? 0) === 0) continue
      columns.add(i % WIDTH)
      rows.add(Math.floor(i / WIDTH))
    }
    const { left, top, width, height } = LABEL_POSITION
    expect([Math.min(...columns), Math.max(...columns)]).toEqual([left, left + width - 1])
    expect([Math.min(...rows), Math.max(...rows)]).toEqual([top, top + height - 1])
  })

  it.each(['#f3ead9', '#0a1130', '#8a5a3a'])(
    'removes the label of an earlier preview from a picture with the color %s',
    (ground) => {
      const { pen, plain } = labeled(ground)
      healLabel(pen, 1)
      expect(difference(pen.getImageData(0, 0, WIDTH, HEIGHT).data, plain)).toBe(0)
    },
  )

  it("finds the label of an earlier preview despite a clip's grade", () => {
    const { pen } = labeled('#203050')
    pen.globalCompositeOperation = 'multiply'
    pen.fillStyle = '#e0c0b0'
    pen.fillRect(0, 0, WIDTH, HEIGHT)
    expect(hasLabel(pen, 1)).toBe(true)
  })

  it.each(['#ffb454', '#101010', '#ffffff'])('finds no label in a picture without one: %s', (ground) => {
    const canvas = createCanvas(WIDTH, HEIGHT)
    const pen = canvas.getContext('2d')
    pen.fillStyle = ground
    pen.fillRect(0, 0, WIDTH, HEIGHT)
    expect(hasLabel(pen, 1)).toBe(false)
  })
})

async function renderBytes(request: Parameters<typeof renderClip>[0]): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await renderClip(request))
}

function drawFlat(color: string): Buffer {
  const canvas = createCanvas(160, 90)
  const pen = canvas.getContext('2d')
  pen.fillStyle = color
  pen.fillRect(0, 0, 160, 90)
  return canvas.toBuffer('image/png')
}

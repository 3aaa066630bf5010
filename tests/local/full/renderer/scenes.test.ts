// Tests frames and sound of the sea, a card, and an image, without the encoder.
import { createCanvas } from '@napi-rs/canvas'
import { beforeAll, describe, expect, it } from 'vitest'
import { HEIGHT, WIDTH } from '../../../../local/renderer/draw/stage.ts'
import { createImageScene } from '../../../../local/renderer/image/image-scene.ts'
import { type Mood, readMood } from '../../../../local/renderer/mood.ts'
import type { Scene } from '../../../../local/renderer/scene.ts'
import { createCard } from '../../../../local/renderer/scenes/card/card.ts'
import { createOcean } from '../../../../local/renderer/scenes/ocean/scene.ts'
import { measureIntegratedLoudness } from '../../../../local/renderer/sound/loudness.ts'
import { Studio } from '../../../../local/renderer/sound/studio.ts'
import { measureTruePeak } from '../../../../tools/media/sound/master.ts'
import { deviation, difference, drawFrame, peak } from '../../renderer/measure.ts'

const RATE = 48_000
const SECONDS = 2

describe('Mood of a prompt', () => {
  const mood = (prompt: string) => readMood(prompt, 1, 5, ['day'])

  it('reads the time of day and the weather from the words of each language', () => {
    expect(mood('the sea at midnight').light).toBe('night')
    expect(mood('a golden sunset').light).toBe('dusk')
    expect(mood('snowy peaks at first light').light).toBe('dawn')
    expect(mood('a forest in the last light').light).toBe('dusk')
    expect(mood('amanecer en la montaña').light).toBe('dawn')
    expect(mood('夜の海').light).toBe('night')
    expect(mood('البحر عند الغروب').light).toBe('dusk')
    expect(mood('a house').light).toBe('day')
    expect(mood('A Stormy night')).toMatchObject({ rain: true, storm: true, wind: true })
    expect(mood('下雪的山').rain).toBe(false)
  })

  it.each([
    'no rain, an empty library',
    'a coat like rain',
    'sin lluvia, una biblioteca',
    '没有雨的图书馆',
    '雨のような音',
    'بدون مطر',
  ])('ignores words that the prompt negates or compares with: %s', (prompt) => {
    expect(mood(prompt).rain).toBe(false)
  })
})

const shown: [string, (prompt: string) => Scene][] = [
  ['the sea', (prompt) => createOcean(prompt, 5, SECONDS)],
  ['the card', (prompt) => createCard(prompt, getMood(prompt, ['night']))],
]

describe.each(shown)('Scene: %s', (_, create) => {
  let scene: Scene
  beforeAll(() => {
    scene = create('lighthouse and cliffs in wind and rain')
  })

  it('draws a scene that fills the frame and moves', () => {
    const early = drawFrame(scene, 0.5, 0.25)
    const late = drawFrame(scene, 1.5, 0.75)
    expect(deviation(early)).toBeGreaterThan(10)
    expect(difference(early, late)).toBeGreaterThan(0.6)
  })

  it('renders a scene at -18 LUFS, with a true peak below -1 dB, no silent second, and no click', () => {
    const { left, right } = getSound(scene)
    expect(measureIntegratedLoudness(left, right, RATE)).toBeCloseTo(-18, 0)
    expect(measureTruePeak({ left, right })).toBeLessThan(-1)
    const seconds = [0, 1].map((second) => peak(left, right, second * RATE, (second + 1) * RATE))
    expect(Math.min(...seconds)).toBeGreaterThan(0.01)
    expect(peak(left, right, 0, 4)).toBeLessThan(0.001)
    expect(peak(left, right, SECONDS * RATE - 4, SECONDS * RATE)).toBeLessThan(0.001)
  })
})

it('draws the sea in fog with a faint horizon if the prompt names fog', () => {
  const contrast = (prompt: string) => horizonContrast(drawFrame(createOcean(prompt, 5, SECONDS), 1, 0.5))
  expect(contrast('the sea at noon in fog')).toBeLessThan(0.4 * contrast('the sea at noon in rain'))
})

describe('Card sound', () => {
  const share = (prompt: string) => highShare(getSound(createCard(prompt, getMood(prompt, ['day']))).left)

  it("plays the place that the prompt names: rain hisses, and a robot doesn't", () => {
    expect(share('a cat in the rain')).toBeGreaterThan(3 * share('a robot'))
  })
})

describe('Uploaded image', () => {
  it('rotates an uploaded image by its EXIF orientation', async () => {
    // The file has red left of blue, and its EXIF data rotates it clockwise. Red is then above blue.
    const scene = await createImageScene(sideways(), '', 1, 4)
    const frame = drawFrame(scene, 2, 0.5)
    const at = (x: number, y: number) => [frame[(y * WIDTH + x) * 4] ?? 0, frame[(y * WIDTH + x) * 4 + 2] ?? 0]
    const [topRed = 0, topBlue = 0] = at(WIDTH / 2, 120)
    const [lowRed = 0, lowBlue = 0] = at(WIDTH / 2, HEIGHT - 120)
    expect(topRed).toBeGreaterThan(topBlue + 100)
    expect(lowBlue).toBeGreaterThan(lowRed + 100)
  })

  it.each([
    [2000, 500],
    [400, 1600],
    [1, 1],
  ])('fills the frame with an uploaded image of %d x %d', async (width, height) => {
    const canvas = createCanvas(width, height)
    const pen = canvas.getContext('2d')
    pen.fillStyle = '#c08040'
    pen.fillRect(0, 0, width, height)
    const scene = await createImageScene(canvas.toBuffer('image/png'), '', 1, 4)
    const frame = drawFrame(scene, 2, 0.5)
    for (const [x, y] of [
      [2, 2],
      [WIDTH - 3, 2],
      [2, HEIGHT - 3],
      [WIDTH - 3, HEIGHT - 3],
      [WIDTH / 2, HEIGHT / 2],
    ] as const) {
      expect(frame[(y * WIDTH + x) * 4]).toBeGreaterThan(40)
    }
  })

  it("throws an error for bytes that aren't an image", async () => {
    await expect(createImageScene(Buffer.from('no image'), '', 1, 4)).rejects.toThrow()
  })

  it('gives an uploaded image the sound of the place that its prompt names', async () => {
    const png = createCanvas(40, 40).toBuffer('image/png')
    const [named, unnamed] = await Promise.all(['rain', ''].map((prompt) => createImageScene(png, prompt, 1, SECONDS)))
    if (!named || !unnamed) throw new Error('no scenes')
    expect(highShare(getSound(named).left)).toBeGreaterThan(2 * highShare(getSound(unnamed).left))
  })
})

function getMood(prompt: string, usualLights: Parameters<typeof readMood>[3]): Mood {
  return readMood(prompt, 5, SECONDS, usualLights)
}

/** Returns the contrast at the horizon: the difference of the mean green values above and below it. */
function horizonContrast(frame: Uint8ClampedArray): number {
  const rowMean = (y: number) => {
    let sum = 0
    for (let x = 0; x < 600; x++) sum += frame[(y * WIDTH + x) * 4 + 1] ?? 0
    return sum / 600
  }
  return Math.abs(rowMean(290) - rowMean(400))
}

function getSound(scene: Scene): { left: Float32Array; right: Float32Array } {
  const studio = new Studio(SECONDS * RATE, RATE, 5)
  scene.sound(studio)
  return studio.master()
}

/** Returns the share of power in sample-to-sample changes. It is high for hiss and low for notes. */
function highShare(channel: Float32Array): number {
  let high = 0
  let all = 0
  for (let i = 1; i < channel.length; i++) {
    high += ((channel[i] ?? 0) - (channel[i - 1] ?? 0)) ** 2
    all += (channel[i] ?? 0) ** 2
  }
  return high / all
}

/** Returns a JPEG of 400 x 200 with EXIF orientation 6, red on the left and blue on the right. */
function sideways(): Buffer {
  const canvas = createCanvas(400, 200)
  const pen = canvas.getContext('2d')
  pen.fillStyle = '#f00'
  pen.fillRect(0, 0, 200, 200)
  pen.fillStyle = '#00f'
  pen.fillRect(200, 0, 200, 200)
  const jpeg = canvas.toBuffer('image/jpeg', 92)
  const directory = [0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0, 0, 0, 0, 0]
  const note = Buffer.concat([Buffer.from('Exif\0\0'), Buffer.from([0x4d, 0x4d, 0, 42, 0, 0, 0, 8, ...directory])])
  const segment = Buffer.concat([Buffer.from([0xff, 0xe1, 0, note.length + 2]), note])
  return Buffer.concat([jpeg.subarray(0, 2), segment, jpeg.subarray(2)])
}

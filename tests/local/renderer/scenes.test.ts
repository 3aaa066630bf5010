// What a prompt becomes, without the encoder: the scene it chooses, a frame of each scene, the sound of each scene.
import { createCanvas } from '@napi-rs/canvas'
import { describe, expect, it } from 'vitest'
import { wrap } from '../../../local/renderer/caption.ts'
import { HEIGHT, WIDTH } from '../../../local/renderer/draw/stage.ts'
import { FrameFinisher } from '../../../local/renderer/encode/frame-finisher.ts'
import { createImageScene } from '../../../local/renderer/image/image-scene.ts'
import { readMood } from '../../../local/renderer/mood.ts'
import { NEUTRAL_GRADE, type Scene } from '../../../local/renderer/scene.ts'
import { chooseScene, SCENES } from '../../../local/renderer/scene-choice.ts'
import { integratedLoudness } from '../../../local/renderer/sound/loudness.ts'
import { Studio } from '../../../local/renderer/sound/studio.ts'

const RATE = 48_000

describe('the scene of a prompt', () => {
  it.each([
    ['A lighthouse at dusk, waves on the rocks', 'ocean'],
    ['a storm at sea with lightning', 'ocean'],
    ['Snow on the mountains', 'mountains'],
    ['camel caravan in the SAHARA', 'desert'],
    ['an astronaut floats above a planet', 'space'],
    ['a campfire under the stars', 'campfire'],
    ['birds in a green forest', 'forest'],
    ['a deer in the snow', 'forest'],
    ['rain on my window', 'rain-window'],
    ['neon street, cyberpunk, rain', 'city-drive'],
    ['a coral reef with fish', 'underwater'],
    ['a cabin in deep snow', 'winter'],
    ['a rock band on stage', 'concert'],
    ['train through the countryside', 'train'],
    ['a cup of coffee on a table', 'cafe'],
  ])('%s: %s', (prompt, scene) => {
    expect(chooseScene(prompt, 1).name).toBe(scene)
  })

  it('is chosen by the seed when no word names one, and the same each time', () => {
    const chosen = Array.from({ length: 40 }, (_, seed) => chooseScene('blorp', seed).name)
    expect(new Set(chosen).size).toBeGreaterThan(5)
    expect(Array.from({ length: 40 }, (_, seed) => chooseScene('blorp', seed).name)).toEqual(chosen)
  })

  it('takes time of day and weather from the words', () => {
    const mood = (prompt: string) => readMood(prompt, 1, 5, ['day'])
    expect(mood('the sea at midnight').light).toBe('night')
    expect(mood('a golden sunset').light).toBe('dusk')
    expect(mood('early morning').light).toBe('dawn')
    expect(mood('a house').light).toBe('day')
    expect(mood('A Stormy night')).toMatchObject({ rain: true, storm: true, wind: true, snow: false })
    expect(mood('snowfall')).toMatchObject({ snow: true, rain: false })
  })
})

describe.each(SCENES.map((family) => [family.name, family] as const))('the scene %s', (_, family) => {
  const mood = readMood('rain and wind', 5, 4, family.usualLights)

  it('fills the frame and moves', () => {
    const scene = family.create(readMood('', 5, 4, family.usualLights))
    const early = drawFrame(scene, 1, 0.25)
    const late = drawFrame(scene, 2.5, 0.625)
    expect(deviation(early)).toBeGreaterThan(12)
    expect(difference(early, late)).toBeGreaterThan(0.6)
  })

  it('sounds at a level between -24 and -14 LUFS, below -1 dB, with no silent second and no click at its ends', () => {
    const studio = new Studio(4 * RATE, RATE, 5)
    family.listen(studio, mood)
    const { left, right } = studio.master()
    const loudness = integratedLoudness(left, right, RATE)
    expect(loudness).toBeGreaterThan(-20)
    expect(loudness).toBeLessThan(-16)
    const seconds = [0, 1, 2, 3].map((second) => peak(left, right, second * RATE, (second + 1) * RATE))
    expect(Math.min(...seconds)).toBeGreaterThan(0.01)
    expect(Math.max(...seconds)).toBeLessThan(10 ** (-1 / 20))
    expect(peak(left, right, 0, 4)).toBeLessThan(0.001)
    expect(peak(left, right, 4 * RATE - 4, 4 * RATE)).toBeLessThan(0.001)
  })
})

describe('the finish of a frame', () => {
  it('keeps grey grey, and each pixel within a few steps of it, whatever the frame', () => {
    const finisher = new FrameFinisher({ ...NEUTRAL_GRADE, lift: [0, 0, 0], gain: [1, 1, 1], vignette: 0 })
    const grey = new Uint8Array(WIDTH * HEIGHT * 4).fill(128)
    for (let frame = 0; frame < 12; frame++) {
      const planes = finisher.finish(grey, frame)
      const luma = planes.subarray(0, WIDTH * HEIGHT)
      const chroma = planes.subarray(WIDTH * HEIGHT)
      // 128 of 255 is 126 between BT.709's 16 and 235.
      expect(luma.reduce((low, value) => Math.min(low, value), 255)).toBeGreaterThan(114)
      expect(luma.reduce((high, value) => Math.max(high, value), 0)).toBeLessThan(138)
      expect(chroma.every((value) => value === 128)).toBe(true)
    }
  })

  it('gives red its BT.709 values', () => {
    const finisher = new FrameFinisher({ ...NEUTRAL_GRADE, lift: [0, 0, 0], gain: [1, 1, 1], vignette: 0, grain: 0 })
    const red = new Uint8Array(WIDTH * HEIGHT * 4)
    for (let i = 0; i < red.length; i += 4) red[i] = 255
    const planes = finisher.finish(red, 0)
    const at = WIDTH * HEIGHT
    expect([planes[0], planes[at], planes[at + at / 4]]).toEqual([63, 102, 240])
  })
})

describe('an uploaded image', () => {
  it('is turned the way its camera noted', async () => {
    // Stored red left of blue, with the note to turn it clockwise: red above blue.
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
  ])('fills the frame at %d x %d', async (width, height) => {
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

  it('fails for bytes that are no image', async () => {
    await expect(createImageScene(Buffer.from('no image'), '', 1, 4)).rejects.toThrow()
  })
})

describe('the caption', () => {
  // Ten units a character: 86 characters fit on a line.
  const lines = (text: string) => wrap(text, (part) => Array.from(part).length * 10)

  it('stays on one line when it fits, and breaks between words', () => {
    expect(lines('A lighthouse at dusk')).toEqual(['A lighthouse at dusk'])
    const text = `${'word '.repeat(17)}and the rest of it`
    expect(lines(text)).toHaveLength(2)
    expect(lines(text).join(' ')).toBe(text)
  })

  it('ends with an ellipsis after two lines', () => {
    const [first = '', second = '', ...more] = lines('so much to say '.repeat(60))
    expect(more).toEqual([])
    expect(first.length).toBeLessThanOrEqual(86)
    expect(second.length).toBeLessThanOrEqual(86)
    expect(second).toMatch(/\S…$/)
  })

  it('breaks text without spaces, and never inside a character of several parts', () => {
    expect(lines('海'.repeat(100))).toHaveLength(2)
    expect(lines('a'.repeat(4000)).every((line) => line.length <= 86)).toBe(true)
    const family = '👨‍👩‍👧‍👦'
    const cut = lines(family.repeat(60)).join('').replace('…', '')
    expect(cut.replaceAll(family, '')).toBe('')
  })
})

function drawFrame(scene: Scene, t: number, progress: number): Uint8ClampedArray {
  const canvas = createCanvas(WIDTH, HEIGHT)
  const pen = canvas.getContext('2d')
  scene.draw(pen, t, progress)
  return pen.getImageData(0, 0, WIDTH, HEIGHT).data
}

function deviation(frame: Uint8ClampedArray): number {
  let sum = 0
  let squares = 0
  let count = 0
  for (let i = 1; i < frame.length; i += 44) {
    const value = frame[i] ?? 0
    sum += value
    squares += value * value
    count++
  }
  return Math.sqrt(squares / count - (sum / count) ** 2)
}

function difference(a: Uint8ClampedArray, b: Uint8ClampedArray): number {
  let sum = 0
  let count = 0
  for (let i = 1; i < a.length; i += 44) {
    sum += Math.abs((a[i] ?? 0) - (b[i] ?? 0))
    count++
  }
  return sum / count
}

function peak(left: Float32Array, right: Float32Array, from: number, to: number): number {
  let highest = 0
  for (let i = from; i < to; i++) highest = Math.max(highest, Math.abs(left[i] ?? 0), Math.abs(right[i] ?? 0))
  return highest
}

/** A JPEG of 400 x 200, red left and blue right, with EXIF orientation 6. */
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

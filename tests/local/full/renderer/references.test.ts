// Tests clips with reference images. Each image is visible, on a background of their colors.
import { createCanvas } from '@napi-rs/canvas'
import { describe, expect, it } from 'vitest'
import { HEIGHT, WIDTH } from '../../../../local/renderer/draw/stage.ts'
import { createReferenceScene } from '../../../../local/renderer/references/reference-scene.ts'
import { measureIntegratedLoudness } from '../../../../local/renderer/sound/loudness.ts'
import { Studio } from '../../../../local/renderer/sound/studio.ts'
import { difference, drawFrame } from '../../renderer/measure.ts'
import { drawPicture } from '../../renderer/pictures.ts'

const RATE = 48_000
const FORMS = [
  [600, 800],
  [900, 600],
  [700, 700],
  [400, 900],
  [1000, 500],
  [64, 64],
  [1600, 900],
] as const

/** Returns hues that differ strongly. */
const getHue = (i: number) => (i * 360) / FORMS.length

function drawFlat(i: number): Buffer {
  const [width = 1, height = 1] = FORMS[i] ?? []
  const canvas = createCanvas(width, height)
  const pen = canvas.getContext('2d')
  pen.fillStyle = `hsl(${getHue(i)} 100% 50%)`
  pen.fillRect(0, 0, width, height)
  return canvas.toBuffer('image/png')
}

const create = (count: number, seed = 1, first: Buffer | null = null, names: string[] = []) =>
  createReferenceScene({
    names,
    images: Array.from({ length: count }, (_, i) => drawFlat(i)),
    first,
    prompt: 'a parade',
    seed,
    seconds: 4,
  })

/** Counts the pixels with the image's full color. The background is darker. */
function countPixels(frame: Uint8ClampedArray, i: number): number {
  const { data } = createSample(i)
  const [r = 0, g = 0, b = 0] = data
  let count = 0
  for (let at = 0; at < frame.length; at += 4) {
    const away =
      Math.abs((frame[at] ?? 0) - r) + Math.abs((frame[at + 1] ?? 0) - g) + Math.abs((frame[at + 2] ?? 0) - b)
    if (away < 60) count++
  }
  return count
}

function createSample(i: number) {
  const pen = createCanvas(1, 1).getContext('2d')
  pen.fillStyle = `hsl(${getHue(i)} 100% 50%)`
  pen.fillRect(0, 0, 1, 1)
  return pen.getImageData(0, 0, 1, 1)
}

describe.each([1, 2, 3, 4, 5, 6, 7])('Clip with %d reference images', (count) => {
  it('shows each reference image at the end of the clip, with every seed', async () => {
    for (const seed of [1, 2, 3, 4]) {
      const frame = drawFrame(await create(count, seed), 3.9, 0.98)
      const seen = Array.from({ length: count }, (_, i) => countPixels(frame, i))
      expect(Math.min(...seen), `seed ${seed}: ${seen}`).toBeGreaterThan(7000)
    }
  })
})

it('shows reference images one after another', async () => {
  const scene = await create(4)
  const seen = [0, 0.9, 3.9].map((t) => {
    const frame = drawFrame(scene, t, t / 4)
    return [0, 1, 2, 3].filter((i) => countPixels(frame, i) > 7000).length
  })
  expect(seen[0]).toBe(1)
  expect(seen[1]).toBeGreaterThan(1)
  expect(seen[1]).toBeLessThan(4)
  expect(seen[2]).toBe(4)
})

it('shows the name of a reference image below it, in letters that fit, and no name that no font has', async () => {
  const show = async (...names: string[]) => drawFrame(await create(2, 1, null, names), 3.9, 0.98)
  const plain = await show()
  const named = await show('Mara', '')
  expect(difference(named, plain)).toBeGreaterThan(0)
  expect(difference(await show('Mara', 'The pier'), named)).toBeGreaterThan(0)
  expect(difference(await show('', ''), plain)).toBe(0)
  expect(difference(await show('\u{10fffe}'), plain)).toBe(0)
  const wide = await show('x'.repeat(39), '')
  expect(difference(wide, await show(`${'x'.repeat(38)}y`, ''))).toBe(0)
})

it('uses another layout of reference images for another seed', async () => {
  const frames = await Promise.all([1, 2, 3, 4, 5, 6].map(async (seed) => drawFrame(await create(3, seed), 3.9, 0.98)))
  const others = frames.slice(1).map((frame) => difference(frame, frames[0] as Uint8ClampedArray))
  expect(Math.max(...others)).toBeGreaterThan(12)
})

it("colors the background with the reference images' colors", async () => {
  const frame = drawFrame(await create(1), 3.9, 0.98)
  const [r = 0, g = 0, b = 0] = frame.subarray(((HEIGHT - 40) * WIDTH + 60) * 4)
  expect(r).toBeGreaterThan(2 * Math.max(g, b))
})

it('begins a clip with references at its first image, which the background then covers', async () => {
  const first = drawPicture(200)
  const scene = await create(2, 1, first)
  const alone = await create(2, 1)
  const frame = drawFrame(scene, 0, 0)
  expect([0, 1].map((i) => countPixels(frame, i))).toEqual([0, 0])
  expect(scene.gradeAt?.(0)).toMatchObject({ vignette: 0, bloom: 0 })
  expect(difference(drawFrame(scene, 3.9, 0.98), drawFrame(alone, 3.9, 0.98))).toBeLessThan(30)
})

it('renders a clip with reference images at -18 LUFS', async () => {
  const studio = new Studio(4 * RATE, RATE, 1)
  const scene = await create(5)
  scene.sound(studio)
  const { left, right } = studio.master()
  expect(measureIntegratedLoudness(left, right, RATE)).toBeCloseTo(-18, 0)
})

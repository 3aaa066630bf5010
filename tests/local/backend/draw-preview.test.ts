import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { loadImage } from '@napi-rs/canvas'
import { describe, expect, it } from 'vitest'
import { drawPreviewOfFile } from '../../../local/backend/preview/draw-preview.ts'
import { createPeakMeter } from '../../../local/backend/preview/peak-meter.ts'
import { makeFolder } from '../../support/make-folder.ts'

const NOTHING = { poster: null, peaks: null }
const folder = await makeFolder()

describe('what stands for a stored video', () => {
  it('is its last frame as a small WebP, and the peaks of its sound', async () => {
    const { poster, peaks } = await drawPreviewOfFile('public/videos/asmr1.mp4')
    const image = await loadImage(Buffer.from(poster ?? []))
    expect([image.width, image.height]).toEqual([640, 360])
    expect(poster?.byteLength).toBeLessThanOrEqual(40 * 1024)
    expect([peaks?.length, Math.max(...(peaks ?? []))]).toEqual([160, 100])
  })

  it.each([
    ['text', 'not a video'],
    ['nothing', ''],
  ])('is nothing for %s', async (name, content) => {
    const file = join(folder, `${name}.mp4`)
    await writeFile(file, content)
    expect(await drawPreviewOfFile(file)).toEqual(NOTHING)
  })

  it.each([
    ['crashes', 'process.abort()'],
    ['says nothing and ends', 'setTimeout(() => process.exit(3), 50)'],
    ['says something odd', 'process.send(null, () => process.exit())'],
  ])('is nothing if the decoder %s', async (name, code) => {
    const worker = join(folder, `${name}.mjs`)
    await writeFile(worker, code)
    expect(await drawPreviewOfFile('public/videos/asmr1.mp4', pathToFileURL(worker))).toEqual(NOTHING)
  })
})

describe('the peak meter', () => {
  const samples = (count: number, level: (at: number) => number) =>
    Float32Array.from({ length: count }, (_, at) => level(at))

  it('takes the loudest value of each part over all channels, whatever pieces they come in', () => {
    const meter = createPeakMeter()
    const quiet = samples(48_000, () => 0.1)
    for (const channel of [0, 1]) for (let piece = 0; piece < 2; piece += 1) meter.add(quiet, channel)
    meter.add(
      samples(48_000, () => -0.4),
      1,
    )
    meter.add(quiet, 0)
    const peaks = meter.getPeaks()
    expect(peaks).toHaveLength(160)
    expect(peaks[0]).toBe(25)
    expect(peaks[105]).toBe(25)
    expect(peaks[108]).toBe(100)
    expect(peaks[159]).toBe(100)
  })

  it('is empty for what nobody hears, and for no sound', () => {
    const meter = createPeakMeter()
    expect(meter.getPeaks()).toEqual([])
    meter.add(
      samples(4800, () => 0.0009),
      0,
    )
    expect(meter.getPeaks()).toEqual([])
  })
})

// Tests clips that extend, edit, or upscale another clip.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { renderClip } from '../../../../local/renderer/clip.ts'
import { createLayer } from '../../../../local/renderer/draw/stage.ts'
import { SourceVideo } from '../../../../local/renderer/source/source-video.ts'
import { makeFolder } from '../../../support/make-folder.ts'
import { correlation, lumaDifference, toLuma } from '../../renderer/measure.ts'
import { writePicture } from '../../renderer/pictures.ts'
import { decodeClip, decodeLuma } from '../video-service/decode-clip.ts'

const SOURCE = { prompt: 'a robot', seed: 3, seconds: 2, sound: false, imagePath: null }
/** A clip of every fourth frame takes a quarter of the time. */
const REQUEST = { ...SOURCE, frameRate: 6 }

let folder: string
let path: string
let source: Uint8Array[]
beforeAll(async () => {
  folder = await makeFolder()
  path = join(folder, 'source.mp4')
  const imagePath = await writePicture(folder, 200)
  const lastImagePath = await writePicture(folder, 20)
  const bytes = await renderBytes({ ...SOURCE, imagePath, lastImagePath })
  await writeFile(path, bytes)
  source = await decodeLuma(bytes)
})

async function renderBytes(request: Parameters<typeof renderClip>[0]): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await renderClip(request))
}

describe('Source video frames', () => {
  it('reads source video frames at their times, in the colors of the file', async () => {
    const video = await SourceVideo.open(path)
    try {
      for (const index of [0, 1, 20, 47]) {
        const canvas = await video.readFrame(index / 24)
        const shown = toLuma(canvas.getContext('2d').getImageData(0, 0, 1280, 720).data)
        const near = [index - 6, index, index + 6].map((i) =>
          source[i] ? lumaDifference(shown, source[i]) : Number.POSITIVE_INFINITY,
        )
        expect(near[1], `frame ${index}`).toBeLessThan(1)
        expect(near[1]).toBe(Math.min(...near))
      }
      const after = await video.readFrame(99)
      expect(after.width).toBe(1280)
    } finally {
      video.close()
    }
  })

  it('reads the last frame of a source video', async () => {
    const canvas = await SourceVideo.readLastFrame(path)
    const shown = toLuma(canvas.getContext('2d').getImageData(0, 0, 1280, 720).data)
    expect(lumaDifference(shown, source[47] as Uint8Array)).toBeLessThan(1)
  })

  it("throws an error for a source file that isn't a video", async () => {
    const other = join(folder, 'other.mp4')
    await writeFile(other, 'no video')
    await expect(SourceVideo.open(other)).rejects.toThrow()
    await expect(renderClip({ ...REQUEST, source: { path: other, use: 'extend' } })).rejects.toThrow()
  })
})

describe('Extended clip', () => {
  it("begins an extended clip at the source's last frame and ends it at the prompt's scene", async () => {
    const prompt = 'waves at sunset'
    const frames = await decodeLuma(await renderBytes({ ...REQUEST, prompt, source: { path, use: 'extend' } }))
    const alone = await decodeLuma(await renderBytes({ ...REQUEST, prompt, seconds: 1.6 }))
    expect(frames).toHaveLength(12)
    expect(lumaDifference(frames[0] as Uint8Array, source[47] as Uint8Array)).toBeLessThan(3)
    expect(correlation(frames[11] as Uint8Array, source[47] as Uint8Array)).toBeLessThan(0.6)
    // The scene has another length here. Its waves differ, but its sky and sun are the same.
    expect(correlation(frames[11] as Uint8Array, alone[9] as Uint8Array)).toBeGreaterThan(0.9)
  })
})

describe('Edited clip', () => {
  it("shows an edited clip's source frames in another light", async () => {
    const request = { ...REQUEST, prompt: 'a cold night', source: { path, use: 'edit' as const } }
    const frames = await decodeLuma(await renderBytes(request))
    expect(frames).toHaveLength(12)
    for (const index of [10, 11]) {
      const [shown, given] = [frames[index] as Uint8Array, source[4 * index] as Uint8Array]
      expect(correlation(shown, given)).toBeGreaterThan(0.85)
      expect(lumaDifference(shown, given)).toBeGreaterThan(6)
    }
  })
})

describe('Upscaled clip', () => {
  it.each([true, false])("doubles the source's size and keeps its pictures and its sound (%s)", async (sound) => {
    const given = await renderBytes({ ...REQUEST, prompt: 'waves at sunset', sound })
    const file = join(folder, `sound-${sound}.mp4`)
    await writeFile(file, given)
    const bytes = await renderBytes({ ...REQUEST, source: { path: file, use: 'upscale' } })
    const [before, after] = [await decodeClip(given), await decodeClip(bytes)]
    expect(after.video).toMatchObject({ codec: 'avc', width: 2560, height: 1440, frames: 12, seconds: 2 })
    expect(after.video.colorSpace).toEqual(before.video.colorSpace)
    expect(after.audio).toEqual(before.audio)
    await writeFile(file, bytes)
    const [small, large] = [await readFrame(file, 1), (await decodeLuma(given))[6] as Uint8Array]
    expect(lumaDifference(small, large)).toBeLessThan(2)
  })

  it("throws an error for a source file that isn't a video", async () => {
    const other = join(folder, 'no-video.mp4')
    await writeFile(other, 'no video')
    await expect(renderClip({ ...REQUEST, source: { path: other, use: 'upscale' } })).rejects.toThrow()
  })

  /** Reads a frame in half its size. */
  async function readFrame(file: string, t: number): Promise<Uint8Array> {
    const video = await SourceVideo.open(file)
    try {
      const { canvas, pen } = createLayer(1280, 720)
      pen.drawImage(await video.readFrame(t), 0, 0, 1280, 720)
      return toLuma(canvas.getContext('2d').getImageData(0, 0, 1280, 720).data)
    } finally {
      video.close()
    }
  }
})

// What a video shows, frame by frame, against what a picture shows: as brightness on a grid, which survives the JPEG.
import { EncodedVideoChunk, VideoDecoder } from '@napi-rs/webcodecs'
import { ALL_FORMATS, EncodedPacketSink, FilePathSource, Input } from 'mediabunny'
import type { Locator } from 'playwright-core'

const EVERY_PIXELS = 4

/** Brightness of every fourth pixel of every fourth row. */
export type Grid = Float32Array

/** Every frame of a video file, in the order it is shown in. */
export async function framesOf(path: string): Promise<Grid[]> {
  const track = await new Input({ source: new FilePathSource(path), formats: ALL_FORMATS }).getPrimaryVideoTrack()
  const config = await track?.getDecoderConfig()
  if (!track || !config) throw new Error(`${path} has no video`)
  const [width, height] = [await track.getDisplayWidth(), await track.getDisplayHeight()]
  const grids: Promise<Grid>[] = []
  let failure: Error | null = null
  const decoder = new VideoDecoder({
    output: (frame) => {
      const plane = new Uint8Array(frame.allocationSize())
      grids.push(
        frame.copyTo(plane).then(([layout]) => {
          frame.close()
          return gridOf(width, height, (x, y) => plane[(layout?.offset ?? 0) + y * (layout?.stride ?? width) + x] ?? 0)
        }),
      )
    },
    error: (cause) => {
      failure = cause
    },
  })
  decoder.configure({
    codec: config.codec,
    codedWidth: width,
    codedHeight: height,
    description: config.description as Uint8Array,
  })
  // Kept until all is decoded: another thread reads them.
  const chunks: EncodedVideoChunk[] = []
  for await (const packet of new EncodedPacketSink(track).packets()) {
    const chunk = new EncodedVideoChunk({
      type: packet.type,
      timestamp: packet.microsecondTimestamp,
      data: packet.data,
    })
    chunks.push(chunk)
    decoder.decode(chunk)
  }
  await decoder.flush()
  const all = await Promise.all(grids)
  decoder.close()
  if (failure) throw failure
  if (all.length !== chunks.length) throw new Error(`${chunks.length} packets gave ${all.length} frames`)
  return all
}

/** What an image element shows, at the picture's own size. */
export async function pictureIn(image: Locator): Promise<{ width: number; height: number; grid: Grid }> {
  const { width, height, data } = await image.evaluate(async (element: HTMLImageElement) => {
    await element.decode()
    const canvas = document.createElement('canvas')
    canvas.width = element.naturalWidth
    canvas.height = element.naturalHeight
    const pen = canvas.getContext('2d')
    pen?.drawImage(element, 0, 0)
    const pixels = pen?.getImageData(0, 0, canvas.width, canvas.height).data ?? new Uint8ClampedArray()
    const luma: number[] = []
    for (let at = 0; at < pixels.length; at += 4) {
      luma.push(
        Math.round(0.2126 * (pixels[at] ?? 0) + 0.7152 * (pixels[at + 1] ?? 0) + 0.0722 * (pixels[at + 2] ?? 0)),
      )
    }
    return { width: canvas.width, height: canvas.height, data: luma }
  })
  return { width, height, grid: gridOf(width, height, (x, y) => data[y * width + x] ?? 0) }
}

/** Mean difference of two grids whose scales of brightness may differ (video leaves room at both ends). */
export function difference(one: Grid, other: Grid): number {
  const [a, b] = [level(one), level(other)]
  let sum = 0
  for (let at = 0; at < a.length; at += 1) sum += Math.abs((a[at] ?? 0) - (b[at] ?? 0))
  return sum / a.length
}

/** The same with a mean of 0 and a deviation of 1. */
function level(grid: Grid): Grid {
  const mean = grid.reduce((sum, value) => sum + value, 0) / grid.length
  const deviation = Math.sqrt(grid.reduce((sum, value) => sum + (value - mean) ** 2, 0) / grid.length)
  return grid.map((value) => (value - mean) / deviation)
}

function gridOf(width: number, height: number, at: (x: number, y: number) => number): Grid {
  const [columns, rows] = [Math.floor(width / EVERY_PIXELS), Math.floor(height / EVERY_PIXELS)]
  return Float32Array.from({ length: columns * rows }, (_, index) =>
    at((index % columns) * EVERY_PIXELS, Math.floor(index / columns) * EVERY_PIXELS),
  )
}

// Writes the frames on the home page's track V1, public/images/hero-strip.jpg: node tools/media/strip.ts. They are cuts
// from several finished clips, so make them again after a clip has changed. src/features/home/hero/hero-frames.tsx
// knows where each clip begins.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createCanvas, loadImage } from '@napi-rs/canvas'
import { runFfmpeg } from './encode/tools.ts'

const WIDTH = 160
const HEIGHT = 90
/** The clips in their order, with the seconds of their frames. */
const CUTS = [
  ['hero', [0, 1.5, 3]],
  ['record', [0.4, 2.4]],
  ['asmr1', [0.4, 1.7, 3.5, 4.8]],
  ['ready', [0.6, 2.6]],
  ['asmr3', [1, 2.9, 4.4]],
] as const

const root = fileURLToPath(new URL('../..', import.meta.url))
const scratch = await mkdtemp(join(tmpdir(), 'strip-'))
try {
  const canvas = createCanvas(WIDTH * CUTS.flatMap(([, moments]) => moments).length, HEIGHT)
  const context = canvas.getContext('2d')
  let place = 0
  for (const [name, moments] of CUTS) {
    for (const seconds of moments) {
      const frame = join(scratch, `${place}.png`)
      const clip = join(root, 'public/videos', `${name}.mp4`)
      await runFfmpeg('-ss', String(seconds), '-i', clip, '-frames:v', '1', '-vf', `scale=${WIDTH}:${HEIGHT}`, frame)
      context.drawImage(await loadImage(frame), place * WIDTH, 0)
      place += 1
    }
  }
  await writeFile(join(root, 'public/images/hero-strip.jpg'), await canvas.encode('jpeg', 74))
} finally {
  await rm(scratch, { recursive: true, force: true })
}

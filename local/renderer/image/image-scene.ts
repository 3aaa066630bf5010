import { type Image, loadImage } from '@napi-rs/canvas'
import { HEIGHT, type Pen, WIDTH } from '../draw/stage.ts'
import { easeInOut, lerp } from '../math.ts'
import type { Random } from '../random.ts'
import { NEUTRAL_GRADE, type Scene } from '../scene.ts'
import { createAir } from './air.ts'
import { createSoftCopy, isTall, scaleImage, TALL_HEIGHT } from './fit.ts'
import { imageSound } from './image-sound.ts'
import { readImageMood, readTone } from './image-tone.ts'

/** The enlargement of the drawn image. A slow zoom then shows more detail, and no frame needs a slow filter. */
const OVERSAMPLE = 1.2

/** Creates a clip that shows an image. Throws if the bytes aren't an image. */
export async function createImageScene(
  bytes: Uint8Array,
  prompt: string,
  seed: number,
  seconds: number,
): Promise<Scene> {
  // The decoder applies the EXIF orientation. A test checks this.
  const image = await loadImage(Buffer.from(bytes))
  const tone = readTone(image)
  const mood = readImageMood(tone, prompt, seed, seconds)
  const random = mood.random('camera')
  const drawMove = isTall(image) ? planTallMove(image, random) : coverMove(image, random)
  const drawAir = createAir(tone, mood.random('air'), seconds)
  return {
    grade: { ...NEUTRAL_GRADE, lift: [0, 0, 0], gain: [1, 1, 1], vignette: 0.2, grain: 1.1, bloom: 0.07 },
    draw(pen, t, progress) {
      pen.imageSmoothingQuality = 'low'
      drawMove(pen, easeInOut(progress))
      drawAir(pen, t)
    },
    sound: (studio) => imageSound(studio, mood, tone),
  }
}

type Move = (pen: Pen, progress: number) => void

function coverMove(image: Image, random: Random): Move {
  const cover = Math.max(WIDTH / image.width, HEIGHT / image.height)
  const layer = scaleImage(image, image.width * cover * OVERSAMPLE, image.height * cover * OVERSAMPLE)
  const [from, to] = random.chance(0.65) ? [1.03, 1.15] : [1.16, 1.04]
  // A wide image has more to show along its cropped side.
  const travel = image.width / image.height > 1.9 ? 0.55 : 0.3
  const turn = random.chance(0.5) ? 1 : -1
  const startX = -travel * turn
  const startY = random.between(-0.25, 0.25)
  const endY = startY + random.between(-0.35, 0.35)
  return (pen, progress) => {
    const zoom = lerp(from, to, progress)
    const width = (WIDTH * OVERSAMPLE) / zoom
    const height = (HEIGHT * OVERSAMPLE) / zoom
    const x = ((layer.width - width) / 2) * (1 + lerp(startX, -startX, progress))
    const y = ((layer.height - height) / 2) * (1 + lerp(startY, endY, progress))
    pen.drawImage(layer, x, y, width, height, 0, 0, WIDTH, HEIGHT)
  }
}

function planTallMove(image: Image, random: Random): Move {
  const back = createSoftCopy(image)
  const fit = (HEIGHT * TALL_HEIGHT) / image.height
  const layer = scaleImage(image, image.width * fit * OVERSAMPLE, image.height * fit * OVERSAMPLE)
  const turn = random.chance(0.5) ? 1 : -1
  return (pen, progress) => {
    const drift = (progress - 0.5) * turn
    // The background moves in the opposite direction of the image, for depth.
    const backZoom = 1.16 - 0.06 * progress
    pen.drawImage(
      back,
      (WIDTH - WIDTH * backZoom) / 2 - drift * 46,
      (HEIGHT - HEIGHT * backZoom) / 2,
      WIDTH * backZoom,
      HEIGHT * backZoom,
    )
    const zoom = lerp(0.97, 1.045, progress)
    const width = (layer.width / OVERSAMPLE) * zoom
    const height = (layer.height / OVERSAMPLE) * zoom
    const x = (WIDTH - width) / 2 + drift * 34
    const y = (HEIGHT - height) / 2
    pen.save()
    pen.shadowColor = 'rgba(0,0,0,0.5)'
    pen.shadowBlur = 36
    pen.fillStyle = '#000'
    pen.fillRect(x + 1, y + 1, width - 2, height - 2)
    pen.restore()
    pen.drawImage(layer, x, y, width, height)
  }
}

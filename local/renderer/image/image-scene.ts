import { type Canvas, type Image, loadImage } from '@napi-rs/canvas'
import { mix } from '../draw/color.ts'
import { createGlowSprite, createLayer, HEIGHT, type Pen, stamp, WIDTH } from '../draw/stage.ts'
import { easeInOut, lerp } from '../math.ts'
import { readMood } from '../mood.ts'
import type { Random } from '../random.ts'
import { NEUTRAL_GRADE, type Scene } from '../scene.ts'
import { imageSound } from './image-sound.ts'
import { type ImageTone, readTone } from './image-tone.ts'

/** The enlargement of the drawn image. A slow zoom shows more detail, and no slow filter scales it in each frame. */
const OVERSAMPLE = 1.2
/** Images narrower than this keep their whole height; cropping them to 16:9 would lose most of them. */
const TALL_RATIO = 1.12

/** Throws when the bytes are not an image. */
export async function createImageScene(
  bytes: Uint8Array,
  prompt: string,
  seed: number,
  seconds: number,
): Promise<Scene> {
  // The decoder applies the EXIF orientation; a test checks it.
  const image = await loadImage(Buffer.from(bytes))
  const tone = readTone(image)
  const mood = readMood(prompt, seed, seconds, [tone.brightness < 0.3 ? 'night' : tone.warmth > 0.1 ? 'dusk' : 'day'])
  const random = mood.random('camera')
  const drawMove = image.width / image.height < TALL_RATIO ? planTallMove(image, random) : coverMove(image, random)
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

/** Halves at most per step: one large step drops pixels. */
function scaleImage(image: Image | Canvas, width: number, height: number): Canvas {
  let source: Image | Canvas = image
  while (source.width > width * 2.2) {
    const half = createLayer(Math.ceil(source.width / 2), Math.ceil(source.height / 2))
    half.pen.imageSmoothingQuality = 'high'
    half.pen.drawImage(source, 0, 0, half.canvas.width, half.canvas.height)
    source = half.canvas
  }
  const layer = createLayer(Math.round(width), Math.round(height))
  layer.pen.imageSmoothingQuality = 'high'
  layer.pen.drawImage(source, 0, 0, layer.canvas.width, layer.canvas.height)
  return layer.canvas
}

function coverMove(image: Image, random: Random): Move {
  const cover = Math.max(WIDTH / image.width, HEIGHT / image.height)
  const layer = scaleImage(image, image.width * cover * OVERSAMPLE, image.height * cover * OVERSAMPLE)
  const [from, to] = random.chance(0.65) ? [1.03, 1.15] : [1.16, 1.04]
  // There is more to show along the cropped side.
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
  const fit = (HEIGHT * 0.94) / image.height
  const layer = scaleImage(image, image.width * fit * OVERSAMPLE, image.height * fit * OVERSAMPLE)
  const turn = random.chance(0.5) ? 1 : -1
  return (pen, progress) => {
    const drift = (progress - 0.5) * turn
    // Moves against the image, for depth.
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

/** Blurred by scaling down and up again. */
function createSoftCopy(image: Image): Canvas {
  const cover = Math.max(WIDTH / image.width, HEIGHT / image.height)
  const small = createLayer(64, 36)
  const whole = scaleImage(image, (image.width * cover) / 8, (image.height * cover) / 8)
  small.pen.imageSmoothingQuality = 'high'
  small.pen.drawImage(
    whole,
    (64 - (whole.width * 64) / 160) / 2,
    (36 - (whole.height * 36) / 90) / 2,
    (whole.width * 64) / 160,
    (whole.height * 36) / 90,
  )
  const layer = createLayer(WIDTH, HEIGHT)
  layer.pen.imageSmoothingQuality = 'high'
  layer.pen.filter = 'blur(18px)'
  layer.pen.drawImage(small.canvas, -40, -24, WIDTH + 80, HEIGHT + 48)
  layer.pen.filter = 'none'
  layer.pen.fillStyle = 'rgba(6,8,14,0.42)'
  layer.pen.fillRect(0, 0, WIDTH, HEIGHT)
  return layer.canvas
}

function createAir(tone: ImageTone, random: Random, seconds: number): (pen: Pen, t: number) => void {
  const light = mix(tone.bright, [1, 0.95, 0.86], 0.4)
  const leak = createGlowSprite(light, 256)
  const mote = createGlowSprite(light, 32)
  const motes = Array.from({ length: 46 }, () => {
    const near = random.next() ** 2
    return {
      x: random.between(0, WIDTH),
      y: random.between(0, HEIGHT),
      vx: random.between(-9, 13) * (0.5 + near),
      vy: random.between(-12, 4) * (0.5 + near),
      size: 3 + near * 13,
      phase: random.between(0, 7),
      opacity: 0.1 + 0.22 * random.next(),
    }
  })
  return (pen, t) => {
    pen.save()
    pen.globalCompositeOperation = 'screen'
    pen.globalAlpha = 0.13 + 0.04 * Math.sin(t * 0.8)
    const pass = t / seconds
    stamp(pen, leak, WIDTH * (-0.1 + 0.5 * pass), HEIGHT * 0.12, 1150, 900)
    pen.globalAlpha = 0.08
    stamp(pen, leak, WIDTH * (1.08 - 0.3 * pass), HEIGHT * 0.85, 900, 700)
    for (const { x, y, vx, vy, size, phase, opacity } of motes) {
      pen.globalAlpha = opacity * (0.5 + 0.5 * Math.sin(t * 1.1 + phase))
      stamp(pen, mote, x + vx * t, y + vy * t, size)
    }
    pen.restore()
  }
}

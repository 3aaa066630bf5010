// A city at night through a wet pane: lights far out of focus, drops that hold the scene upside down, some of them
// running; thunder when the prompt has a storm.
import type { Canvas } from '@napi-rs/canvas'
import { mix, parseHex, type Rgb, toCss } from '../../draw/color.ts'
import { Noise } from '../../draw/noise.ts'
import { createGlowSprite, createLayer, HEIGHT, paint, stamp, WIDTH } from '../../draw/stage.ts'
import { flashLight, planLightning } from '../../draw/weather.ts'
import { clamp, easeInOut, lerp, smoothstep } from '../../math.ts'
import type { Mood } from '../../mood.ts'
import { defineScene, NEUTRAL_GRADE, type Picture } from '../../scene.ts'
import { drawRunner, paintDrop, paintDroplets } from './drops.ts'
import type { RainWindowPlan } from './plan.ts'
import { createRainWindowSound } from './sound.ts'

export const rainWindow = defineScene<RainWindowPlan>({
  name: 'rain-window',
  // A glass is a pane where drops run down it.
  subjects: [['window', 'glass'], ['rain'], ['window', 'drop']],
  shows: ['window', 'glass', 'drop', 'closeUp', 'windowView', 'rain', 'storm'],
  sounds: [],
  usualLights: ['night', 'dusk'],
  plan(mood) {
    const random = mood.random('window plan')
    const cars: { at: number; from: number; tint: number }[] = []
    for (let at = random.between(0.3, 0.9); at < mood.seconds; at += random.between(1.6, 2.4)) {
      cars.push({ at, from: random.chance(0.5) ? -1 : 1, tint: random.int(0, 1) })
    }
    return { flashes: mood.storm ? planLightning(mood) : [], cars }
  },
  picture: drawPicture,
  sound: createRainWindowSound,
})

const LIGHTS: readonly [Rgb, ...Rgb[]] = [
  parseHex('#ffb45e'),
  parseHex('#ff8a3c'),
  parseHex('#ffd9a0'),
  parseHex('#ff5a52'),
  parseHex('#5fd4ff'),
  parseHex('#7b8cff'),
  parseHex('#ff6fc8'),
  parseHex('#6ff0c0'),
]

function drawPicture(mood: Mood, plan: RainWindowPlan): Picture {
  const noise = new Noise(mood.seed)
  const random = mood.random('rain window')
  const isDay = mood.light === 'day' || mood.light === 'dawn'
  const back = paintCity(mood, noise, isDay)
  const pane = paintPane(noise)
  // The drops show the view upside down and small.
  const turned = createLayer(WIDTH / 4, HEIGHT / 4)
  turned.pen.imageSmoothingQuality = 'high'
  turned.pen.translate(WIDTH / 4, HEIGHT / 4)
  turned.pen.rotate(Math.PI)
  turned.pen.drawImage(back.sharp, 0, 0, WIDTH / 4, HEIGHT / 4)
  const dropMask = paintDrop()
  const still = paintDroplets(mood, turned.canvas, dropMask)
  const runners = Array.from({ length: 22 }, () => ({
    x: random.between(20, WIDTH - 20),
    start: random.between(-260, 560),
    at: random.between(-2.2, mood.seconds * 0.8),
    speed: random.between(60, 240),
    size: random.between(13, 29),
    phase: random.between(0, 7),
  }))
  const carSprites = [createGlowSprite(parseHex('#fff2d4'), 128), createGlowSprite(parseHex('#ff4a3c'), 128)]
  const bokeh = [createBokehSprite(parseHex('#fff2d4')), createBokehSprite(parseHex('#ff4a3c'))]

  return {
    grade: { ...NEUTRAL_GRADE, bloom: 0.3, vignette: 0.44, lift: [0.01, 0.014, 0.024] },
    draw(pen, t, progress) {
      const move = easeInOut(progress)
      const zoom = lerp(1.03, 1.1, move)
      const shift = lerp(-14, 14, move)
      pen.drawImage(
        back.soft,
        (WIDTH - WIDTH * zoom) / 2 + shift,
        (HEIGHT - HEIGHT * zoom) / 2,
        WIDTH * zoom,
        HEIGHT * zoom,
      )
      pen.globalCompositeOperation = 'screen'
      for (const light of back.blinking) {
        pen.globalAlpha = light.level * (0.7 + 0.3 * Math.sin(t * light.speed + light.phase))
        stamp(
          pen,
          light.sprite,
          (light.x - WIDTH / 2) * zoom + WIDTH / 2 + shift,
          (light.y - HEIGHT / 2) * zoom + HEIGHT / 2,
          light.size * zoom,
        )
      }
      for (const car of plan.cars) {
        const along = (t - car.at) / 2
        if (along < -0.1 || along > 1.1) continue
        const x = WIDTH * (car.from < 0 ? along * 1.2 - 0.1 : 1.1 - along * 1.2)
        for (const gap of [0, 64]) {
          pen.globalAlpha = 0.85
          stamp(pen, bokeh[car.tint] as Canvas, x + gap, 596, 84)
          pen.globalAlpha = 0.5
          stamp(pen, carSprites[car.tint] as Canvas, x + gap, 668, 90, 210)
        }
      }
      const flash = flashLight(plan.flashes, t)
      if (flash > 0.01) {
        pen.globalAlpha = flash * 0.75
        pen.fillStyle = '#b9c8f2'
        pen.fillRect(0, 0, WIDTH, HEIGHT)
      }
      pen.globalAlpha = 1
      pen.globalCompositeOperation = 'source-over'
      pen.drawImage(pane, 0, 0, WIDTH, HEIGHT)
      pen.drawImage(still, 0, 0)
      for (const runner of runners) drawRunner(pen, runner, t, turned.canvas, dropMask, noise)
    },
  }
}

interface CityLight {
  x: number
  y: number
  size: number
  level: number
  sprite: Canvas
  speed: number
  phase: number
}

/** A disc of light as a lens throws it: even inside, a little brighter at its edge. */
function createBokehSprite(color: Rgb): Canvas {
  return createGlowSprite(color, 128, [
    [0, 0.5],
    [0.7, 0.56],
    [0.86, 0.78],
    [0.93, 0.5],
    [1, 0],
  ])
}

function paintCity(mood: Mood, noise: Noise, isDay: boolean): { soft: Canvas; sharp: Canvas; blinking: CityLight[] } {
  const random = mood.random('city')
  const top = isDay ? parseHex('#7c8b98') : mood.light === 'dusk' ? parseHex('#2b2c4c') : parseHex('#0a1222')
  const middle = isDay ? parseHex('#9aa5ac') : mood.light === 'dusk' ? parseHex('#7a4a55') : parseHex('#1b2740')
  const bottom = isDay ? parseHex('#59636b') : parseHex('#0b0e16')
  const { canvas, pen } = paint(WIDTH, HEIGHT, (x, y, pixel) => {
    const v = y / HEIGHT
    const cloud = noise.fbm(x / 260, y / 150, 4) - 0.5
    for (let c = 0; c < 3; c++) {
      const sky =
        v < 0.6
          ? lerp(top[c] as number, middle[c] as number, smoothstep(0, 0.6, v))
          : lerp(middle[c] as number, bottom[c] as number, smoothstep(0.6, 1, v))
      pixel[c] = sky * (1 + cloud * 0.5)
    }
  })
  // Blocks of houses, far to near, each a little darker and with lit windows that melt into discs.
  for (let depth = 0; depth < 3; depth++) {
    pen.filter = `blur(${16 - depth * 3}px)`
    for (let x = -80; x < WIDTH + 40; ) {
      const width = random.between(80, 190)
      const height = random.between(130, 400) * (1 - depth * 0.16)
      pen.fillStyle = toCss(mix(mix(top, [0, 0, 0], 0.35), middle, 0.42 - depth * 0.16), 0.92)
      pen.fillRect(x, 560 + depth * 24 - height, width, height + 300)
      x += width * random.between(0.7, 1.15)
    }
  }
  pen.filter = 'none'
  const sprites = LIGHTS.map(createBokehSprite)
  const halo = LIGHTS.map((color) => createGlowSprite(color, 128))
  const blinking: CityLight[] = []
  pen.globalCompositeOperation = 'screen'
  for (let i = 0; i < 175; i++) {
    const index = random.next() < 0.66 ? random.int(0, 2) : random.int(3, LIGHTS.length - 1)
    const sprite = sprites[index] as Canvas
    const y = 600 - 400 * random.next() ** 1.5 + random.between(-10, 70)
    const size = random.between(22, 74) * (0.75 + 0.4 * smoothstep(200, 640, y))
    const light = {
      x: random.between(-20, WIDTH + 20),
      y,
      size,
      level: random.between(0.22, 0.75) * (isDay ? 0.45 : 1),
      sprite,
      speed: random.between(1, 6),
      phase: random.between(0, 7),
    }
    if (random.chance(0.2)) {
      blinking.push(light)
      continue
    }
    pen.globalAlpha = light.level
    stamp(pen, sprite, light.x, light.y, light.size)
    // The wet street draws each light out downwards.
    if (y > 480) {
      pen.globalAlpha = light.level * 0.4
      stamp(pen, halo[index] as Canvas, light.x, 664 + random.between(-10, 40), light.size * 1.1, 230)
    }
    pen.globalAlpha = light.level * 0.16
    stamp(pen, halo[index] as Canvas, light.x, light.y, light.size * 4)
  }
  pen.globalAlpha = 1
  pen.globalCompositeOperation = 'source-over'
  return { soft: canvas, sharp: canvas, blinking }
}

/** The mist on the pane: breath toward the lower edge, streaks where water ran before. */
function paintPane(noise: Noise): Canvas {
  return paint(WIDTH / 2, HEIGHT / 2, (x, y, pixel) => {
    const mist = 0.1 + 0.2 * smoothstep(60, 360, y) * noise.fbm(x / 70, y / 70, 4)
    const streak = smoothstep(0.56, 0.7, noise.fbm(x / 9, y / 210 + 4, 3))
    pixel[0] = 0.5
    pixel[1] = 0.58
    pixel[2] = 0.7
    pixel[3] = clamp(mist * (1 - 0.75 * streak)) * 0.55
  }).canvas
}

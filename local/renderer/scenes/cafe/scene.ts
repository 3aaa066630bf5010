// A table by a window: a cup (or a pan on the flame) in close-up, steam that curls, a room out of focus behind it.
import type { Canvas } from '@napi-rs/canvas'
import { css, hex, mix, type Rgb, scale } from '../../draw/color.ts'
import { Noise } from '../../draw/noise.ts'
import { glowSprite, HEIGHT, PixelField, paint, stamp, WIDTH } from '../../draw/stage.ts'
import { clamp, ease, lerp, smoothstep } from '../../math.ts'
import type { Mood } from '../../mood.ts'
import { defineScene, NEUTRAL_GRADE, type Picture, wordList } from '../../scene.ts'
import type { CafePlan } from './plan.ts'
import { cafeSound } from './sound.ts'
import { paintCup, paintPan } from './subjects.ts'

const COOKING = wordList(
  `cooking cook kitchen chef pan frying sizzling steak grill barbecue noodles soup ramen wok stove bacon egg eggs`,
)

export const cafe = defineScene<CafePlan>({
  name: 'cafe',
  keywords: [
    ...wordList(`cafe café coffee tea cup mug espresso latte barista breakfast restaurant bread bakery cake pizza wine
    steam`),
    ...COOKING,
  ],
  hints: wordList('room home table book reading desk office living interior product food dinner bar warm'),
  usualLights: ['day', 'dawn', 'dusk'],
  plan(mood) {
    const random = mood.random('cafe plan')
    const clinks: { at: number; pan: number; pitch: number }[] = []
    for (let at = random.between(0.4, 0.9); at < mood.seconds - 0.4; at += random.between(0.9, 2))
      clinks.push({ at, pan: random.between(-0.8, 0.8), pitch: random.between(1900, 3600) })
    return { isCooking: COOKING.some((word) => mood.words.has(word)), clinks }
  },
  picture,
  sound: cafeSound,
})

const TABLE = 470

const CUP_X = 690

const CUP_Y = 436

function picture(mood: Mood, plan: CafePlan): Picture {
  const noise = new Noise(mood.seed)
  const random = mood.random('cafe')
  const isNight = mood.light === 'night'
  const warm = isNight
    ? hex('#ffb060')
    : mood.light === 'dusk'
      ? hex('#ffb070')
      : mood.light === 'dawn'
        ? hex('#ffdca8')
        : hex('#fff1d6')
  const back = paintRoom(mood, noise, warm, isNight)
  const table = paintTable(noise, warm, isNight)
  const subject = plan.isCooking
    ? paintPan(noise, warm)
    : paintCup(noise, warm, random.pick([hex('#f1ebe0'), hex('#2f5d62'), hex('#b5533c'), hex('#30343d')] as const))
  const steam = createSteam(noise)
  const glow = glowSprite(warm, 256)
  const flame = glowSprite(hex('#4d8dff'), 128)
  const mote = glowSprite(warm, 32)
  const dust = Array.from({ length: 60 }, () => ({
    x: random.between(0, WIDTH),
    y: random.between(0, 560),
    vx: random.between(-9, 9),
    vy: random.between(-10, 4),
    size: 2 + 6 * random.next() ** 3,
    phase: random.between(0, 7),
    opacity: random.between(0.15, 0.6),
  }))
  const sparks = Array.from({ length: Math.round(mood.seconds * 26) }, () => ({
    at: random.between(0, mood.seconds),
    x: CUP_X + random.between(-150, 150),
    vx: random.between(-60, 60),
    vy: -random.between(60, 210),
    size: random.between(2, 5),
  }))
  const side = random.chance(0.5) ? 1 : -1

  return {
    grade: { ...NEUTRAL_GRADE, bloom: 0.24, vignette: 0.42, gamma: [1.02, 1, 0.97] },
    draw(pen, t, progress) {
      const move = ease(progress)
      const zoom = lerp(1, 1.11, move)
      const pan = side * lerp(-15, 15, move)
      const backZoom = lerp(1.04, 1.09, move)
      pen.drawImage(
        back.canvas,
        (WIDTH - WIDTH * backZoom) / 2 - pan * 1.8,
        (HEIGHT - HEIGHT * backZoom) / 2,
        WIDTH * backZoom,
        HEIGHT * backZoom,
      )
      pen.globalCompositeOperation = 'screen'
      for (const light of back.lights) {
        pen.globalAlpha = light.level * (0.82 + 0.18 * Math.sin(t * light.speed + light.phase))
        stamp(pen, light.sprite, (light.x - WIDTH / 2) * backZoom + WIDTH / 2 - pan * 1.8, light.y, light.size)
      }
      pen.globalAlpha = 1
      pen.globalCompositeOperation = 'source-over'
      pen.save()
      pen.translate(CUP_X - CUP_X * zoom + pan, CUP_Y - CUP_Y * zoom)
      pen.scale(zoom, zoom)
      pen.drawImage(table, -40, TABLE - 96)
      if (plan.isCooking) {
        pen.globalCompositeOperation = 'screen'
        for (let i = 0; i < 15; i++) {
          pen.globalAlpha = 0.6 + 0.25 * Math.sin(t * 13 + i * 2.4)
          stamp(pen, flame, CUP_X - 180 + i * 25.7, CUP_Y + 120 + 13 * Math.sin((i / 14) * Math.PI), 42, 34)
        }
        pen.globalCompositeOperation = 'source-over'
        pen.globalAlpha = 1
      }
      pen.drawImage(subject, CUP_X - subject.width / 2, CUP_Y - 150)
      pen.globalCompositeOperation = 'screen'
      pen.imageSmoothingQuality = 'medium'
      pen.globalAlpha = plan.isCooking ? 0.85 : 0.7
      const spread = plan.isCooking ? 560 : 300
      pen.drawImage(steam(t, plan.isCooking ? 1.5 : 1), CUP_X - spread / 2, CUP_Y - 436, spread, 400)
      if (plan.isCooking) {
        for (const spark of sparks) {
          const since = t - spark.at
          if (since < 0 || since > 0.6) continue
          pen.globalAlpha = 0.9 * (1 - since / 0.6)
          stamp(pen, mote, spark.x + spark.vx * since, CUP_Y - 6 + spark.vy * since + 420 * since * since, spark.size)
        }
      }
      pen.restore()
      pen.globalCompositeOperation = 'screen'
      pen.globalAlpha = 0.2 + 0.03 * Math.sin(t * 0.9)
      stamp(pen, glow, 180, 60, 1150, 900)
      for (const { x, y, vx, vy, size, phase, opacity } of dust) {
        pen.globalAlpha = opacity * (0.4 + 0.6 * Math.sin(t * 0.9 + phase) ** 2) * Math.exp(-x / 760)
        stamp(pen, mote, x + vx * t, y + vy * t, size)
      }
      pen.globalAlpha = 1
      pen.globalCompositeOperation = 'source-over'
    },
  }
}

function paintRoom(mood: Mood, noise: Noise, warm: Rgb, isNight: boolean) {
  const random = mood.random('room')
  const wall = isNight ? hex('#1d130f') : hex('#4d382b')
  const outside = isNight ? hex('#0d1a33') : mood.rain ? hex('#8fa0ad') : mix(hex('#cfe0e8'), warm, 0.5)
  const { canvas, pen } = paint(WIDTH, HEIGHT, (x, y, pixel) => {
    const light = Math.exp(-Math.hypot((x - 150) / 700, (y - 120) / 460))
    const plaster = 0.8 + 0.4 * noise.fbm(x / 160, y / 120, 3)
    for (let c = 0; c < 3; c++)
      pixel[c] =
        (wall[c] as number) * plaster * (0.5 + 0.5 * light) +
        (warm[c] as number) * light * light * 0.5 * (isNight ? 0.5 : 1)
  })
  // A window on the left, shelves on the right, all of it far out of focus.
  pen.filter = 'blur(17px)'
  pen.fillStyle = css(outside)
  pen.fillRect(34, 10, 400, 380)
  pen.fillStyle = css(scale(wall, 0.5))
  for (const x of [26, 222, 424]) pen.fillRect(x, 0, 20, 400)
  pen.fillRect(20, 190, 420, 14)
  pen.fillRect(10, 384, 440, 22)
  pen.filter = 'blur(11px)'
  for (const y of [130, 240, 350]) {
    pen.fillStyle = css(scale(wall, 0.55))
    pen.fillRect(760, y, 560, 13)
    for (let x = 780; x < 1270; x += random.between(26, 58)) {
      const tall = random.between(36, 84)
      const tint = random.pick([
        hex('#8a4b32'),
        hex('#c99a5b'),
        hex('#54707a'),
        hex('#d8c7a8'),
        hex('#6a7a4a'),
        hex('#a0372c'),
      ] as const)
      pen.fillStyle = css(scale(mix(tint, warm, 0.15), isNight ? 0.42 : 0.78))
      pen.fillRect(x, y - tall, random.between(15, 40), tall)
    }
  }
  pen.filter = 'none'
  const sprite = glowSprite(mix(warm, hex('#ffb050'), 0.55), 128, [
    [0, 0.55],
    [0.72, 0.6],
    [0.88, 0.85],
    [0.95, 0.4],
    [1, 0],
  ])
  const cool = glowSprite(mix(outside, [1, 1, 1], 0.3), 128, [
    [0, 0.5],
    [0.8, 0.55],
    [0.93, 0.7],
    [1, 0],
  ])
  const lights = Array.from({ length: 26 }, (_, i) => {
    const isOutside = i < 9
    return {
      x: isOutside ? random.between(50, 420) : random.between(470, 1270),
      y: isOutside ? random.between(90, 370) : random.between(26, 250),
      size: random.between(26, 66),
      level: random.between(0.22, 0.62) * (isOutside && !isNight ? 0.5 : 1),
      sprite: isOutside ? cool : sprite,
      speed: random.between(0.6, 2.4),
      phase: random.between(0, 7),
    }
  })
  return { canvas, lights }
}

/** Boards running towards the viewer, varnished: the window lies on them as a long gleam. */
function paintTable(noise: Noise, warm: Rgb, isNight: boolean): Canvas {
  const wood = isNight ? hex('#3a2113') : hex('#7d4e2c')
  const width = WIDTH + 80
  const height = HEIGHT - TABLE + 140
  return paint(width, height, (x, y, pixel) => {
    const depth = 1 / ((y + 70) / 200)
    const u = ((x - width / 2) / 190) * depth
    const board = Math.floor(u * 0.8 + 40)
    const seam = smoothstep(0.03, 0, Math.abs(u * 0.8 + 40 - board - 0.02))
    const grain = noise.fbm(u * 9 + board * 17, depth * 2.2 + board * 5, 5)
    const rings = Math.sin((u * 16 + noise.fbm(u * 2 + board * 9, depth * 1.4, 3) * 16) * 1.2)
    const gleam = Math.exp(-(((x - 330 - y * 0.5) / 230) ** 2)) * smoothstep(0, 60, y) * 0.5 + Math.exp(-y / 40) * 0.34
    for (let c = 0; c < 3; c++) {
      const base =
        (wood[c] as number) *
        (0.42 + 0.55 * grain + 0.07 * rings) *
        (0.72 + 0.18 * ((board * 37) % 5) * 0.2) *
        (1 - 0.6 * seam)
      pixel[c] = base * (isNight ? 0.7 : 1) + (warm[c] as number) * gleam * (0.25 + 0.3 * grain) * (isNight ? 0.6 : 1)
    }
    pixel[3] = smoothstep(0, 26, y)
  }).canvas
}

/** Steam: two sheets of noise that rise and turn, thin at the sides and gone at the top. */
function createSteam(noise: Noise): (t: number, speed: number) => Canvas {
  const field = new PixelField(120, 160)
  return (t, speed) => {
    const { data } = field
    let at = 0
    for (let y = 0; y < 160; y++) {
      const up = 1 - y / 160
      const spread = 0.13 + 0.3 * up
      const drift = (noise.at(up * 1.5 - t * 0.32 * speed, 7.5) - 0.5) * 0.5 * up
      for (let x = 0; x < 120; x++, at += 4) {
        const u = x / 120 - 0.5 - drift
        const side = Math.exp(-((u / spread) ** 2) * 2.4)
        if (side < 0.02) {
          data[at] = data[at + 1] = data[at + 2] = 0
          continue
        }
        const warp = noise.at(u * 4 + 20, up * 2.4 - t * 0.55 * speed)
        const wisp = noise.at(u * 7 + warp * 3.2, up * 3.2 - t * 0.95 * speed + warp * 1.6 + 40)
        const fine = noise.at(u * 15 - warp * 4 + 60, up * 6.5 - t * 1.3 * speed)
        const body = clamp((wisp * 0.75 + fine * 0.35 - 0.42) * 2.3)
        const power = body * side * smoothstep(0, 0.1, up) * (1 - up) ** 1.15 * 210
        data[at] = power
        data[at + 1] = power * 0.97
        data[at + 2] = power * 0.92
      }
    }
    return field.canvas()
  }
}

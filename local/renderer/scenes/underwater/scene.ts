// Under the surface: light that dances on sand and coral, shafts from above, a school that turns, bubbles.
import type { Canvas } from '@napi-rs/canvas'
import { hex, mix, type Rgb } from '../../draw/color.ts'
import { Noise } from '../../draw/noise.ts'
import { glowSprite, HEIGHT, PixelField, paint, stamp, WIDTH } from '../../draw/stage.ts'
import { clamp, ease, lerp, smoothstep } from '../../math.ts'
import type { Mood } from '../../mood.ts'
import { defineScene, NEUTRAL_GRADE, type Picture, wordList } from '../../scene.ts'
import { createSchool, paintWhale } from './animals.ts'
import { paintReef, plantWeeds, type Tone } from './life.ts'
import type { UnderwaterPlan } from './plan.ts'
import { underwaterSound } from './sound.ts'

export const underwater = defineScene<UnderwaterPlan>({
  name: 'underwater',
  keywords: wordList(`underwater fish fishes coral reef diver diving scuba whale whales shark dolphin dolphins jellyfish
    aquarium mermaid submarine octopus seabed kelp`),
  hints: wordList('deep swim swimming turtle bubbles'),
  usualLights: ['day'],
  plan(mood) {
    const random = mood.random('bubbles')
    const bubbles: { at: number; x: number; count: number }[] = []
    for (let at = random.between(0.2, 0.7); at < mood.seconds - 0.4; at += random.between(0.8, 1.5)) {
      bubbles.push({ at, x: random.pick([190, 420, 930, 1090]) + random.between(-30, 30), count: random.int(9, 22) })
    }
    return { bubbles, hasWhale: ['whale', 'whales'].some((word) => mood.words.has(word)) || random.chance(0.4) }
  },
  picture,
  sound: underwaterSound,
})

const SAND = 520

function picture(mood: Mood, plan: UnderwaterPlan): Picture {
  const noise = new Noise(mood.seed)
  const random = mood.random('underwater')
  const isNight = mood.light === 'night'
  const tone = isNight
    ? { top: hex('#1c5a86'), middle: hex('#0a2f52'), deep: hex('#041426'), light: hex('#9fd8ff'), sand: hex('#3d6276') }
    : random.pick([
        {
          top: hex('#8fe3ec'),
          middle: hex('#1f8fb5'),
          deep: hex('#06395f'),
          light: hex('#e9fff6'),
          sand: hex('#c9c39a'),
        },
        {
          top: hex('#7fe0d0'),
          middle: hex('#178a94'),
          deep: hex('#053b4e'),
          light: hex('#f2ffe2'),
          sand: hex('#b9bd92'),
        },
        {
          top: hex('#79c8f2'),
          middle: hex('#1c6fb8'),
          deep: hex('#082a5e'),
          light: hex('#e6f8ff'),
          sand: hex('#aab4ac'),
        },
      ] as const)
  const sunX = random.between(480, 820)
  const back = paintWater(tone, sunX)
  const shafts = [0, 1].map((i) => paintShafts(noise, tone.light, sunX, i))
  const caustics = createCaustics(noise, tone.light)
  const ground = paintSand(noise, tone)
  const reefs = [paintReef(mood, noise, tone, 0), paintReef(mood, noise, tone, 1)] as const
  const weeds = plantWeeds(mood, tone)
  const school = createSchool(mood, tone)
  const whale = plan.hasWhale ? paintWhale(mix(tone.middle, tone.deep, 0.45)) : null
  const bubble = paintBubble()
  const strings = plan.bubbles.flatMap(({ at, x, count }) =>
    Array.from({ length: count }, (_, i) => ({
      at: at + i * 0.055 + random.between(0, 0.04),
      x: x + random.between(-16, 16),
      size: 3 + 15 * random.next() ** 2.2,
      sway: random.between(5, 15),
      phase: random.between(0, 7),
      speed: random.between(120, 200),
    })),
  )
  const plankton = glowSprite(tone.light, 32)
  const motes = Array.from({ length: 110 }, () => ({
    x: random.between(0, WIDTH),
    y: random.between(0, HEIGHT),
    vx: random.between(-12, 12),
    vy: random.between(-7, 9),
    size: 2 + 8 * random.next() ** 4,
    opacity: random.between(0.08, 0.4),
  }))

  return {
    grade: { ...NEUTRAL_GRADE, bloom: 0.24, vignette: 0.42, lift: [0.004, 0.014, 0.026] },
    draw(pen, t, progress) {
      const move = ease(progress)
      const sway = Math.sin(t * 0.7) * 5
      pen.drawImage(back, 0, 0, WIDTH, HEIGHT)
      pen.globalCompositeOperation = 'screen'
      for (const [k, shaft] of shafts.entries()) {
        pen.globalAlpha = 0.44 + 0.22 * Math.sin(t * (0.8 + 0.3 * k) + k * 2)
        pen.drawImage(shaft, -30 + (k ? 1 : -1) * 14 * Math.sin(t * 0.5 + k), -8, WIDTH + 60, HEIGHT * 0.94)
      }
      pen.globalAlpha = 1
      pen.globalCompositeOperation = 'source-over'
      if (whale) {
        pen.globalAlpha = 0.62
        pen.save()
        pen.translate(lerp(1010, 640, move) + sway, 190 + Math.sin(t * 0.6) * 12)
        pen.rotate(-0.05 + 0.03 * Math.sin(t * 0.6))
        pen.drawImage(whale, -210, -76)
        pen.restore()
        pen.globalAlpha = 1
      }
      school(pen, t, 'far')
      const layer = (canvas: Canvas, depth: number) => {
        const grow = 1 + 0.1 * depth * move
        pen.drawImage(
          canvas,
          (WIDTH - WIDTH * grow) / 2 - sway * depth * 0.4,
          SAND - SAND * grow + 4 * depth,
          WIDTH * grow,
          HEIGHT * grow,
        )
      }
      layer(reefs[0], 0.5)
      layer(ground, 0.9)
      pen.save()
      pen.beginPath()
      pen.rect(0, SAND - 40, WIDTH, HEIGHT - SAND + 40)
      pen.clip()
      pen.globalCompositeOperation = 'screen'
      pen.globalAlpha = isNight ? 0.35 : 0.8
      pen.imageSmoothingQuality = 'medium'
      pen.drawImage(caustics(t, move), 0, SAND - 40, WIDTH, HEIGHT - SAND + 40)
      pen.restore()
      weeds(pen, t, move, 'far')
      school(pen, t, 'near')
      layer(reefs[1], 1.6)
      weeds(pen, t, move, 'near')
      for (const b of strings) {
        const since = t - b.at
        if (since < 0) continue
        const rise = b.speed * since * (1 + since * 0.25)
        const y = 640 - rise
        if (y < -20) continue
        const size = b.size * (1 + since * 0.16)
        pen.globalAlpha = 0.85 * smoothstep(0, 0.1, since)
        stamp(
          pen,
          bubble,
          b.x + b.sway * Math.sin(since * 5 + b.phase),
          y,
          size,
          size * (1 + 0.12 * Math.sin(since * 9 + b.phase)),
        )
      }
      pen.globalCompositeOperation = 'screen'
      for (const mote of motes) {
        pen.globalAlpha = mote.opacity
        stamp(pen, plankton, mote.x + mote.vx * t + sway, mote.y + mote.vy * t, mote.size)
      }
      pen.globalAlpha = 1
      pen.globalCompositeOperation = 'source-over'
    },
  }
}

function paintWater(tone: Tone, sunX: number): Canvas {
  return paint(WIDTH / 2, HEIGHT / 2, (x, y, pixel) => {
    const v = y / 360
    const light = Math.exp(-Math.hypot((x * 2 - sunX) / 420, (y * 2 + 40) / 300))
    for (let c = 0; c < 3; c++) {
      const water =
        v < 0.45
          ? lerp(tone.top[c] as number, tone.middle[c] as number, smoothstep(-0.1, 0.45, v))
          : lerp(tone.middle[c] as number, tone.deep[c] as number, smoothstep(0.45, 1, v) * 0.75)
      pixel[c] = water + ((tone.light[c] as number) - water) * clamp(light * 1.05)
    }
  }).canvas
}

function paintShafts(noise: Noise, light: Rgb, sunX: number, index: number): Canvas {
  return paint(WIDTH / 4, HEIGHT / 4, (x, y, pixel) => {
    const angle = Math.atan2(x * 4 - sunX, y * 4 + 230)
    const rays = smoothstep(0.46, 0.76, noise.fbm(angle * 13 + 40 + index * 9, index * 5 + 3, 3))
    const fade = Math.exp(-(y * 4) / 340) * Math.exp(-((angle / 0.75) ** 2))
    for (let c = 0; c < 3; c++) pixel[c] = (light[c] as number) * rays * fade * 0.95
  }).canvas
}

function paintSand(noise: Noise, tone: Tone): Canvas {
  return paint(WIDTH, HEIGHT, (x, y, pixel) => {
    const edge = SAND + 16 * (noise.fbm(x / 210, 4, 3) - 0.5)
    if (y < edge) {
      pixel[3] = 0
      return
    }
    const depth = 1 / ((y - SAND + 60) / 200)
    const u = ((x - 640) / 80) * depth
    const v = depth * 8
    const bend = noise.fbm(u * 0.7 + 5, v * 0.7, 3)
    const ripple = Math.sin((v * 2.6 + bend * 5.5) * 2.2) * clamp(1.5 - depth * 0.32)
    const grain = noise.fbm(u * 7, v * 7, 3)
    const far = Math.exp(-(y - edge) / 80)
    for (let c = 0; c < 3; c++) {
      const sand = (tone.sand[c] as number) * (0.38 + 0.1 * ripple + 0.24 * grain) + (tone.middle[c] as number) * 0.2
      pixel[c] = sand + ((mix(tone.middle, tone.deep, 0.3)[c] as number) - sand) * far * 0.94
    }
    pixel[3] = smoothstep(0, 16, y - edge)
  }).canvas
}

/** The net of light on the ground: bright where two slow patterns cross zero together. */
function createCaustics(noise: Noise, light: Rgb): (t: number, move: number) => Canvas {
  const field = new PixelField(320, 120)
  return (t, move) => {
    const { data } = field
    let at = 0
    for (let y = 0; y < 120; y++) {
      const depth = 1 / ((y + 22) / 110)
      const fade = smoothstep(6, 40, y)
      for (let x = 0; x < 320; x++, at += 4) {
        const u = ((x - 160) / 15) * depth * (1 - 0.08 * move) + 50
        const v = depth * 7 + 9
        const a = noise.at(u + t * 0.5, v + t * 0.35) + 0.5 * noise.at(u * 2.1 - t * 0.6, v * 2.1 + 7)
        const b = noise.at(u * 1.15 - t * 0.42 + 30, v * 1.15 + 11) + 0.5 * noise.at(u * 2.3 + 60, v * 2.3 + t * 0.55)
        const line = Math.abs(a - 0.75) + Math.abs(b - 0.75)
        const bright = clamp(1 - line * 2.1) ** 2.2 * fade * 235
        data[at] = light[0] * bright
        data[at + 1] = light[1] * bright
        data[at + 2] = light[2] * bright
      }
    }
    return field.canvas()
  }
}

function paintBubble(): Canvas {
  return paint(64, 64, (x, y, pixel) => {
    const nx = (x - 31.5) / 30
    const ny = (y - 31.5) / 30
    const far = Math.hypot(nx, ny)
    const rim = smoothstep(0.6, 0.96, far) * smoothstep(1.02, 0.95, far)
    const spark = Math.exp(-(((nx + 0.36) / 0.17) ** 2) - ((ny + 0.4) / 0.14) ** 2)
    pixel[0] = 0.86
    pixel[1] = 0.97
    pixel[2] = 1
    pixel[3] = clamp(rim * (0.35 + 0.4 * smoothstep(0.4, -0.9, ny)) + spark * 0.95 + 0.05 * smoothstep(1, 0.9, far))
  }).canvas
}

// Under the surface: light that dances on sand and coral, shafts from above, a school that turns, bubbles.
import type { Canvas } from '@napi-rs/canvas'
import { css, hex, mix, type Rgb, scale } from '../color.ts'
import { clamp, ease, lerp, smoothstep } from '../math.ts'
import type { Mood } from '../mood.ts'
import { Noise } from '../noise.ts'
import { defineScene, NEUTRAL_GRADE, type Picture } from '../scene.ts'
import { underwaterSound } from '../sound/underwater.ts'
import { createLayer, glowSprite, HEIGHT, PixelField, paint, type Pen, stamp, WIDTH } from '../stage.ts'

export interface UnderwaterPlan {
  /** Strings of bubbles that are let go. */
  bubbles: readonly { at: number; x: number; count: number }[]
  hasWhale: boolean
}

export const underwater = defineScene<UnderwaterPlan>({
  name: 'underwater',
  keywords: ['underwater', 'fish', 'fishes', 'coral', 'reef', 'diver', 'diving', 'scuba', 'whale', 'whales', 'shark', 'dolphin', 'dolphins', 'turtle', 'jellyfish', 'aquarium', 'mermaid', 'submarine', 'octopus', 'seabed', 'kelp', 'bubbles', 'swim', 'swimming', 'deep'],
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
        { top: hex('#8fe3ec'), middle: hex('#1f8fb5'), deep: hex('#06395f'), light: hex('#e9fff6'), sand: hex('#c9c39a') },
        { top: hex('#7fe0d0'), middle: hex('#178a94'), deep: hex('#053b4e'), light: hex('#f2ffe2'), sand: hex('#b9bd92') },
        { top: hex('#79c8f2'), middle: hex('#1c6fb8'), deep: hex('#082a5e'), light: hex('#e6f8ff'), sand: hex('#aab4ac') },
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
  const strings = plan.bubbles.flatMap(({ at, x, count }) => Array.from({ length: count }, (_, i) => ({ at: at + i * 0.055 + random.between(0, 0.04), x: x + random.between(-16, 16), size: 3 + 15 * random.next() ** 2.2, sway: random.between(5, 15), phase: random.between(0, 7), speed: random.between(120, 200) })))
  const plankton = glowSprite(tone.light, 32)
  const motes = Array.from({ length: 110 }, () => ({ x: random.between(0, WIDTH), y: random.between(0, HEIGHT), vx: random.between(-12, 12), vy: random.between(-7, 9), size: 2 + 8 * random.next() ** 4, opacity: random.between(0.08, 0.4) }))

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
        pen.drawImage(canvas, (WIDTH - WIDTH * grow) / 2 - sway * depth * 0.4, SAND - SAND * grow + 4 * depth, WIDTH * grow, HEIGHT * grow)
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
        stamp(pen, bubble, b.x + b.sway * Math.sin(since * 5 + b.phase), y, size, size * (1 + 0.12 * Math.sin(since * 9 + b.phase)))
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

interface Tone {
  top: Rgb
  middle: Rgb
  deep: Rgb
  light: Rgb
  sand: Rgb
}

function paintWater(tone: Tone, sunX: number): Canvas {
  return paint(WIDTH / 2, HEIGHT / 2, (x, y, pixel) => {
    const v = y / 360
    const light = Math.exp(-Math.hypot((x * 2 - sunX) / 420, (y * 2 + 40) / 300))
    for (let c = 0; c < 3; c++) {
      const water = v < 0.45 ? lerp(tone.top[c] as number, tone.middle[c] as number, smoothstep(-0.1, 0.45, v)) : lerp(tone.middle[c] as number, tone.deep[c] as number, smoothstep(0.45, 1, v) * 0.75)
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

/** Rocks with coral: rounded heaps, fans and tubes; the far ones already the colour of the water. */
function paintReef(mood: Mood, noise: Noise, tone: Tone, near: 0 | 1): Canvas {
  const random = mood.random(`reef ${near}`)
  const { canvas, pen } = createLayer(WIDTH, HEIGHT)
  const haze = near ? 0.12 : 0.62
  const corals: readonly [Rgb, ...Rgb[]] = [hex('#ff7a6b'), hex('#ffb05c'), hex('#e05fa8'), hex('#8f6be8'), hex('#f2d76b'), hex('#5fd0b8')]
  const rocks = near ? [[40, 740, 330], [1240, 735, 380], [150, 760, 230]] : [[170, 560, 250], [430, 548, 130], [980, 556, 210], [1150, 565, 300]]
  for (const [x = 0, y = 0, width = 100] of rocks) {
    const height = width * random.between(0.5, 0.68)
    const shift = random.between(0, 100)
    const rock = paint(Math.round(width), Math.round(height), (px, py, pixel) => {
      const nx = (px / width - 0.5) * 2
      const up = 1 - py / height
      const outline = (1 - Math.abs(nx) ** 2.3) * (0.66 + 0.5 * noise.fbm(nx * 2.4 + shift, 3, 4))
      if (up > outline) {
        pixel[3] = 0
        return
      }
      const grain = noise.fbm(nx * 5 + shift, up * 4, 5)
      const lit = clamp(0.24 + (grain - noise.fbm(nx * 5 + shift + 0.05, up * 4 + 0.09, 4)) * 5 + up * 0.36)
      const crust = mix(hex('#5c5148'), corals[Math.floor(noise.at(nx * 3 + shift, up * 3) * 5.99)] as Rgb, smoothstep(0.5, 0.62, grain) * 0.7)
      for (let c = 0; c < 3; c++) {
        const value = (crust[c] as number) * (0.22 + 0.95 * lit * grain * 1.4)
        pixel[c] = value + ((mix(tone.middle, tone.deep, 0.35)[c] as number) - value) * clamp(haze + 0.25 * (1 - up))
      }
      pixel[3] = clamp((outline - up) * height * 0.6)
    })
    pen.drawImage(rock.canvas, x - width / 2, y - height)
    const count = Math.round(width / 16)
    for (let i = 0; i < count; i++) {
      const at = random.between(-0.42, 0.42)
      const foot = y - height * (1 - Math.abs(at * 2) ** 2.3) * random.between(0.5, 0.8)
      const color = mix(random.pick(corals), mix(tone.middle, tone.deep, 0.35), haze + random.between(0, 0.12))
      const size = width * random.between(0.07, 0.16)
      if (random.chance(0.5)) drawFan(pen, random, x + at * width, foot, size * 1.5, color)
      else drawTubes(pen, random, x + at * width, foot, size, color)
    }
  }
  return canvas
}

function drawFan(pen: Pen, random: ReturnType<Mood['random']>, x: number, y: number, size: number, color: Rgb): void {
  pen.lineCap = 'round'
  const grow = (fx: number, fy: number, angle: number, length: number, width: number) => {
    if (length < size * 0.08) return
    const tx = fx + Math.cos(angle) * length
    const ty = fy + Math.sin(angle) * length
    pen.strokeStyle = css(scale(color, 0.55 + 0.45 * (1 - width / (size * 0.1))))
    pen.lineWidth = width
    pen.beginPath()
    pen.moveTo(fx, fy)
    pen.lineTo(tx, ty)
    pen.stroke()
    const children = random.int(2, 3)
    for (let i = 0; i < children; i++) grow(tx, ty, angle + random.between(-0.55, 0.55), length * random.between(0.62, 0.82), Math.max(1, width * 0.7))
  }
  grow(x, y, -Math.PI / 2 + random.between(-0.25, 0.25), size * 0.3, size * 0.09)
}

function drawTubes(pen: Pen, random: ReturnType<Mood['random']>, x: number, y: number, size: number, color: Rgb): void {
  for (let i = 0; i < 5; i++) {
    const tall = size * random.between(0.6, 1.5)
    const width = size * random.between(0.16, 0.26)
    const tx = x + random.between(-0.5, 0.5) * size
    const fill = pen.createLinearGradient(tx - width / 2, 0, tx + width / 2, 0)
    fill.addColorStop(0, css(scale(color, 0.95)))
    fill.addColorStop(1, css(scale(color, 0.4)))
    pen.fillStyle = fill
    pen.beginPath()
    pen.roundRect(tx - width / 2, y - tall, width, tall + 8, width / 2)
    pen.fill()
    pen.fillStyle = css(scale(color, 0.25))
    pen.beginPath()
    pen.ellipse(tx, y - tall + width * 0.35, width * 0.3, width * 0.2, 0, 0, Math.PI * 2)
    pen.fill()
  }
}

function plantWeeds(mood: Mood, tone: Tone): (pen: Pen, t: number, move: number, which: 'far' | 'near') => void {
  const random = mood.random('weeds')
  const plant = (near: boolean) =>
    Array.from({ length: near ? 9 : 26 }, () => ({
      x: near ? (random.chance(0.5) ? random.between(-10, 210) : random.between(1080, 1290)) : random.between(0, WIDTH),
      y: near ? HEIGHT + 12 : random.between(530, 600),
      size: near ? random.between(230, 400) : random.between(60, 150),
      phase: random.between(0, 7),
      color: css(near ? mix(hex('#1f4a2c'), tone.deep, random.between(0.35, 0.65)) : mix(hex('#4f8a4a'), tone.middle, random.between(0.45, 0.75))),
      width: near ? random.between(11, 18) : random.between(3, 6),
    }))
  const weeds = { far: plant(false), near: plant(true) }
  return (pen, t, move, which) => {
    for (const weed of weeds[which]) {
      const depth = which === 'near' ? 1.6 : 0.9
      const x = WIDTH / 2 + (weed.x - WIDTH / 2) * (1 + 0.1 * depth * move)
      pen.fillStyle = weed.color
      pen.beginPath()
      const bend = (up: number) => Math.sin(t * 1.1 + weed.phase + up * 2.4) * weed.size * 0.13 * up + weed.size * 0.05 * up * Math.sin(weed.phase)
      for (let i = 0; i <= 12; i++) pen.lineTo(x + bend(i / 12) - weed.width * (1 - i / 12) * (1 + 0.3 * Math.sin(i * 1.9)), weed.y - (weed.size * i) / 12)
      for (let i = 12; i >= 0; i--) pen.lineTo(x + bend(i / 12) + weed.width * (1 - i / 12) * (1 + 0.3 * Math.sin(i * 1.9)), weed.y - (weed.size * i) / 12)
      pen.fill()
    }
  }
}

/** A school that follows one winding path; each fish beats its tail and flashes when it turns to the light. */
function createSchool(mood: Mood, tone: Tone): (pen: Pen, t: number, which: 'far' | 'near') => void {
  const random = mood.random('school')
  const make = (count: number, near: boolean) =>
    Array.from({ length: count }, () => ({ lag: random.between(-1, 1) * (near ? 0.9 : 1.5), dx: random.between(-90, 90), dy: random.between(-62, 62), size: near ? random.between(17, 30) : random.between(6, 11), phase: random.between(0, 7), beat: random.between(8, 12) }))
  const schools = { far: make(64, false), near: make(17, true) }
  const tint = random.pick([hex('#ffd24d'), hex('#dfeaf2'), hex('#ff9a4d'), hex('#9fd0ff')] as const)
  const turn = random.chance(0.5) ? 1 : -1
  return (pen, t, which) => {
    const near = which === 'near'
    for (const fish of schools[which]) {
      const time = t * 0.42 + fish.lag * 0.3 + (near ? 0.35 : 0)
      const pathX = (s: number) => WIDTH / 2 + turn * (Math.sin(s * 0.95 - 1.1) * (near ? 520 : 430))
      const pathY = (s: number) => (near ? 420 : 300) + Math.sin(s * 1.7 + 0.6) * (near ? 66 : 78)
      const x = pathX(time) + fish.dx + Math.sin(t * 1.4 + fish.phase) * 7
      const y = pathY(time) + fish.dy + Math.sin(t * 1.9 + fish.phase) * 5
      const heading = Math.atan2(pathY(time + 0.02) - pathY(time), pathX(time + 0.02) - pathX(time))
      const back = mix(mix(tint, tone.deep, 0.62), tone.middle, near ? 0.12 : 0.6)
      const belly = mix(mix(tint, tone.light, 0.42), tone.middle, near ? 0.06 : 0.5)
      drawFish(pen, x, y, heading, fish.size, Math.sin(t * fish.beat + fish.phase), back, belly)
    }
  }
}

function drawFish(pen: Pen, x: number, y: number, heading: number, size: number, beat: number, back: Rgb, belly: Rgb): void {
  pen.save()
  pen.translate(x, y)
  pen.rotate(heading)
  if (Math.cos(heading) < 0) pen.scale(1, -1)
  const fill = pen.createLinearGradient(0, -size * 0.4, 0, size * 0.4)
  fill.addColorStop(0, css(back))
  fill.addColorStop(0.55, css(belly))
  fill.addColorStop(1, css(mix(belly, back, 0.5)))
  pen.fillStyle = fill
  pen.beginPath()
  pen.moveTo(size, 0)
  pen.quadraticCurveTo(size * 0.4, -size * 0.46, -size * 0.62, -size * 0.07 + beat * size * 0.05)
  pen.lineTo(-size * 1.1, -size * 0.34 + beat * size * 0.22)
  pen.lineTo(-size * 0.92, beat * size * 0.16)
  pen.lineTo(-size * 1.1, size * 0.34 + beat * size * 0.22)
  pen.lineTo(-size * 0.62, size * 0.07 + beat * size * 0.05)
  pen.quadraticCurveTo(size * 0.4, size * 0.46, size, 0)
  pen.fill()
  if (size > 12) {
    pen.fillStyle = css(back, 0.8)
    pen.beginPath()
    pen.moveTo(size * 0.3, -size * 0.3)
    pen.quadraticCurveTo(-size * 0.1, -size * 0.58, -size * 0.36, -size * 0.18)
    pen.fill()
    pen.fillStyle = 'rgba(8,12,18,0.9)'
    pen.beginPath()
    pen.arc(size * 0.66, -size * 0.06, size * 0.07, 0, Math.PI * 2)
    pen.fill()
  }
  pen.restore()
}

function paintWhale(color: Rgb): Canvas {
  const { canvas, pen } = createLayer(440, 170)
  const fill = pen.createLinearGradient(0, 30, 0, 130)
  fill.addColorStop(0, css(scale(color, 1.25)))
  fill.addColorStop(1, css(scale(color, 0.8)))
  pen.fillStyle = fill
  pen.filter = 'blur(2.2px)'
  pen.beginPath()
  pen.moveTo(24, 84)
  pen.bezierCurveTo(50, 34, 190, 26, 300, 66)
  pen.quadraticCurveTo(350, 80, 384, 76)
  pen.quadraticCurveTo(404, 50, 432, 48)
  pen.quadraticCurveTo(420, 76, 406, 84)
  pen.quadraticCurveTo(420, 98, 430, 118)
  pen.quadraticCurveTo(396, 108, 382, 92)
  pen.quadraticCurveTo(330, 104, 262, 116)
  pen.bezierCurveTo(180, 132, 60, 132, 24, 84)
  pen.fill()
  pen.beginPath()
  pen.moveTo(150, 116)
  pen.quadraticCurveTo(170, 160, 214, 166)
  pen.quadraticCurveTo(210, 136, 190, 112)
  pen.fill()
  return canvas
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

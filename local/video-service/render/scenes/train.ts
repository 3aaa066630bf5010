// The view from a train: hills, fields, trees and posts at the speed their distance gives them, the compartment around
// the window, its lamp mirrored in the pane.
import type { Canvas } from '@napi-rs/canvas'
import { css, hex, mix, type Rgb, scale } from '../color.ts'
import { clamp, smoothstep } from '../math.ts'
import type { Mood } from '../mood.ts'
import { Noise } from '../noise.ts'
import { choosePalette, type Palette } from '../palette.ts'
import { defineScene, NEUTRAL_GRADE, type Picture } from '../scene.ts'
import { createSky } from '../sky.ts'
import { trainSound } from '../sound/train.ts'
import { createLayer, glowSprite, HEIGHT, paint, type Pen, stamp, WIDTH } from '../stage.ts'
import { createRain, createSnow } from '../weather.ts'
import { drawPines } from './trees.ts'

export interface TrainPlan {
  /** Seconds between two rail joints. */
  joint: number
  /** When a post passes the window. */
  posts: readonly number[]
  horn: number
}

export const train = defineScene<TrainPlan>({
  name: 'train',
  keywords: ['train', 'trains', 'railway', 'railroad', 'locomotive', 'rail', 'tram', 'journey', 'travel', 'traveling', 'travelling', 'trip', 'countryside', 'field', 'fields', 'farm', 'wheat', 'village', 'bus', 'passenger', 'express', 'station'],
  usualLights: ['dusk', 'dawn', 'day'],
  plan(mood) {
    const random = mood.random('train plan')
    const posts: number[] = []
    for (let at = random.between(0.3, 0.7); at < mood.seconds + 0.5; at += 1.08) posts.push(at)
    return { joint: random.between(0.5, 0.56), posts, horn: random.between(1.6, 2.6) }
  },
  picture,
  sound: trainSound,
})

const HORIZON = 348
const SPAN = 2560

interface Strip {
  canvas: Canvas
  y: number
  /** Pixels a second. */
  speed: number
}

function picture(mood: Mood, plan: TrainPlan): Picture {
  const palette = choosePalette(mood)
  const noise = new Noise(mood.seed)
  const random = mood.random('train')
  const isNight = mood.light === 'night'
  const low = mood.light === 'dusk' || mood.light === 'dawn'
  const hidden = mood.rain || mood.storm || mood.fog || mood.snow
  const sky = createSky(mood, palette, noise, { horizon: HORIZON + 20, sunX: random.between(500, 820), sunY: low ? HORIZON - 64 : 120, sunSize: hidden ? 0 : isNight ? 21 : low ? 32 : 24, cover: hidden ? 0.85 : 0.5 })
  const field = mood.snow ? hex('#dfe7f0') : random.pick([hex('#7d8f3c'), hex('#c9a24a'), hex('#6a8a45')] as const)
  const strips: Strip[] = [
    { canvas: paintHills(noise, palette, 0), y: HORIZON - 150, speed: 22 },
    { canvas: paintHills(noise, palette, 1), y: HORIZON - 92, speed: 62 },
    { canvas: paintFields(mood, noise, palette, field), y: HORIZON - 18, speed: 170 },
    { canvas: paintTrees(mood, palette), y: HORIZON - 116, speed: 330 },
    { canvas: paintVerge(mood, noise, palette, field), y: HORIZON + 92, speed: 900 },
  ]
  const inside = paintCompartment(noise, palette, isNight)
  const shine = glowSprite(mix(palette.sun, [1, 0.9, 0.75], 0.4), 256)
  const lamp = glowSprite(hex('#ffc27a'), 256)
  const rain = mood.rain ? createRain({ ...mood, wind: true }, 0.4, [0.85, 0.88, 0.95]) : null
  const snow = mood.snow ? createSnow({ ...mood, wind: true }, 0.7, [1, 1, 1]) : null

  return {
    grade: { ...NEUTRAL_GRADE, bloom: 0.22, vignette: 0.34 },
    draw(pen, t) {
      // A clack lifts the carriage a little; the view shakes less than the frame.
      const since = t % plan.joint
      const bump = Math.exp(-since / 0.07) * Math.sin(since * 60) * 1.6
      const roll = Math.sin(t * 1.7) * 1.5
      pen.save()
      pen.translate(0, roll * 0.5)
      sky.draw(pen, t)
      pen.fillStyle = css(mix(palette.haze, palette.ambient, 0.4))
      pen.fillRect(0, HORIZON + 18, WIDTH, HEIGHT)
      for (const [i, strip] of strips.entries()) {
        drawStrip(pen, strip, t)
        if (i === 3) for (const at of plan.posts) drawPost(pen, palette, WIDTH * 0.5 + (at - t) * 1050)
      }
      drawWires(pen, palette, t)
      rain?.(pen, t)
      snow?.(pen, t)
      pen.restore()
      pen.globalCompositeOperation = 'screen'
      pen.globalAlpha = isNight ? 0.5 : 0.14
      stamp(pen, lamp, 1010, 150, 300, 240)
      stamp(pen, lamp, 290, 172, 190, 150)
      // Light through passing trees runs over the pane.
      const flicker = noise.fbm(t * 5.5, 2.5, 2)
      pen.globalAlpha = isNight ? 0.05 : 0.1 + 0.24 * smoothstep(0.4, 0.7, flicker)
      stamp(pen, shine, 420 + 240 * flicker, 260, 1200, 900)
      pen.globalAlpha = 1
      pen.globalCompositeOperation = 'source-over'
      pen.drawImage(inside, -8 + roll * 0.3, -8 + bump + roll)
    },
  }
}

function drawStrip(pen: Pen, { canvas, y, speed }: Strip, t: number): void {
  const x = -((speed * t) % SPAN)
  pen.drawImage(canvas, x, y)
  if (x + SPAN < WIDTH) pen.drawImage(canvas, x + SPAN, y)
}

/** A place on a circle, so that a strip's end meets its beginning. */
function around(x: number, radius: number): [number, number] {
  const angle = (x / SPAN) * Math.PI * 2
  return [Math.cos(angle) * radius + 30, Math.sin(angle) * radius + 30]
}

function paintHills(noise: Noise, palette: Palette, depth: number): Canvas {
  const height = 190
  const tops = Float32Array.from({ length: SPAN }, (_, x) => {
    const [u, v] = around(x, depth ? 4.2 : 2.6)
    return height * (depth ? 0.62 : 0.8) * (1 - noise.fbm3(u, v, depth * 3 + 1, 4) * 1.05) + (depth ? 30 : 4)
  })
  return paint(SPAN, height, (x, y, pixel) => {
    const top = tops[x] as number
    if (y < top) {
      pixel[3] = 0
      return
    }
    const slope = (tops[(x + 6) % SPAN] as number) - (tops[(x + SPAN - 6) % SPAN] as number)
    const wood = noise.fbm(x / 11, y / 8 + depth * 40, 4)
    const lit = clamp(0.5 + slope * 0.02 + (wood - 0.5) * 1.2)
    const haze = (depth ? 0.52 : 0.78) + 0.18 * smoothstep(top, height, y)
    for (let c = 0; c < 3; c++) {
      const value = (palette.ambient[c] as number) * 0.75 + (palette.sun[c] as number) * 0.3 * lit
      pixel[c] = value + ((palette.haze[c] as number) - value) * clamp(haze)
    }
    pixel[3] = clamp(y - top)
  }).canvas
}

function paintFields(mood: Mood, noise: Noise, palette: Palette, field: Rgb): Canvas {
  const light = mood.light === 'night' ? 0.34 : mood.rain || mood.storm ? 0.6 : 0.95
  const { canvas, pen } = paint(SPAN, 240, (x, y, pixel) => {
    const depth = 1 / ((y + 14) / 90)
    const [u, v] = around(x, 9)
    const patch = noise.fbm3(u * 0.5, v * 0.5, Math.floor(depth * 1.6), 2)
    const rows = Math.sin((x / 22) * depth * 0.5 + y * 0.6) * 0.05 * clamp(1.4 - depth * 0.4)
    const grain = noise.fbm(x / 5, y * 0.8, 3)
    const base = mix(field, patch > 0.55 ? hex('#57703a') : hex('#b08a48'), mood.snow ? 0.12 : clamp(Math.abs(patch - 0.5) * 4))
    const far = Math.exp(-y / 44)
    for (let c = 0; c < 3; c++) {
      const value = (base[c] as number) * ((palette.ambient[c] as number) * 0.7 + (palette.sun[c] as number) * light * 0.62) * (0.72 + 0.5 * grain + rows)
      pixel[c] = value + ((palette.haze[c] as number) - value) * far * 0.85
    }
    pixel[3] = smoothstep(0, 5, y)
  })
  // Farms with a light in them, hedges between the fields.
  const random = mood.random('farms')
  for (let i = 0; i < 5; i++) {
    const x = ((i + random.between(0.2, 0.8)) / 5) * SPAN
    const y = random.between(26, 52)
    const size = y * 0.5
    pen.fillStyle = css(mix(scale(palette.ambient, 0.8), palette.haze, 0.25))
    pen.fillRect(x, y - size * 0.7, size * 1.7, size * 0.8)
    pen.fillStyle = css(mix(mood.snow ? hex('#e8eef5') : hex('#6b3a2c'), palette.haze, 0.3))
    pen.beginPath()
    pen.moveTo(x - size * 0.2, y - size * 0.65)
    pen.lineTo(x + size * 0.85, y - size * 1.35)
    pen.lineTo(x + size * 1.9, y - size * 0.65)
    pen.fill()
    if (mood.light !== 'day') {
      pen.fillStyle = '#ffc873'
      pen.fillRect(x + size * 0.4, y - size * 0.42, size * 0.22, size * 0.26)
      pen.fillRect(x + size, y - size * 0.42, size * 0.22, size * 0.26)
    }
  }
  return canvas
}

function paintTrees(mood: Mood, palette: Palette): Canvas {
  const random = mood.random('train trees')
  const { canvas, pen } = createLayer(SPAN, 330)
  const shade = mix(scale(palette.ambient, 0.42), palette.haze, 0.08)
  const tip = mood.snow ? hex('#e6edf5') : mix(shade, scale(palette.sun, 0.6), 0.45)
  const spots: { x: number; y: number; height: number }[] = []
  for (let x = 40; x < SPAN - 60; x += random.between(60, 250)) {
    if (random.chance(0.42)) spots.push({ x, y: 286 + random.between(0, 22), height: random.between(110, 210) })
    else drawRoundTree(pen, random, x, 290 + random.between(0, 20), random.between(46, 86), shade, tip)
  }
  drawPines(pen, spots, random, () => ({ shade, tip: mix(shade, tip, 0.7) }))
  return canvas
}

function drawRoundTree(pen: Pen, random: ReturnType<Mood['random']>, x: number, y: number, size: number, shade: Rgb, tip: Rgb): void {
  pen.fillStyle = css(scale(shade, 0.7))
  pen.fillRect(x - size * 0.06, y - size * 0.9, size * 0.12, size * 0.92)
  for (let i = 0; i < 70; i++) {
    const angle = random.between(0, Math.PI * 2)
    const far = Math.sqrt(random.next())
    const bx = x + Math.cos(angle) * far * size * 0.66
    const by = y - size * 1.35 + Math.sin(angle) * far * size * 0.6
    const lit = clamp(0.5 - (by - (y - size * 1.35)) / size + random.between(-0.25, 0.25))
    pen.fillStyle = css(mix(shade, tip, lit * 0.75))
    pen.beginPath()
    pen.arc(bx, by, size * random.between(0.1, 0.22), 0, Math.PI * 2)
    pen.fill()
  }
}

/** What is close runs together: grass drawn out along the way, so that it looks as fast as it is. */
function paintVerge(mood: Mood, noise: Noise, palette: Palette, field: Rgb): Canvas {
  const light = mood.light === 'night' ? 0.22 : 0.6
  const grass = mix(field, mood.snow ? hex('#f0f4f8') : hex('#3f4f24'), 0.55)
  return paint(SPAN, 280, (x, y, pixel) => {
    const [u, v] = around(x, 12)
    const edge = 20 + 26 * noise.fbm3(u, v, 2.5, 3)
    if (y < edge) {
      pixel[3] = 0
      return
    }
    const streak = noise.fbm3(u * 1.5, v * 1.5, y / 7, 2) * 0.6 + noise.fbm3(u * 0.4, v * 0.4, y / 3, 2) * 0.4
    for (let c = 0; c < 3; c++) pixel[c] = (grass[c] as number) * ((palette.ambient[c] as number) * 0.5 + (palette.sun[c] as number) * light * 0.7) * (0.35 + 1.15 * streak)
    pixel[3] = smoothstep(0, 18, y - edge)
  }).canvas
}

function drawPost(pen: Pen, palette: Palette, x: number): void {
  if (x < -60 || x > WIDTH + 60) return
  const wide = 15
  const fill = pen.createLinearGradient(x - wide, 0, x + wide, 0)
  const dark = scale(palette.ambient, 0.25)
  // The shutter is open while the post moves on: it is seen through at its sides.
  fill.addColorStop(0, css(dark, 0))
  fill.addColorStop(0.35, css(dark, 0.85))
  fill.addColorStop(0.65, css(dark, 0.85))
  fill.addColorStop(1, css(dark, 0))
  pen.fillStyle = fill
  pen.fillRect(x - wide, -20, wide * 2, HEIGHT)
}

function drawWires(pen: Pen, palette: Palette, t: number): void {
  pen.strokeStyle = css(scale(palette.ambient, 0.3), 0.75)
  for (const [y, sag, width] of [
    [92, 36, 1.8],
    [120, 42, 1.5],
  ] as const) {
    pen.lineWidth = width
    pen.beginPath()
    for (let x = -20; x <= WIDTH + 20; x += 20) {
      const along = ((((x + t * 1050) / 1134) % 1) + 1) % 1
      pen.lineTo(x, y + sag * 4 * along * (1 - along))
    }
    pen.stroke()
  }
}

/** Wall, window frame, table and curtain, lit from the window; the window itself is left open. */
function paintCompartment(noise: Noise, palette: Palette, isNight: boolean): Canvas {
  const { canvas, pen } = createLayer(WIDTH + 16, HEIGHT + 16)
  const wood = isNight ? hex('#2a1a12') : mix(hex('#4d3122'), palette.ambient, 0.18)
  const wall = paint(WIDTH + 16, HEIGHT + 16, (x, y, pixel) => {
    const grain = noise.fbm(x / 90, y / 5, 4)
    const light = 0.55 + 0.5 * Math.exp(-Math.abs(y - 330) / 260)
    for (let c = 0; c < 3; c++) pixel[c] = (wood[c] as number) * (0.6 + 0.55 * grain) * light
  })
  pen.drawImage(wall.canvas, 0, 0)
  pen.globalCompositeOperation = 'destination-out'
  pen.beginPath()
  pen.roundRect(104, 58, WIDTH - 192, 520, 26)
  pen.fill()
  pen.globalCompositeOperation = 'source-over'
  const rim = mix(palette.horizon, hex('#caa06a'), 0.5)
  for (const [inset, width, color] of [
    [0, 12, css(scale(wood, 0.5))],
    [-7, 3, css(scale(rim, isNight ? 0.4 : 0.85), 0.9)],
    [8, 3, 'rgba(0,0,0,0.55)'],
  ] as const) {
    pen.strokeStyle = color
    pen.lineWidth = width
    pen.beginPath()
    pen.roundRect(104 - inset, 58 - inset, WIDTH - 192 + inset * 2, 520 + inset * 2, 26 + inset)
    pen.stroke()
  }
  // The sill and a small table with a cup.
  const sill = pen.createLinearGradient(0, 582, 0, 640)
  sill.addColorStop(0, css(mix(scale(wood, 1.5), palette.horizon, isNight ? 0.1 : 0.42)))
  sill.addColorStop(0.25, css(scale(wood, 1.05)))
  sill.addColorStop(1, css(scale(wood, 0.35)))
  pen.fillStyle = sill
  pen.fillRect(70, 584, WIDTH - 124, 44)
  drawCurtain(pen, 60, 1, palette, isNight)
  drawCurtain(pen, WIDTH - 44, -1, palette, isNight)
  pen.fillStyle = 'rgba(0,0,0,0.4)'
  pen.beginPath()
  pen.ellipse(1012, 590, 44, 7, 0, 0, Math.PI * 2)
  pen.fill()
  const cup = pen.createLinearGradient(976, 0, 1036, 0)
  cup.addColorStop(0, css(mix(hex('#f2ead8'), palette.horizon, 0.35)))
  cup.addColorStop(0.4, css(mix(hex('#cfc4b0'), palette.ambient, 0.2)))
  cup.addColorStop(1, css(scale(palette.ambient, 0.7)))
  pen.fillStyle = cup
  pen.beginPath()
  pen.moveTo(978, 540)
  pen.lineTo(1034, 540)
  pen.quadraticCurveTo(1032, 586, 1022, 589)
  pen.lineTo(990, 589)
  pen.quadraticCurveTo(980, 586, 978, 540)
  pen.fill()
  pen.strokeStyle = css(mix(hex('#cfc4b0'), palette.ambient, 0.4))
  pen.lineWidth = 6
  pen.beginPath()
  pen.arc(1037, 560, 12, -1.3, 1.5)
  pen.stroke()
  pen.fillStyle = css(scale(hex('#2b1a10'), 0.8))
  pen.beginPath()
  pen.ellipse(1006, 541, 26, 5, 0, 0, Math.PI * 2)
  pen.fill()
  return canvas
}

function drawCurtain(pen: Pen, x: number, side: number, palette: Palette, isNight: boolean): void {
  const cloth = isNight ? hex('#3a1a1c') : hex('#7a2f2b')
  for (let fold = 0; fold < 5; fold++) {
    const left = x + side * fold * 21
    const fill = pen.createLinearGradient(left, 0, left + side * 23, 0)
    fill.addColorStop(0, css(scale(cloth, 0.5)))
    fill.addColorStop(0.55, css(mix(cloth, palette.horizon, fold === 4 ? 0.36 : 0.12)))
    fill.addColorStop(1, css(scale(cloth, 0.38)))
    pen.fillStyle = fill
    pen.beginPath()
    pen.moveTo(left, 24)
    pen.lineTo(left + side * 23, 24)
    pen.quadraticCurveTo(left + side * (25 + fold * 3), 330, left + side * (10 - fold * 7), 470)
    pen.quadraticCurveTo(left + side * (14 - fold * 5), 540, left + side * 18, 604)
    pen.lineTo(left - side * 2, 604)
    pen.fill()
  }
}

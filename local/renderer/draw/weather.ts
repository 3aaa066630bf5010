// Draws rain and lightning over the sea, and plans the thunder.
import type { Canvas } from '@napi-rs/canvas'
import { clamp } from '../math.ts'
import type { Mood } from '../mood.ts'
import { type Rgb, toCss } from './color.ts'
import { createLayer, HEIGHT, type Pen, WIDTH } from './stage.ts'

export type Overlay = (pen: Pen, t: number) => void

/** Creates rain from two layers of falling streaks that repeat. `hard` goes from 0 to 1. */
export function createRain(mood: Mood, hard: number, tint: Rgb): Overlay {
  const random = mood.random('rain')
  const slant = mood.wind || mood.storm ? 0.22 : 0.07
  const tile = (count: number, length: number, width: number, opacity: number) => {
    const layer = createLayer(WIDTH, HEIGHT)
    layer.pen.lineCap = 'round'
    for (let i = 0; i < count; i++) {
      const x = random.between(0, WIDTH)
      const y = random.between(0, HEIGHT)
      const long = length * random.between(0.6, 1.3)
      layer.pen.lineWidth = width * random.between(0.6, 1.2)
      // Each streak is also drawn at the tile's neighbors, so that no streak ends at a seam.
      for (const [ox, oy] of [
        [0, 0],
        [-WIDTH, 0],
        [WIDTH, 0],
        [0, -HEIGHT],
        [0, HEIGHT],
      ] as const) {
        const stroke = layer.pen.createLinearGradient(0, y + oy, 0, y + oy + long)
        stroke.addColorStop(0, toCss(tint, 0))
        stroke.addColorStop(1, toCss(tint, opacity))
        layer.pen.strokeStyle = stroke
        layer.pen.beginPath()
        layer.pen.moveTo(x + ox, y + oy)
        layer.pen.lineTo(x + ox - slant * long, y + oy + long)
        layer.pen.stroke()
      }
    }
    return layer.canvas
  }
  const layers = [
    { canvas: tile(Math.round(260 + 500 * hard), 34, 1, 0.2), speed: 1150 },
    { canvas: tile(Math.round(90 + 190 * hard), 78, 1.7, 0.24), speed: 1900 },
  ]
  return (pen, t) => {
    // Normal blending of thin light streaks looks the same as 'screen' and is faster over the whole frame.
    for (const { canvas, speed } of layers) drawTiled(pen, canvas, -slant * speed * t, speed * t)
  }
}

function drawTiled(pen: Pen, canvas: Canvas, x: number, y: number): void {
  const left = ((x % WIDTH) + WIDTH) % WIDTH
  const top = ((y % HEIGHT) + HEIGHT) % HEIGHT
  for (const ox of [left - WIDTH, left]) {
    for (const oy of [top - HEIGHT, top]) pen.drawImage(canvas, Math.round(ox), Math.round(oy))
  }
}

export interface Flash {
  at: number
  x: number
  /** The nearness, from 0 (far) to 1 (near). */
  near: number
}

/** Plans the lightning of a clip. Each flash is followed by thunder, after a delay that depends on its distance. */
export function planLightning(mood: Mood): Flash[] {
  const random = mood.random('lightning')
  const first = random.between(0.7, 1.3)
  const flashes: Flash[] = [{ at: first, x: random.between(0.2, 0.8), near: 0.85 }]
  if (mood.seconds > 4.5) flashes.push({ at: first + random.between(2.2, 2.8), x: random.between(0.1, 0.9), near: 0.4 })
  return flashes
}

/** Returns the seconds from a flash to its thunder. Near flashes have a shorter delay. */
export function computeThunderDelay(flash: Flash): number {
  return 0.25 + (1 - flash.near) * 0.7
}

export function flashLight(flashes: readonly Flash[], t: number): number {
  let light = 0
  for (const { at, near } of flashes) {
    for (const [delay, power] of [
      [0, 1],
      [0.09, 0.55],
      [0.21, 0.8],
    ] as const) {
      const since = t - at - delay
      if (since >= 0) light += power * (0.45 + 0.55 * near) * Math.exp(-since / 0.07)
    }
  }
  return clamp(light)
}

export function createBolts(mood: Mood, flashes: readonly Flash[], horizon: number): Overlay {
  const random = mood.random('bolts')
  const bolts = flashes.map((flash) => {
    const path: [number, number, number][] = []
    const grow = (x: number, y: number, end: number, width: number) => {
      while (y < end) {
        const nx = x + random.between(-20, 20)
        const ny = y + random.between(9, 24)
        path.push([x, y, width], [nx, Math.min(ny, end), width])
        if (width > 1.4 && random.chance(0.13)) grow(nx, ny, Math.min(end, ny + random.between(50, 150)), width * 0.45)
        x = nx
        y = ny
      }
    }
    grow(flash.x * WIDTH, horizon * 0.12, horizon, 2.6)
    return { flash, path }
  })
  return (pen, t) => {
    for (const { flash, path } of bolts) {
      const since = t - flash.at
      if (since < 0 || since > 0.42) continue
      const power = Math.exp(-since / 0.12)
      pen.lineCap = 'round'
      for (const [spread, opacity] of [
        [9, 0.1],
        [3.2, 0.35],
        [1, 1],
      ] as const) {
        pen.strokeStyle = `rgba(214,226,255,${(opacity * power).toFixed(3)})`
        for (let i = 0; i < path.length; i += 2) {
          const from = path[i] as [number, number, number]
          const to = path[i + 1] as [number, number, number]
          pen.lineWidth = from[2] * spread
          pen.beginPath()
          pen.moveTo(from[0], from[1])
          pen.lineTo(to[0], to[1])
          pen.stroke()
        }
      }
    }
  }
}

// The strips of land that pass a train, far to near; each repeats without a seam.
import type { Canvas } from '@napi-rs/canvas'
import { css, hex, mix, type Rgb, scale } from '../../draw/color.ts'
import type { Noise } from '../../draw/noise.ts'
import type { Palette } from '../../draw/palette.ts'
import { createLayer, type Pen, paint } from '../../draw/stage.ts'
import { drawPines } from '../../draw/trees.ts'
import { clamp, smoothstep } from '../../math.ts'
import type { Mood } from '../../mood.ts'

export const HORIZON = 348

export const SPAN = 2560

/** A place on a circle, so that a strip's end meets its beginning. */
function around(x: number, radius: number): [number, number] {
  const angle = (x / SPAN) * Math.PI * 2
  return [Math.cos(angle) * radius + 30, Math.sin(angle) * radius + 30]
}

export function paintHills(noise: Noise, palette: Palette, depth: number): Canvas {
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

export function paintFields(mood: Mood, noise: Noise, palette: Palette, field: Rgb): Canvas {
  const light = mood.light === 'night' ? 0.34 : mood.rain || mood.storm ? 0.6 : 0.95
  const { canvas, pen } = paint(SPAN, 240, (x, y, pixel) => {
    const depth = 1 / ((y + 14) / 90)
    const [u, v] = around(x, 9)
    const patch = noise.fbm3(u * 0.5, v * 0.5, Math.floor(depth * 1.6), 2)
    const rows = Math.sin((x / 22) * depth * 0.5 + y * 0.6) * 0.05 * clamp(1.4 - depth * 0.4)
    const grain = noise.fbm(x / 5, y * 0.8, 3)
    const base = mix(
      field,
      patch > 0.52 ? hex('#5f7038') : hex('#c09a50'),
      mood.snow ? 0.12 : clamp(Math.abs(patch - 0.5) * 5),
    )
    const far = Math.exp(-y / 44)
    for (let c = 0; c < 3; c++) {
      const value =
        (base[c] as number) *
        ((palette.ambient[c] as number) * 0.7 + (palette.sun[c] as number) * light * 0.62) *
        (0.72 + 0.5 * grain + rows)
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

export function paintTrees(mood: Mood, palette: Palette): Canvas {
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
  return blurAlong(canvas, 7)
}

function drawRoundTree(
  pen: Pen,
  random: ReturnType<Mood['random']>,
  x: number,
  y: number,
  size: number,
  shade: Rgb,
  tip: Rgb,
): void {
  pen.fillStyle = css(scale(shade, 0.7))
  pen.fillRect(x - size * 0.06, y - size * 0.9, size * 0.12, size * 0.92)
  // A crown of heaps, each of leaves: dark below and inside, lit above.
  const heaps = Array.from({ length: 9 }, () => ({
    x: random.between(-0.55, 0.55),
    y: random.between(-0.5, 0.42),
    r: random.between(0.28, 0.46),
  }))
  heaps.sort((a, b) => b.y - a.y)
  for (const heap of heaps) {
    for (let i = 0; i < 150; i++) {
      const angle = random.between(0, Math.PI * 2)
      const far = Math.sqrt(random.next())
      const nx = Math.cos(angle) * far
      const ny = Math.sin(angle) * far
      const lit = clamp(0.34 - ny * 0.52 - nx * 0.16 - heap.y * 0.3 + random.between(-0.2, 0.2))
      pen.fillStyle = css(mix(shade, tip, lit), 0.92)
      pen.beginPath()
      const leaf = size * random.between(0.018, 0.05)
      pen.ellipse(
        x + (heap.x + nx * heap.r) * size,
        y + (-1.35 + heap.y + ny * heap.r) * size,
        leaf,
        leaf * 0.6,
        angle,
        0,
        Math.PI * 2,
      )
      pen.fill()
    }
  }
}

/** Drawn out along the way by as much as it moves while a camera's shutter is open. */
function blurAlong(source: Canvas, length: number): Canvas {
  const { canvas, pen } = createLayer(source.width, source.height)
  const copies = 6
  for (let i = 0; i < copies; i++) {
    // Each copy covers its share of what lies under it, so that all weigh the same.
    pen.globalAlpha = 1 / (i + 1)
    const x = (i / (copies - 1) - 0.5) * length
    pen.globalCompositeOperation = i === 0 ? 'copy' : 'source-over'
    pen.drawImage(source, x, 0)
  }
  return canvas
}

/** What is close runs together: grass drawn out along the way, so that it looks as fast as it is. */
export function paintVerge(mood: Mood, noise: Noise, palette: Palette, field: Rgb): Canvas {
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
    for (let c = 0; c < 3; c++)
      pixel[c] =
        (grass[c] as number) *
        ((palette.ambient[c] as number) * 0.5 + (palette.sun[c] as number) * light * 0.7) *
        (0.35 + 1.15 * streak)
    pixel[3] = smoothstep(0, 18, y - edge)
  }).canvas
}

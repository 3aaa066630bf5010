// Draws skies: a gradient with the light of the sun or moon, clouds in that light, and stars at night.
import type { Canvas } from '@napi-rs/canvas'
import { clamp, smoothstep } from '../math.ts'
import type { Mood } from '../mood.ts'
import { createRamp, mix, type Rgb } from './color.ts'
import type { Noise } from './noise.ts'
import type { Palette } from './palette.ts'
import { createLayer, type Pen, paint, WIDTH } from './stage.ts'

export interface SkyOptions {
  /** The number of rows from the top to the horizon. */
  horizon: number
  sunX: number
  sunY: number
  /** The radius of the disc in pixels. Zero hides the disc. */
  sunSize: number
  /** The cloud cover, from 0 (clear) to 1 (overcast). */
  cover: number
}

export interface Sky {
  draw(pen: Pen, t: number): void
  /** Returns the gradient's color from the horizon (0) to the top (1). Reflections use it. */
  getColor(elevation: number): Rgb
}

const SLACK = 80

export function createSky(mood: Mood, palette: Palette, noise: Noise, options: SkyOptions): Sky {
  const { horizon, sunX, sunY, sunSize, cover } = options
  const getColor = createRamp([
    [0, palette.horizon],
    [0.22, palette.lower],
    [0.55, palette.upper],
    [1, palette.zenith],
  ])
  const rows = Array.from({ length: 257 }, (_, i) => getColor(i / 256))
  const isNight = mood.light === 'night'
  const glow = isNight ? 0.34 : mood.light === 'day' ? 0.5 : 0.75

  const back = paint(WIDTH, horizon + 2, (x, y, pixel) => {
    const base = rows[Math.round(clamp(1 - y / horizon) * 256)] as Rgb
    const dx = (x - sunX) / 720
    const dy = (y - sunY) / 520
    const far = Math.sqrt(dx * dx + dy * dy)
    // The glow has a wide warm part, a part along the horizon, and a narrow part around the sun.
    const wide = Math.exp(-far * 3.2) * 0.5 * glow
    const along = Math.exp(-Math.abs(dx) * 2.2 - (1 - y / horizon) * 5) * 0.4 * glow
    const near = Math.exp(-far * 15) * glow
    const light = clamp(wide + along + near)
    for (let c = 0; c < 3; c++)
      pixel[c] = (base[c] as number) + ((palette.sun[c] as number) - (base[c] as number)) * light
  })
  if (sunSize > 0) drawDisc(back.pen, sunX, sunY, sunSize, palette.sun, isNight, noise)
  const stars = isNight && cover < 0.85 ? createStarField(mood, horizon, 1 - cover) : null
  const clouds = cover > 0.02 ? createCloudLayer(palette, noise, options) : null

  const drift = mood.wind || mood.storm ? 15 : 5
  return {
    getColor,
    draw(pen, t) {
      pen.drawImage(back.canvas, 0, 0)
      if (stars) {
        pen.globalCompositeOperation = 'lighter'
        pen.globalAlpha = 0.85 + 0.15 * Math.sin(t * 2.3)
        pen.drawImage(stars, 0, 0)
        pen.globalAlpha = 1
        pen.globalCompositeOperation = 'source-over'
      }
      if (clouds) pen.drawImage(clouds, -SLACK + drift * (t - 4), 0)
    },
  }
}

function drawDisc(pen: Pen, x: number, y: number, size: number, sun: Rgb, isMoon: boolean, noise: Noise): void {
  const disc = paint(size * 2 + 4, size * 2 + 4, (px, py, pixel) => {
    const dx = (px - size - 1.5) / size
    const dy = (py - size - 1.5) / size
    const far = Math.sqrt(dx * dx + dy * dy)
    const edge = 1 - smoothstep(1 - 1.6 / size, 1, far)
    // The moon has dark seas and a shaded side. The sun is even and almost white.
    const sea = isMoon
      ? 0.72 +
        0.36 * smoothstep(0.35, 0.65, noise.fbm(dx * 2.4 + 11, dy * 2.4 + 5, 4)) -
        0.18 * clamp(dx * 0.7 + dy * 0.4)
      : 1
    for (let c = 0; c < 3; c++)
      pixel[c] = clamp((isMoon ? (sun[c] as number) * 0.96 : (sun[c] as number) * 0.35 + 0.65) * sea)
    pixel[3] = edge
  })
  pen.drawImage(disc.canvas, x - size - 2, y - size - 2)
}

function createStarField(mood: Mood, horizon: number, share: number): Canvas {
  const { canvas, pen } = createLayer(WIDTH, horizon)
  const random = mood.random('stars')
  const count = Math.round(620 * share)
  for (let i = 0; i < count; i++) {
    const y = horizon * random.next() ** 1.15
    const bright = random.next() ** 5
    const size = 0.5 + bright * 1.15
    const warm = random.between(0, 1)
    const tint = mix([0.72, 0.82, 1], [1, 0.9, 0.78], warm)
    // Stars fade toward the horizon, where the air is thick.
    const opacity = (0.22 + 0.78 * bright) * smoothstep(0, 0.5, 1 - y / horizon) * 0.95
    pen.fillStyle = `rgba(${Math.round(tint[0] * 255)},${Math.round(tint[1] * 255)},${Math.round(tint[2] * 255)},${opacity.toFixed(3)})`
    pen.beginPath()
    pen.arc(random.between(0, WIDTH), y, size, 0, Math.PI * 2)
    pen.fill()
  }
  return canvas
}

/** Draws clouds on a plane above the viewer. They are small and dense at the horizon, and large overhead. */
function createCloudLayer(palette: Palette, noise: Noise, { horizon, sunX, sunY, cover }: SkyOptions): Canvas {
  const width = WIDTH + SLACK * 2
  const threshold = 0.68 - 0.36 * cover
  const { canvas } = paint(width, horizon + 2, (x, y, pixel) => {
    const elevation = clamp(1 - y / horizon)
    const depth = 1 / (elevation + 0.16)
    const u = ((x - SLACK - WIDTH / 2) / 640) * depth * 1.15 + 40
    const v = depth * 1.9 + 7
    const density = noise.fbm(u, v * 1.6, 5)
    const body = smoothstep(threshold, threshold + 0.2, density)
    if (body <= 0.004) {
      pixel[3] = 0
      return
    }
    const dx = (sunX - (x - SLACK)) / 640
    const dy = (sunY - y) / 400
    const length = Math.hypot(dx, dy) + 0.15
    // Compares the density with the density nearer to the light. Clouds are lit where it falls, and shaded where it
    // grows.
    const towards = noise.fbm(u + (dx / length) * 0.22, (v - (dy / length) * 0.2) * 1.6, 3)
    const thin = 1 - smoothstep(threshold, threshold + 0.34, density)
    const lit = clamp(0.42 + (density - towards) * 3.4 + thin * 0.5 + 0.45 * Math.exp(-length * 2.6))
    for (let c = 0; c < 3; c++) {
      const shade = palette.cloudShade[c] as number
      pixel[c] = shade + ((palette.cloudLit[c] as number) - shade) * lit
    }
    pixel[3] = body * 0.94 * smoothstep(0, 0.09, elevation)
  })
  return canvas
}

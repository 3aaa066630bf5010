// The snowed-in place itself: hills, drifts, pines, the cabin.
import type { Canvas } from '@napi-rs/canvas'
import { css, hex, mix, type Rgb, scale } from '../../draw/color.ts'
import type { Noise } from '../../draw/noise.ts'
import type { Palette } from '../../draw/palette.ts'
import { createLayer, HEIGHT, paint, WIDTH } from '../../draw/stage.ts'
import { drawPines } from '../../draw/trees.ts'
import { clamp, smoothstep } from '../../math.ts'
import type { Mood } from '../../mood.ts'

export const GROUND = 470

export const CABIN_X = 770

export const CABIN_Y = 520

export function pines(
  mood: Mood,
  name: string,
  count: number,
  low: number,
  high: number,
  y: number,
  color: Rgb,
  snow: Rgb,
  snowed: number,
): Canvas {
  const random = mood.random(`pines ${name}`)
  const { canvas, pen } = createLayer(WIDTH, HEIGHT)
  const isNear = name === 'near'
  const spots = Array.from({ length: count }, (_, i) => {
    let x = ((i + random.between(0.05, 0.95)) / count) * (WIDTH + 120) - 60
    if (isNear) x = [20, 132, 1190, 1262, -40, 1130][i] ?? x
    if (name === 'middle' && Math.abs(x - CABIN_X) < 170) x += x < CABIN_X ? -150 : 150
    return { x, y: y + random.between(-10, 16) + (isNear ? i * 9 : 0), height: random.between(low, high) }
  })
  drawPines(pen, spots, mood.random(`draw ${name}`), () => ({
    shade: color,
    tip: mix(color, snow, snowed * random.between(0.7, 1)),
  }))
  return canvas
}

export function paintHills(noise: Noise, palette: Palette, snow: Rgb): Canvas {
  return paint(WIDTH, HEIGHT, (x, y, pixel) => {
    const ridge = GROUND - 30 - 150 * noise.ridged(x / 420 + 3, 2.2, 5)
    if (y < ridge || y > GROUND + 20) {
      pixel[3] = 0
      return
    }
    const face = noise.ridged(x / 90 + 3, y / 70, 5)
    const lit = clamp(0.4 + (face - noise.ridged((x - 4) / 90 + 3, (y - 3) / 70, 4)) * 3)
    const far = smoothstep(ridge, GROUND, y)
    for (let c = 0; c < 3; c++) {
      const value = mix(scale(palette.ambient, 0.85), snow, 0.28 + 0.5 * lit)[c] as number
      pixel[c] = value + ((palette.haze[c] as number) - value) * (0.45 + 0.5 * far)
    }
    pixel[3] = clamp(y - ridge + 1)
  }).canvas
}

/** Drifts modelled by low light, blue in their shade, with the glitter of single crystals. */
export function paintGround(noise: Noise, palette: Palette, snow: Rgb, isDay: boolean): Canvas {
  const shade = mix(scale(palette.ambient, isDay ? 1.4 : 0.9), snow, isDay ? 0.45 : 0.22)
  const light = mix(snow, palette.sun, isDay ? 0.3 : 0.25)
  return paint(WIDTH, HEIGHT, (x, y, pixel) => {
    const edge = GROUND + 12 * (noise.fbm(x / 170, 3, 3) - 0.5) * 2
    if (y < edge) {
      pixel[3] = 0
      return
    }
    const depth = 1 / ((y - GROUND + 54) / 190)
    const u = ((x - 640) / 110) * depth
    const v = depth * 6
    const drift = noise.fbm(u * 0.8 + 9, v * 0.55, 4)
    const lit = clamp(0.55 + (drift - noise.fbm(u * 0.8 + 8.93, v * 0.55 + 0.05, 4)) * 5.5)
    const glitter = noise.at(x * 0.71, y * 1.37) > 0.93 && noise.at(x * 0.37 + 90, y * 0.53) > 0.7 ? 0.3 : 0
    const path =
      Math.exp(-(((x - CABIN_X - (y - CABIN_Y) * -0.35) / (16 + (y - GROUND) * 0.28)) ** 2)) *
      smoothstep(CABIN_Y - 10, CABIN_Y + 40, y)
    for (let c = 0; c < 3; c++) {
      const value =
        (shade[c] as number) +
        ((light[c] as number) - (shade[c] as number)) * lit * (0.75 + 0.4 * drift) * (1 - 0.35 * path)
      pixel[c] = value + glitter * lit + ((palette.haze[c] as number) - value) * Math.exp(-(y - edge) / 46) * 0.5
    }
    pixel[3] = smoothstep(0, 5, y - edge)
  }).canvas
}

export function drawCabin(palette: Palette, snow: Rgb, isDay: boolean): Canvas {
  const { canvas, pen } = createLayer(360, 260)
  const wood = mix(hex('#4a2f20'), palette.ambient, isDay ? 0.15 : 0.5)
  const x = 180
  const y = 232
  pen.fillStyle = css(mix(wood, palette.ambient, 0.4))
  pen.fillRect(x + 58, y - 212, 32, 84)
  pen.fillStyle = css(snow)
  pen.fillRect(x + 54, y - 216, 40, 9)
  for (let log = 0; log < 9; log++) {
    const top = y - 108 + log * 12
    const fill = pen.createLinearGradient(0, top, 0, top + 12)
    fill.addColorStop(0, css(scale(wood, 1.3)))
    fill.addColorStop(0.5, css(wood))
    fill.addColorStop(1, css(scale(wood, 0.45)))
    pen.fillStyle = fill
    pen.fillRect(x - 116, top, 232, 12)
    pen.beginPath()
    pen.arc(x - 116, top + 6, 6, 0, Math.PI * 2)
    pen.arc(x + 116, top + 6, 6, 0, Math.PI * 2)
    pen.fill()
  }
  // The roof, under a thick soft layer of snow.
  pen.fillStyle = css(scale(wood, 0.6))
  pen.beginPath()
  pen.moveTo(x - 150, y - 96)
  pen.lineTo(x, y - 184)
  pen.lineTo(x + 150, y - 96)
  pen.fill()
  const drift = pen.createLinearGradient(0, y - 210, 0, y - 96)
  drift.addColorStop(0, css(mix(snow, palette.sun, 0.25)))
  drift.addColorStop(1, css(mix(snow, palette.ambient, 0.38)))
  pen.fillStyle = drift
  pen.beginPath()
  pen.moveTo(x - 158, y - 94)
  pen.quadraticCurveTo(x - 160, y - 108, x - 146, y - 116)
  pen.quadraticCurveTo(x - 60, y - 176, x, y - 207)
  pen.quadraticCurveTo(x + 60, y - 176, x + 146, y - 116)
  pen.quadraticCurveTo(x + 160, y - 108, x + 158, y - 94)
  pen.quadraticCurveTo(x + 130, y - 98, x + 110, y - 112)
  pen.quadraticCurveTo(x + 50, y - 150, x, y - 176)
  pen.quadraticCurveTo(x - 50, y - 150, x - 110, y - 112)
  pen.quadraticCurveTo(x - 130, y - 98, x - 158, y - 94)
  pen.fill()
  pen.fillStyle = css(scale(wood, 0.55))
  pen.fillRect(x - 19, y - 66, 38, 66)
  pen.fillStyle = css(scale(wood, 1.1))
  pen.fillRect(x - 14, y - 62, 28, 60)
  for (const wx of [x - 84, x + 44]) {
    const glow = pen.createRadialGradient(wx + 20, y - 56, 2, wx + 20, y - 60, 32)
    glow.addColorStop(0, isDay ? '#8c97a3' : '#fff0bd')
    glow.addColorStop(1, isDay ? '#4d5966' : '#ff9f3f')
    pen.fillStyle = glow
    pen.fillRect(wx, y - 80, 40, 38)
    pen.fillStyle = css(scale(wood, 0.5))
    pen.fillRect(wx + 18.5, y - 80, 3, 38)
    pen.fillRect(wx, y - 62.5, 40, 3)
    pen.strokeStyle = css(scale(wood, 0.6))
    pen.lineWidth = 4
    pen.strokeRect(wx - 1, y - 81, 42, 40)
    pen.fillStyle = css(snow)
    pen.beginPath()
    pen.roundRect(wx - 6, y - 43, 52, 7, 3)
    pen.fill()
  }
  // Snow heaped against the walls.
  const heap = pen.createLinearGradient(0, y - 20, 0, y + 26)
  heap.addColorStop(0, css(mix(snow, palette.ambient, isDay ? 0.1 : 0.26)))
  heap.addColorStop(1, css(mix(snow, palette.ambient, isDay ? 0.3 : 0.6), 0))
  pen.fillStyle = heap
  pen.beginPath()
  pen.moveTo(x - 172, y + 26)
  pen.quadraticCurveTo(x - 120, y - 22, x - 40, y + 2)
  pen.quadraticCurveTo(x, y + 10, x + 46, y - 1)
  pen.quadraticCurveTo(x + 120, y - 26, x + 172, y + 26)
  pen.fill()
  return canvas
}

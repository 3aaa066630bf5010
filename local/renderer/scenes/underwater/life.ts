// What grows on the sea bed: reefs with corals, weeds that sway.
import type { Canvas } from '@napi-rs/canvas'
import { css, hex, mix, type Rgb, scale } from '../../draw/color.ts'
import type { Noise } from '../../draw/noise.ts'
import { createLayer, HEIGHT, type Pen, paint, WIDTH } from '../../draw/stage.ts'
import { clamp, smoothstep } from '../../math.ts'
import type { Mood } from '../../mood.ts'

export interface Tone {
  top: Rgb
  middle: Rgb
  deep: Rgb
  light: Rgb
  sand: Rgb
}

/** Rocks with coral: rounded heaps, fans and tubes; the far ones already the colour of the water. */
export function paintReef(mood: Mood, noise: Noise, tone: Tone, near: 0 | 1): Canvas {
  const random = mood.random(`reef ${near}`)
  const { canvas, pen } = createLayer(WIDTH, HEIGHT)
  const haze = near ? 0.12 : 0.62
  const corals: readonly [Rgb, ...Rgb[]] = [
    hex('#ff7a6b'),
    hex('#ffb05c'),
    hex('#e05fa8'),
    hex('#8f6be8'),
    hex('#f2d76b'),
    hex('#5fd0b8'),
  ]
  const rocks = near
    ? [
        [40, 740, 330],
        [1240, 735, 380],
        [150, 760, 230],
      ]
    : [
        [170, 560, 250],
        [430, 548, 130],
        [980, 556, 210],
        [1150, 565, 300],
      ]
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
      const crust = mix(
        hex('#5c5148'),
        corals[Math.floor(noise.at(nx * 3 + shift, up * 3) * 5.99)] as Rgb,
        smoothstep(0.5, 0.62, grain) * 0.7,
      )
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
    for (let i = 0; i < children; i++)
      grow(tx, ty, angle + random.between(-0.55, 0.55), length * random.between(0.62, 0.82), Math.max(1, width * 0.7))
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

export function plantWeeds(mood: Mood, tone: Tone): (pen: Pen, t: number, move: number, which: 'far' | 'near') => void {
  const random = mood.random('weeds')
  const plant = (near: boolean) =>
    Array.from({ length: near ? 9 : 26 }, () => ({
      x: near ? (random.chance(0.5) ? random.between(-10, 210) : random.between(1080, 1290)) : random.between(0, WIDTH),
      y: near ? HEIGHT + 12 : random.between(530, 600),
      size: near ? random.between(230, 400) : random.between(60, 150),
      phase: random.between(0, 7),
      color: css(
        near
          ? mix(hex('#1f4a2c'), tone.deep, random.between(0.35, 0.65))
          : mix(hex('#4f8a4a'), tone.middle, random.between(0.45, 0.75)),
      ),
      width: near ? random.between(11, 18) : random.between(3, 6),
    }))
  const weeds = { far: plant(false), near: plant(true) }
  return (pen, t, move, which) => {
    for (const weed of weeds[which]) {
      const depth = which === 'near' ? 1.6 : 0.9
      const x = WIDTH / 2 + (weed.x - WIDTH / 2) * (1 + 0.1 * depth * move)
      pen.fillStyle = weed.color
      pen.beginPath()
      const bend = (up: number) =>
        Math.sin(t * 1.1 + weed.phase + up * 2.4) * weed.size * 0.13 * up + weed.size * 0.05 * up * Math.sin(weed.phase)
      for (let i = 0; i <= 12; i++)
        pen.lineTo(
          x + bend(i / 12) - weed.width * (1 - i / 12) * (1 + 0.3 * Math.sin(i * 1.9)),
          weed.y - (weed.size * i) / 12,
        )
      for (let i = 12; i >= 0; i--)
        pen.lineTo(
          x + bend(i / 12) + weed.width * (1 - i / 12) * (1 + 0.3 * Math.sin(i * 1.9)),
          weed.y - (weed.size * i) / 12,
        )
      pen.fill()
    }
  }
}

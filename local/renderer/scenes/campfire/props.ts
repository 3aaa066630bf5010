// What stands around the fire and is lit by it: trees, ground, logs, the ring of stones.
import type { Canvas } from '@napi-rs/canvas'
import { hex, mix, type Rgb, scale } from '../../draw/color.ts'
import type { Noise } from '../../draw/noise.ts'
import { createLayer, HEIGHT, type Layer, paint, WIDTH } from '../../draw/stage.ts'
import { drawPines } from '../../draw/trees.ts'
import { clamp, smoothstep } from '../../math.ts'
import type { Mood } from '../../mood.ts'

export const FIRE_X = 640

export const FIRE_Y = 560

export const GROUND = 455

export function trees(
  mood: Mood,
  name: string,
  look: { count: number; low: number; high: number; y: number; color: Rgb; glow: Rgb | null; gap: number },
) {
  const random = mood.random(`trees ${name}`)
  const spots = Array.from({ length: look.count }, () => {
    const x = random.between(-60, WIDTH + 60)
    // Near trees frame the clearing and leave its middle open.
    const moved =
      look.gap > 0 && Math.abs(x - WIDTH / 2) < look.gap
        ? WIDTH / 2 + Math.sign(x - WIDTH / 2 || 1) * (look.gap + random.between(0, 200))
        : x
    return { x: moved, y: look.y + random.between(-8, 14), height: random.between(look.low, look.high) }
  })
  const dark = createLayer(WIDTH, HEIGHT)
  drawPines(dark.pen, spots, mood.random(`pines ${name}`), () => ({
    shade: scale(look.color, 0.8),
    tip: mix(look.color, scale(look.color, 1.5), 0.6),
  }))
  const lit = createLayer(WIDTH, HEIGHT)
  const { glow } = look
  if (glow) {
    drawPines(lit.pen, spots, mood.random(`pines ${name}`), () => ({ shade: scale(glow, 0.45), tip: scale(glow, 1.1) }))
    // Only the side towards the fire, and less with height, is lit.
    lit.pen.globalCompositeOperation = 'destination-in'
    const reach = lit.pen.createRadialGradient(FIRE_X, FIRE_Y - 40, 60, FIRE_X, FIRE_Y - 40, 640)
    reach.addColorStop(0, 'rgba(0,0,0,0.95)')
    reach.addColorStop(0.45, 'rgba(0,0,0,0.4)')
    reach.addColorStop(1, 'rgba(0,0,0,0)')
    lit.pen.fillStyle = reach
    lit.pen.fillRect(0, 0, WIDTH, HEIGHT)
  }
  return { dark: dark.canvas, lit: lit.canvas }
}

export function paintGround(noise: Noise, ambient: Rgb, glow: Rgb): { dark: Canvas; lit: Canvas } {
  const soil = hex('#2c231c')
  const surface = (x: number, y: number) => {
    const depth = 1 / ((y - GROUND + 26) / 200)
    return noise.fbm(((x - FIRE_X) / 60) * depth + 30, depth * 8, 5)
  }
  const shade = (lit: boolean) =>
    paint(WIDTH, HEIGHT, (x, y, pixel) => {
      const edge = GROUND + 10 * noise.fbm(x / 60, 2, 3)
      if (y < edge) {
        pixel[3] = 0
        return
      }
      const grain = surface(x, y)
      const relief = clamp(0.5 + (grain - surface(x + (x < FIRE_X ? 3 : -3), y + (y < FIRE_Y ? 2 : -2))) * 7)
      const dx = (x - FIRE_X) / 430
      const dy = (y - FIRE_Y) / 150
      const reach = 1 / (1 + (dx * dx + dy * dy) * 3.2)
      for (let c = 0; c < 3; c++) {
        const base = (ambient[c] as number) * 0.32 * (0.35 + 0.65 * grain)
        pixel[c] = lit
          ? base + (soil[c] as number) * (glow[c] as number) * reach * (0.5 + 3.6 * grain * relief) * 1.5
          : base
      }
      pixel[3] = smoothstep(0, 3, y - edge)
    }).canvas
  return { dark: shade(false), lit: shade(true) }
}

/** Three logs, charred and glowing in their cracks where they meet. */
export function paintWood(noise: Noise, shift: number): Canvas {
  const logs = [
    { x0: 18, y0: 84, x1: 214, y1: 52, r: 15 },
    { x0: 282, y0: 86, x1: 92, y1: 46, r: 16 },
    { x0: 62, y0: 98, x1: 246, y1: 92, r: 17 },
  ]
  return paint(300, 124, (x, y, pixel) => {
    pixel[3] = 0
    for (const { x0, y0, x1, y1, r } of logs) {
      const length = Math.hypot(x1 - x0, y1 - y0)
      const ux = (x1 - x0) / length
      const uy = (y1 - y0) / length
      const along = (x - x0) * ux + (y - y0) * uy
      const across = (x - x0) * -uy + (y - y0) * ux
      const bark = noise.fbm(along / 26 + shift, across / 5 + shift, 4)
      const radius = r + 3 * (bark - 0.5)
      if (along < 0 || along > length || Math.abs(across) > radius) continue
      const round = Math.sqrt(1 - (across / radius) ** 2)
      const heat = Math.exp(-(((x - 150) / 74) ** 2) - ((y - 62) / 40) ** 2)
      const crack = smoothstep(0.56, 0.42, bark) * heat
      const lit = round * (0.25 + 0.75 * bark) * (0.22 + 0.5 * heat)
      pixel[0] = 0.3 * lit + 1.0 * crack
      pixel[1] = 0.17 * lit + 0.4 * crack * crack
      pixel[2] = 0.09 * lit + 0.1 * crack * crack * crack
      pixel[3] =
        clamp(radius - Math.abs(across) + 0.3) * smoothstep(0, 3, along) * smoothstep(length, length - 3, along)
    }
  }).canvas
}

export function paintStones(mood: Mood, noise: Noise): { back: Canvas; front: Canvas } {
  const random = mood.random('stones')
  const back = createLayer(WIDTH, HEIGHT)
  const front = createLayer(WIDTH, HEIGHT)
  for (let i = 0; i < 17; i++) {
    const angle = (i / 17) * Math.PI * 2 + random.between(-0.08, 0.08)
    const width = random.between(46, 68)
    const height = width * random.between(0.56, 0.72)
    const shift = random.between(0, 200)
    const isFront = Math.sin(angle) > 0
    const stone = paint(Math.round(width), Math.round(height), (x, y, pixel) => {
      const nx = (x / width - 0.5) * 2
      const ny = (y / height - 0.5) * 2
      const far = Math.hypot(nx, ny) + 0.2 * (noise.fbm(nx * 1.5 + shift, ny * 1.5, 2) - 0.5)
      const nz = Math.sqrt(Math.max(0, 1 - far * far))
      const grain = noise.fbm(nx * 3 + shift, ny * 3 + 9, 4)
      // The fire stands in the middle of the ring: each stone is lit from there.
      const fire = clamp(
        nx * -Math.cos(angle) * 0.8 + ny * -Math.sin(angle) * 0.55 - ny * 0.35 + nz * 0.12 + (grain - 0.5) * 0.7,
      )
      pixel[0] = 0.05 + grain * (0.05 + 0.92 * fire)
      pixel[1] = 0.045 + grain * (0.05 + 0.5 * fire * (0.4 + 0.6 * fire))
      pixel[2] = 0.055 + grain * (0.06 + 0.22 * fire * fire)
      pixel[3] = smoothstep(0.98, 0.9, far)
    })
    const target: Layer = isFront ? front : back
    target.pen.drawImage(
      stone.canvas,
      FIRE_X + Math.cos(angle) * 196 - width / 2,
      FIRE_Y + 22 + Math.sin(angle) * 62 - height * 0.55,
    )
  }
  return { back: back.canvas, front: front.canvas }
}

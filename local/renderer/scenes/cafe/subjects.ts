// What stands on the table, modelled as solids and lit from the window on the left.
import type { Canvas } from '@napi-rs/canvas'
import { hex, mix, type Rgb } from '../../draw/color.ts'
import type { Noise } from '../../draw/noise.ts'
import { paint } from '../../draw/stage.ts'
import { clamp, smoothstep } from '../../math.ts'

/** A glazed cup on its saucer, turned from a profile and lit as a solid: window from the left, room from the right. */
export function paintCup(noise: Noise, warm: Rgb, glaze: Rgb): Canvas {
  const size = 420
  const middle = 210
  const rimY = 92
  const footY = 244
  const profile = (v: number) => 104 - 34 * v ** 2.4 - 7 * v
  return paint(size, 330, (x, y, pixel) => {
    pixel[3] = 0
    // The shadow on the table, away from the window.
    const sx = (x - middle - 46) / 176
    const sy = (y - 268) / 32
    const shadow = Math.exp(-(sx * sx + sy * sy) * 1.6) * 0.62
    if (shadow > 0.01) {
      pixel[0] = 0.03
      pixel[1] = 0.015
      pixel[2] = 0.01
      pixel[3] = shadow
    }
    const over = (r: number, g: number, b: number, a: number) => {
      const under = pixel[3] as number
      const total = a + under * (1 - a)
      if (total <= 0) return
      pixel[0] = (r * a + (pixel[0] as number) * under * (1 - a)) / total
      pixel[1] = (g * a + (pixel[1] as number) * under * (1 - a)) / total
      pixel[2] = (b * a + (pixel[2] as number) * under * (1 - a)) / total
      pixel[3] = total
    }
    // Saucer: a flat dish with a raised edge.
    const dx = (x - middle) / 172
    const dy = (y - 252) / 40
    const dish = Math.hypot(dx, dy)
    if (dish < 1.02) {
      const edge = smoothstep(0.74, 0.84, dish) * smoothstep(1.02, 0.95, dish)
      const light = 0.5 - dx * 0.26 - dy * 0.14 + edge * (-dx * 0.4 + 0.14)
      const dark = 0.55 * Math.exp(-(((x - middle - 20) / 92) ** 2) - ((y - 250) / 18) ** 2)
      const v = clamp(light) * (1 - dark)
      over(
        glaze[0] * v + warm[0] * 0.1 * v,
        glaze[1] * v + warm[1] * 0.1 * v,
        glaze[2] * v + warm[2] * 0.08 * v,
        smoothstep(1.02, 0.99, dish),
      )
    }
    // Handle.
    const hx = (x - middle - 104) / 42
    const hy = (y - 156) / 46
    const ring = Math.abs(Math.hypot(hx, hy) - 0.78)
    if (ring < 0.21 && hx > -0.55) {
      const round = Math.sqrt(1 - (ring / 0.21) ** 2)
      const v = 0.2 + 0.4 * round * clamp(0.6 - hy * 0.5)
      over(glaze[0] * v, glaze[1] * v, glaze[2] * v, smoothstep(0.21, 0.18, ring))
    }
    const v = (y - rimY) / (footY - rimY)
    if (v >= 0 && v <= 1.06) {
      const radius = profile(Math.min(1, v))
      const bottom = v > 1 ? Math.sqrt(Math.max(0, 1 - ((v - 1) / 0.06) ** 2)) : 1
      const nx = (x - middle) / (radius * bottom)
      if (Math.abs(nx) < 1) {
        const nz = Math.sqrt(1 - nx * nx)
        const key = clamp(-nx * 0.72 + nz * 0.5)
        const fill = clamp(nx * 0.6 + nz * 0.1) * 0.16
        const gloss =
          Math.exp(-(((nx + 0.55) / 0.085) ** 2)) * smoothstep(0.06, 0.2, v) * smoothstep(0.95, 0.6, v) * 0.72
        const rim = smoothstep(0.86, 1, nx) * 0.22
        const speck = 0.94 + 0.12 * noise.fbm(x / 7, y / 7, 3)
        const shade = (0.1 + 0.86 * key + fill) * (1 - 0.26 * v) * speck
        over(
          glaze[0] * shade + warm[0] * (gloss + rim),
          glaze[1] * shade + warm[1] * (gloss + rim),
          glaze[2] * shade * 0.98 + warm[2] * (gloss + rim),
          clamp((1 - Math.abs(nx)) * radius),
        )
      }
    }
    // Inside: far wall, then the drink with its foam and the window in it.
    const ex = (x - middle) / 104
    const ey = (y - rimY) / 27
    const mouth = Math.hypot(ex, ey)
    if (mouth < 1.045) {
      const lip = smoothstep(0.93, 0.98, mouth)
      const wallLight = clamp(0.34 + ex * 0.34 - ey * 0.1)
      over(
        glaze[0] * (wallLight + lip * 0.42 * clamp(0.7 - ex * 0.5)),
        glaze[1] * (wallLight + lip * 0.42 * clamp(0.7 - ex * 0.5)),
        glaze[2] * (wallLight + lip * 0.4 * clamp(0.7 - ex * 0.5)),
        smoothstep(1.045, 1.01, mouth),
      )
      const dy2 = (y - rimY - 9) / 21
      const drink = Math.hypot((x - middle) / 92, dy2)
      if (drink < 1 && ey > -0.72) {
        const swirl = noise.fbm(ex * 2.2 + Math.sin(dy2 * 2) + 4, dy2 * 1.6 + 7, 4)
        const foam = smoothstep(0.46, 0.58, swirl) * smoothstep(1, 0.86, drink)
        const crema = mix(hex('#4a2410'), hex('#c98a4e'), smoothstep(0.35, 0.9, drink) * 0.5 + 0.25 * swirl)
        const milk = mix(crema, hex('#f3e2c4'), foam * 0.86)
        const mirror = Math.exp(-(((ex + 0.42) / 0.24) ** 2) - ((dy2 + 0.1) / 0.4) ** 2) * 0.34
        over(
          milk[0] * 0.82 + warm[0] * mirror,
          milk[1] * 0.82 + warm[1] * mirror,
          milk[2] * 0.82 + warm[2] * mirror,
          smoothstep(1, 0.96, drink),
        )
      }
    }
  }).canvas
}

/** An iron pan with food that browns in oil. */
export function paintPan(noise: Noise, warm: Rgb): Canvas {
  return paint(760, 330, (x, y, pixel) => {
    pixel[3] = 0
    const put = (r: number, g: number, b: number, a: number) => {
      const under = pixel[3] as number
      const total = a + under * (1 - a)
      if (total <= 0) return
      pixel[0] = (r * a + (pixel[0] as number) * under * (1 - a)) / total
      pixel[1] = (g * a + (pixel[1] as number) * under * (1 - a)) / total
      pixel[2] = (b * a + (pixel[2] as number) * under * (1 - a)) / total
      pixel[3] = total
    }
    const cx = 380
    // The handle runs out to the right and towards the viewer.
    const along = (x - cx - 216) / 170
    if (along > 0 && along < 1) {
      const across = (y - 176 - along * 40) / 15
      if (Math.abs(across) < 1) {
        const round = Math.sqrt(1 - across * across)
        const v = 0.06 + 0.2 * round * clamp(0.5 - across * 0.5)
        put(v * 1.05, v, v * 0.96, clamp((1 - Math.abs(across)) * 15))
      }
    }
    const side = Math.hypot((x - cx) / 226, (y - 196) / 74)
    if (side < 1 && y > 150) {
      const nx = (x - cx) / 226
      const v = 0.05 + 0.2 * clamp(-nx * 0.8 + 0.2) + 0.05 * noise.fbm(x / 4, y / 4, 2)
      put(v, v * 0.98, v, clamp((1 - side) * 74))
    }
    const ex = (x - cx) / 226
    const ey = (y - 150) / 66
    const mouth = Math.hypot(ex, ey)
    if (mouth < 1) {
      const lip = smoothstep(0.955, 0.985, mouth)
      const v =
        0.055 +
        lip * 0.3 * clamp(0.6 - ex * 0.6) +
        0.1 * clamp(ex * 0.5 - ey * 0.2 + 0.2) * smoothstep(0.8, 0.95, mouth)
      put(v, v * 0.97, v * 0.95, clamp((1 - mouth) * 66))
      const oil = Math.hypot((x - cx) / 188, (y - 160) / 50)
      if (oil < 1) {
        const film = noise.fbm(ex * 5, ey * 3, 4)
        const shine = Math.exp(-(((ex + 0.36) / 0.2) ** 2) - ((ey + 0.1) / 0.3) ** 2)
        put(
          0.12 + 0.16 * film + warm[0] * shine * 0.5,
          0.08 + 0.1 * film + warm[1] * shine * 0.4,
          0.04 + 0.04 * film + warm[2] * shine * 0.26,
          smoothstep(1, 0.9, oil) * 0.9,
        )
      }
    }
    for (const [fx, fy, rx, ry, kind] of [
      [-92, 150, 62, 25, 0],
      [34, 142, 70, 26, 1],
      [110, 168, 50, 20, 0],
      [-20, 178, 58, 21, 2],
      [-128, 174, 36, 14, 2],
    ] as const) {
      const px = (x - cx - fx) / rx
      const py = (y - fy) / ry
      const shape = Math.hypot(px, py) + 0.26 * (noise.fbm(px * 1.6 + fx, py * 1.6 + fy, 3) - 0.5)
      if (shape >= 1) continue
      const nz = Math.sqrt(Math.max(0, 1 - shape * shape))
      const brown = noise.fbm(px * 3.5 + fx, py * 2.4, 5)
      const tint =
        kind === 0
          ? mix(hex('#e0a048'), hex('#7a3512'), smoothstep(0.42, 0.62, brown))
          : kind === 1
            ? mix(hex('#c9562c'), hex('#5a1d0e'), smoothstep(0.4, 0.66, brown))
            : mix(hex('#6f9a3a'), hex('#30511c'), smoothstep(0.38, 0.64, brown))
      const light = 0.26 + 0.72 * clamp(-px * 0.5 - py * 0.5 + nz * 0.45)
      const gloss = smoothstep(0.62, 0.72, noise.fbm(px * 6 + 9, py * 5 + fx, 3)) * clamp(-px - py * 0.6 + 0.4) * 0.5
      put(
        tint[0] * light + warm[0] * gloss,
        tint[1] * light + warm[1] * gloss,
        tint[2] * light + warm[2] * gloss,
        smoothstep(1, 0.94, shape),
      )
    }
  }).canvas
}

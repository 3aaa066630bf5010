// Planet, rings and moon. The planet is a map read through a sphere, so that it truly turns.
import type { Canvas } from '@napi-rs/canvas'
import { hex, mix, type Rgb, scale } from '../../draw/color.ts'
import type { Noise } from '../../draw/noise.ts'
import { type Pen, PixelField, paint } from '../../draw/stage.ts'
import { clamp, smoothstep } from '../../math.ts'

export interface World {
  sea: Rgb
  shallow: Rgb
  low: Rgb
  high: Rgb
  ice: Rgb
  air: Rgb
  hasSea: boolean
}

export const WORLDS = {
  blue: {
    sea: hex('#07224a'),
    shallow: hex('#155a86'),
    low: hex('#3f5a34'),
    high: hex('#9a8460'),
    ice: hex('#eef4fa'),
    air: hex('#6db4ff'),
    hasSea: true,
  },
  rust: {
    sea: hex('#5a2417'),
    shallow: hex('#7d3a22'),
    low: hex('#a75a34'),
    high: hex('#dca274'),
    ice: hex('#f2d8c4'),
    air: hex('#ff9d6b'),
    hasSea: false,
  },
  violet: {
    sea: hex('#1c1644'),
    shallow: hex('#3b2f7d'),
    low: hex('#5f4f86'),
    high: hex('#b69acb'),
    ice: hex('#efe6ff'),
    air: hex('#b28cff'),
    hasSea: true,
  },
  teal: {
    sea: hex('#062e38'),
    shallow: hex('#12606a'),
    low: hex('#3b6a5c'),
    high: hex('#9fc0a0'),
    ice: hex('#e8fff6'),
    air: hex('#6fe6d0'),
    hasSea: true,
  },
} as const satisfies Record<string, World>

export const MAP_WIDTH = 1024

const MAP_HEIGHT = 512

const RADIUS = 300

export const BOX = 664

/** A turning sphere, lit from the side; the map wraps around. */
export function createPlanet(noise: Noise, world: World, side: number) {
  const map = new Float32Array(MAP_WIDTH * MAP_HEIGHT)
  const clouds = new Float32Array(MAP_WIDTH * MAP_HEIGHT)
  for (let y = 0; y < MAP_HEIGHT; y++) {
    const latitude = (y / MAP_HEIGHT - 0.5) * Math.PI
    const ring = Math.cos(latitude)
    for (let x = 0; x < MAP_WIDTH; x++) {
      const angle = (x / MAP_WIDTH) * Math.PI * 2
      const px = Math.cos(angle) * ring * 1.9 + 20
      const py = Math.sin(angle) * ring * 1.9 + 20
      const pz = Math.sin(latitude) * 1.9 + 8
      map[y * MAP_WIDTH + x] = noise.fbm3(px, py, pz, 6)
      const swirl = noise.fbm3(px * 1.4, py * 1.4, pz * 2.2, 2)
      clouds[y * MAP_WIDTH + x] = smoothstep(
        0.52,
        0.74,
        noise.fbm3(px * 1.7 + swirl * 1.3, py * 1.7, pz * 2.8 + swirl, 4),
      )
    }
  }
  const field = new PixelField(BOX, BOX)
  const light: Rgb = [-side * 0.8, -0.42, 0.43]
  // What does not change with the turn, once for each pixel: where the map is read, and how the light falls.
  const count = BOX * BOX
  const mapX = new Float32Array(count)
  const mapRow = new Int32Array(count)
  const day = new Float32Array(count)
  const rim = new Float32Array(count)
  const alpha = new Float32Array(count)
  const halo = new Float32Array(count)
  const gleam = new Float32Array(count)
  for (let y = 0; y < BOX; y++) {
    for (let x = 0; x < BOX; x++) {
      const i = y * BOX + x
      const nx = (x - BOX / 2 + 0.5) / RADIUS
      const ny = (y - BOX / 2 + 0.5) / RADIUS
      const far = Math.hypot(nx, ny)
      const nz = Math.sqrt(Math.max(0, 1 - far * far))
      alpha[i] = clamp((1 - far) * RADIUS + 0.5)
      const facing = (nx * light[0] + ny * light[1]) / Math.max(far, 0.001)
      halo[i] = far > 0.97 ? Math.exp(-(far - 1) * 30) * smoothstep(-0.45, 0.75, facing) * smoothstep(1.1, 1.0, far) : 0
      // The axis leans a little towards the viewer's left.
      const ax = nx * 0.94 + ny * 0.34
      const ay = ny * 0.94 - nx * 0.34
      mapX[i] = (Math.atan2(ax, nz) / (Math.PI * 2)) * MAP_WIDTH
      mapRow[i] =
        Math.min(MAP_HEIGHT - 1, Math.floor((Math.asin(clamp(ay, -1, 1)) / Math.PI + 0.5) * MAP_HEIGHT)) * MAP_WIDTH
      const lit = nx * light[0] + ny * light[1] + nz * light[2]
      day[i] = lit
      rim[i] = (1 - nz) ** 3 * smoothstep(-0.25, 0.5, lit)
      const hz = light[2] + 1
      const reflect = (nx * light[0] + ny * light[1] + nz * hz) / Math.hypot(light[0], light[1], hz)
      gleam[i] = clamp(reflect) ** 42
    }
  }
  return {
    draw(turn: number, t: number): Canvas {
      const { data } = field
      let at = 0
      for (let i = 0; i < count; i++, at += 4) {
        const body = alpha[i] as number
        const around = halo[i] as number
        if (body === 0 && around < 0.004) {
          data[at + 3] = 0
          continue
        }
        let r = world.air[0] * around
        let g = world.air[1] * around
        let b = world.air[2] * around
        let opacity = around
        if (body > 0) {
          const row = mapRow[i] as number
          const mx = (mapX[i] as number) + turn + MAP_WIDTH * 4
          const x0 = mx | 0
          const part = mx - x0
          const h0 = map[row + (x0 & 1023)] as number
          const height = h0 + ((map[row + ((x0 + 1) & 1023)] as number) - h0) * part
          const slope =
            ((map[row + ((x0 + 3) & 1023)] as number) - (map[row + ((x0 - 3) & 1023)] as number)) * light[0] * 5
          const cx = mx + t * 2.2
          const c0 = cx | 0
          const k0 = clouds[row + (c0 & 1023)] as number
          const cloud = k0 + ((clouds[row + ((c0 + 1) & 1023)] as number) - k0) * (cx - c0)
          const shade = clouds[row + ((c0 + side * 5) & 1023)] as number
          let isSea = 0
          let from = world.low
          let to = world.high
          let share = (height - 0.52) * 6
          if (height < 0.52) {
            isSea = world.hasSea ? 1 : 0.25
            from = world.sea
            to = world.shallow
            share = (height - 0.38) * 7
          }
          share = clamp(share)
          const polar = Math.abs(row / (MAP_WIDTH * MAP_HEIGHT) - 0.5) * 2
          const ice = polar + (height - 0.5) * 0.7 > 0.86 ? 1 : 0
          const lit = day[i] as number
          let sun = lit * 1.25 + 0.04 + (isSea ? 0 : slope * (lit > 0 ? 1 : 0))
          sun = clamp(sun, 0, 1.2)
          const warm = lit > -0.05 && lit < 0.28 ? (0.28 - lit) * 2 : 0
          const shadow = 1 - 0.4 * shade * (1 - cloud)
          for (let c = 0; c < 3; c++) {
            let value = (from[c] as number) + ((to[c] as number) - (from[c] as number)) * share
            if (ice) value = world.ice[c] as number
            value = value * shadow * sun * 1.25 + isSea * (gleam[i] as number) * 0.55 * (1 - cloud)
            value += (0.97 * sun - value) * cloud * 0.92
            value *= c === 0 ? 1 + warm * 0.4 : c === 2 ? 1 - warm * 0.5 : 1
            // Cities on the night side, on land and not under cloud.
            if (lit < 0.02 && !isSea && share > 0.06 && share < 0.45) {
              const town = (height * 9173) % 1
              if (town > 0.9)
                value += (c === 0 ? 0.75 : c === 1 ? 0.5 : 0.22) * (1 - cloud) * clamp(-lit * 8) * (town - 0.9) * 6
            }
            value += (world.air[c] as number) * (rim[i] as number) * 0.95
            if (c === 0) r += (value - r) * body
            else if (c === 1) g += (value - g) * body
            else b += (value - b) * body
          }
          opacity = Math.max(body, around)
        }
        const scaleUp = opacity > 0.004 && body < 1 ? 255 / Math.max(opacity, body) : 255
        data[at] = r * scaleUp
        data[at + 1] = g * scaleUp
        data[at + 2] = b * scaleUp
        data[at + 3] = opacity * 255
      }
      return field.canvas()
    },
  }
}

export function paintMoon(noise: Noise, side: number): Canvas {
  return paint(120, 120, (x, y, pixel) => {
    const nx = (x - 59.5) / 56
    const ny = (y - 59.5) / 56
    const far = Math.hypot(nx, ny)
    const nz = Math.sqrt(Math.max(0, 1 - far * far))
    const lit = clamp(nx * -side * 0.8 - ny * 0.42 + nz * 0.43)
    const stone = 0.42 + 0.4 * noise.fbm(nx * 4 + 9, ny * 4 + 5, 5)
    const relief = (noise.fbm(nx * 7 + 3, ny * 7, 4) - noise.fbm((nx + side * 0.03) * 7 + 3, ny * 7, 4)) * 2.4
    for (let c = 0; c < 3; c++) pixel[c] = clamp(stone * (lit + relief * lit) * (c === 2 ? 1.02 : 0.98)) + 0.006
    pixel[3] = clamp((1 - far) * 56)
  }).canvas
}

export function paintRings(noise: Noise, world: World): Canvas {
  const tint = mix(world.high, [1, 0.94, 0.86], 0.5)
  return paint(1200, 1200, (x, y, pixel) => {
    const far = Math.hypot(x - 600, y - 600) / 600
    const band = smoothstep(0.62, 0.64, far) * smoothstep(1, 0.97, far)
    const grooves = 0.25 + 0.75 * noise.fbm(far * 42, 3, 4)
    const gap = 1 - Math.exp(-(((far - 0.84) / 0.012) ** 2))
    for (let c = 0; c < 3; c++) pixel[c] = scale(tint, 0.75 + 0.35 * grooves)[c] as number
    pixel[3] = band * clamp(grooves * grooves * 1.5) * gap * 0.85
  }).canvas
}

export function drawRings(
  pen: Pen,
  rings: Canvas,
  x: number,
  y: number,
  zoom: number,
  side: number,
  half: 'front' | 'back',
): void {
  pen.save()
  pen.translate(x, y)
  pen.rotate(side * 0.3)
  pen.beginPath()
  pen.rect(-900, half === 'front' ? 0 : -900, 1800, 900)
  pen.clip()
  pen.scale(zoom, zoom * 0.2)
  pen.globalAlpha = 0.9
  pen.drawImage(rings, -590, -590, 1180, 1180)
  pen.restore()
}

// A planet turning under a star field: day side and night side with cities, air glowing at the rim, a moon that rises.
import type { Canvas } from '@napi-rs/canvas'
import { hex, mix, type Rgb, scale } from '../color.ts'
import { clamp, ease, lerp, smoothstep } from '../math.ts'
import type { Mood } from '../mood.ts'
import { Noise } from '../noise.ts'
import { defineScene, NEUTRAL_GRADE, type Picture } from '../scene.ts'
import { addBell, addPad } from '../sound/ambience.ts'
import { addTone, filter, pinkNoise, shape, swell } from '../sound/dsp.ts'
import type { Studio } from '../sound/studio.ts'
import { createLayer, glowSprite, HEIGHT, PixelField, paint, type Pen, stamp, WIDTH } from '../stage.ts'

interface SpacePlan {
  /** Shooting lights that cross the picture. */
  meteors: readonly { at: number; x: number; y: number; length: number }[]
}

export const space = defineScene<SpacePlan>({
  name: 'space',
  keywords: ['space', 'planet', 'planets', 'galaxy', 'nebula', 'astronaut', 'spaceship', 'spacecraft', 'rocket', 'universe', 'cosmos', 'cosmic', 'orbit', 'alien', 'star', 'stars', 'starry', 'earth', 'saturn', 'jupiter', 'satellite', 'asteroid', 'comet', 'ufo', 'interstellar', 'milky'],
  usualLights: ['night'],
  plan(mood) {
    const random = mood.random('space plan')
    const meteors = [random.between(1.2, 1.9), random.between(3.4, 4.2), random.between(6, 6.8)]
      .filter((at) => at < mood.seconds - 0.6)
      .map((at) => ({ at, x: random.between(260, 1000), y: random.between(60, 240), length: random.between(200, 340) }))
    return { meteors }
  },
  picture,
  sound,
})

interface World {
  sea: Rgb
  shallow: Rgb
  low: Rgb
  high: Rgb
  ice: Rgb
  air: Rgb
  hasSea: boolean
}

const WORLDS = {
  blue: { sea: hex('#07224a'), shallow: hex('#155a86'), low: hex('#3f5a34'), high: hex('#9a8460'), ice: hex('#eef4fa'), air: hex('#6db4ff'), hasSea: true },
  rust: { sea: hex('#5a2417'), shallow: hex('#7d3a22'), low: hex('#a75a34'), high: hex('#dca274'), ice: hex('#f2d8c4'), air: hex('#ff9d6b'), hasSea: false },
  violet: { sea: hex('#1c1644'), shallow: hex('#3b2f7d'), low: hex('#5f4f86'), high: hex('#b69acb'), ice: hex('#efe6ff'), air: hex('#b28cff'), hasSea: true },
  teal: { sea: hex('#062e38'), shallow: hex('#12606a'), low: hex('#3b6a5c'), high: hex('#9fc0a0'), ice: hex('#e8fff6'), air: hex('#6fe6d0'), hasSea: true },
} as const satisfies Record<string, World>

const MAP_WIDTH = 1024
const MAP_HEIGHT = 512
const RADIUS = 300
const BOX = 664

function picture(mood: Mood, plan: SpacePlan): Picture {
  const noise = new Noise(mood.seed)
  const random = mood.random('space')
  const world: World = mood.words.has('earth') ? WORLDS.blue : mood.words.has('mars') ? WORLDS.rust : WORLDS[random.pick(['blue', 'rust', 'violet', 'teal'] as const)]
  const side = random.chance(0.5) ? 1 : -1
  const nebula = paintNebula(noise, world, random.pick([hex('#c2417a'), hex('#3f7bd6'), hex('#d6843f'), hex('#2fa898')] as const))
  const fields = [
    { canvas: starLayer(mood, 'far', 900, 0.9), depth: 0.25 },
    { canvas: starLayer(mood, 'middle', 240, 1.5), depth: 0.6 },
    { canvas: starLayer(mood, 'near', 46, 2.5), depth: 1.1 },
  ]
  const planet = createPlanet(noise, world, side)
  const hasRings = mood.words.has('saturn') || (!mood.words.has('earth') && random.chance(0.35))
  const rings = hasRings ? paintRings(noise, world) : null
  const moon = paintMoon(noise, side)
  const sunGlow = glowSprite([1, 0.93, 0.82], 256)
  const turn = random.between(0, MAP_WIDTH)
  const trail = glowSprite([0.85, 0.93, 1], 64)

  return {
    grade: { ...NEUTRAL_GRADE, bloom: 0.3, vignette: 0.36, lift: [0.006, 0.007, 0.014] },
    draw(pen, t, progress) {
      const move = ease(progress)
      pen.drawImage(nebula, -60 + 40 * side * move, -34, WIDTH + 120, HEIGHT + 68)
      pen.globalCompositeOperation = 'lighter'
      for (const { canvas, depth } of fields) {
        const zoom = 1 + 0.05 * depth * move
        pen.drawImage(canvas, (WIDTH - canvas.width * zoom) / 2 + side * depth * lerp(-34, 34, move), (HEIGHT - canvas.height * zoom) / 2, canvas.width * zoom, canvas.height * zoom)
      }
      pen.globalCompositeOperation = 'source-over'
      for (const meteor of plan.meteors) drawMeteor(pen, trail, meteor, t)

      const zoom = lerp(0.93, 1.06, move)
      const x = WIDTH / 2 + side * lerp(120, 78, move)
      const y = HEIGHT / 2 + lerp(64, 40, move)
      const size = BOX * zoom
      if (rings) drawRings(pen, rings, x, y, zoom, side, 'back')
      pen.imageSmoothingQuality = 'medium'
      pen.drawImage(planet.draw(turn + t * 7, t), x - size / 2, y - size / 2, size, size)
      if (rings) drawRings(pen, rings, x, y, zoom, side, 'front')
      pen.imageSmoothingQuality = 'low'
      const moonX = x - side * lerp(470, 520, move)
      const moonY = y - lerp(120, 176, move)
      pen.drawImage(moon, moonX - 40, moonY - 40, 80, 80)
      // The star lights from just outside the picture, on the moon's side.
      pen.globalCompositeOperation = 'screen'
      pen.globalAlpha = 0.6
      stamp(pen, sunGlow, WIDTH / 2 - side * 760, 60, 1000)
      pen.globalAlpha = 0.32
      stamp(pen, sunGlow, WIDTH / 2 - side * 640, 110, 1900, 20)
      pen.globalAlpha = 1
      pen.globalCompositeOperation = 'source-over'
    },
  }
}

function paintNebula(noise: Noise, world: World, second: Rgb): Canvas {
  const first = mix(world.air, hex('#5a4fd0'), 0.45)
  return paint(740, 428, (x, y, pixel) => {
    const u = x / 190
    const v = y / 190
    const warpX = noise.fbm(u + 3, v + 7, 3)
    const warpY = noise.fbm(u + 11, v + 2, 3)
    const cloud = noise.fbm(u + warpX * 1.7, v + warpY * 1.7, 5)
    const fine = noise.ridged(u * 1.6 + warpY, v * 1.6 + warpX, 4)
    const band = Math.exp(-(((y / 428 - 0.42 - (x / 740 - 0.5) * 0.5) / 0.3) ** 2))
    const body = smoothstep(0.42, 0.78, cloud) * (0.3 + 0.7 * band)
    const dust = smoothstep(0.45, 0.75, noise.fbm(u * 1.3 + 30, v * 1.3 + warpX * 2, 4)) * band
    for (let c = 0; c < 3; c++) {
      const hue = (first[c] as number) + ((second[c] as number) - (first[c] as number)) * smoothstep(0.35, 0.65, warpX)
      pixel[c] = (0.008 + (c === 2 ? 0.014 : 0.004) + hue * body * (0.34 + 0.4 * fine)) * (1 - 0.6 * dust)
    }
  }).canvas
}

function starLayer(mood: Mood, name: string, count: number, size: number): Canvas {
  const { canvas, pen } = createLayer(WIDTH + 120, HEIGHT + 80)
  const random = mood.random(`stars ${name}`)
  const glow = glowSprite([1, 1, 1], 32)
  for (let i = 0; i < count; i++) {
    const bright = random.next() ** 3.2
    const x = random.between(0, canvas.width)
    const y = random.between(0, canvas.height)
    const tint = mix([0.66, 0.78, 1], [1, 0.82, 0.62], random.next() ** 1.6)
    pen.fillStyle = `rgba(${Math.round(tint[0] * 255)},${Math.round(tint[1] * 255)},${Math.round(tint[2] * 255)},${(0.25 + 0.75 * bright).toFixed(3)})`
    pen.beginPath()
    pen.arc(x, y, size * (0.35 + 0.5 * bright), 0, Math.PI * 2)
    pen.fill()
    if (bright > 0.55) {
      pen.globalAlpha = 0.35 * bright
      stamp(pen, glow, x, y, size * 9)
      pen.globalAlpha = 1
    }
  }
  return canvas
}

/** A turning sphere, lit from the side; the map wraps around. */
function createPlanet(noise: Noise, world: World, side: number) {
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
      clouds[y * MAP_WIDTH + x] = smoothstep(0.52, 0.74, noise.fbm3(px * 1.7 + swirl * 1.3, py * 1.7, pz * 2.8 + swirl, 4))
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
      mapRow[i] = Math.min(MAP_HEIGHT - 1, Math.floor((Math.asin(clamp(ay, -1, 1)) / Math.PI + 0.5) * MAP_HEIGHT)) * MAP_WIDTH
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
          const slope = ((map[row + ((x0 + 3) & 1023)] as number) - (map[row + ((x0 - 3) & 1023)] as number)) * light[0] * 5
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
          share = share < 0 ? 0 : share > 1 ? 1 : share
          const polar = Math.abs(row / (MAP_WIDTH * MAP_HEIGHT) - 0.5) * 2
          const ice = polar + (height - 0.5) * 0.7 > 0.86 ? 1 : 0
          const lit = day[i] as number
          let sun = lit * 1.25 + 0.04 + (isSea ? 0 : slope * (lit > 0 ? 1 : 0))
          sun = sun < 0 ? 0 : sun > 1.2 ? 1.2 : sun
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
              if (town > 0.9) value += (c === 0 ? 0.75 : c === 1 ? 0.5 : 0.22) * (1 - cloud) * clamp(-lit * 8) * (town - 0.9) * 6
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

function paintMoon(noise: Noise, side: number): Canvas {
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

function paintRings(noise: Noise, world: World): Canvas {
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

function drawRings(pen: Pen, rings: Canvas, x: number, y: number, zoom: number, side: number, half: 'front' | 'back'): void {
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

function drawMeteor(pen: Pen, trail: Canvas, { at, x, y, length }: SpacePlan['meteors'][number], t: number): void {
  const since = (t - at) / 0.55
  if (since < 0 || since > 1) return
  pen.save()
  pen.globalCompositeOperation = 'screen'
  pen.translate(x + since * length, y + since * length * 0.42)
  pen.rotate(0.4)
  pen.globalAlpha = Math.sin(Math.PI * since)
  pen.drawImage(trail, -170 * since - 20, -1.6, 170 * since + 24, 3.2)
  stamp(pen, trail, 0, 0, 16)
  pen.restore()
}

function sound(studio: Studio, _mood: Mood, plan: SpacePlan): void {
  studio.room = { seconds: 4.5, brightness: 0.55 }
  const { rate, length } = studio
  const root = studio.random('key').pick([49, 55, 51.91])
  addPad(studio, [root, root * 2, root * 3, root * 4, root * 5.04], 0.3, 0.35)
  addPad(studio, [root * 6, root * 8, root * 9], 0.07, 0.25)
  const sub = studio.track()
  addTone(sub, rate, 0, studio.seconds, root, (t) => 0.7 + 0.3 * Math.sin(t * 0.8), [1, 0.3])
  studio.add(sub, { gain: 0.22 })
  for (const side of [-1, 1]) {
    const air = filter(pinkNoise(length, studio.random(`air ${side}`)), rate, 'band', (t) => 700 + 500 * Math.sin(t * 0.5 + side), 1.2)
    shape(air, rate, (t) => 0.4 + 0.3 * Math.sin(t * 0.7 + side * 1.3))
    studio.add(air, { gain: 0.12, pan: side * 0.8, room: 0.4 })
  }
  const random = studio.random('bells')
  for (let at = 0.5; at < studio.seconds - 0.8; at += random.between(0.7, 1.4)) {
    addBell(studio, at, root * random.pick([16, 18, 20, 24, 27] as const), 0.5, { gain: 0.022, pan: random.between(-0.8, 0.8), room: 1.1 })
  }
  for (const { at, x } of plan.meteors) {
    const pass = filter(pinkNoise(length, studio.random(`meteor ${at}`)), rate, 'band', (t) => 2600 - 1800 * clamp((t - at) / 0.6), 3)
    shape(pass, rate, (t) => swell(t - at, 0.7))
    studio.add(pass, { gain: 0.25, pan: (t) => clamp(x / 640 - 1 + (t - at), -1, 1), room: 0.8 })
  }
}

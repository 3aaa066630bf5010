// A table by a window: a cup (or a pan on the flame) in close-up, steam that curls, a room out of focus behind it.
import type { Canvas } from '@napi-rs/canvas'
import { css, hex, mix, type Rgb, scale } from '../color.ts'
import { clamp, ease, lerp, smoothstep } from '../math.ts'
import type { Mood } from '../mood.ts'
import { Noise } from '../noise.ts'
import { defineScene, NEUTRAL_GRADE, type Picture } from '../scene.ts'
import { cafeSound } from '../sound/cafe.ts'
import { glowSprite, HEIGHT, PixelField, paint, stamp, WIDTH } from '../stage.ts'

export interface CafePlan {
  isCooking: boolean
  /** Cups that touch, or drops that hit the pan. */
  clinks: readonly { at: number; pan: number; pitch: number }[]
}

const COOKING = ['cooking', 'cook', 'kitchen', 'chef', 'pan', 'frying', 'sizzling', 'steak', 'grill', 'barbecue', 'noodles', 'soup', 'ramen', 'wok', 'stove', 'bacon', 'egg', 'eggs']

export const cafe = defineScene<CafePlan>({
  name: 'cafe',
  keywords: ['cafe', 'café', 'coffee', 'tea', 'cup', 'mug', 'espresso', 'latte', 'barista', 'breakfast', 'restaurant', 'table', 'food', 'bread', 'bakery', 'cake', 'pizza', 'dinner', 'wine', 'bar', 'book', 'reading', 'desk', 'office', 'room', 'home', 'interior', 'living', 'product', 'steam', ...COOKING],
  usualLights: ['day', 'dawn', 'dusk'],
  plan(mood) {
    const random = mood.random('cafe plan')
    const clinks: { at: number; pan: number; pitch: number }[] = []
    for (let at = random.between(0.4, 0.9); at < mood.seconds - 0.4; at += random.between(0.9, 2)) clinks.push({ at, pan: random.between(-0.8, 0.8), pitch: random.between(1900, 3600) })
    return { isCooking: COOKING.some((word) => mood.words.has(word)), clinks }
  },
  picture,
  sound: cafeSound,
})

const TABLE = 470
const CUP_X = 690
const CUP_Y = 436

function picture(mood: Mood, plan: CafePlan): Picture {
  const noise = new Noise(mood.seed)
  const random = mood.random('cafe')
  const isNight = mood.light === 'night'
  const warm = isNight ? hex('#ffb060') : mood.light === 'dusk' ? hex('#ffb070') : mood.light === 'dawn' ? hex('#ffdca8') : hex('#fff1d6')
  const back = paintRoom(mood, noise, warm, isNight)
  const table = paintTable(noise, warm, isNight)
  const subject = plan.isCooking ? paintPan(noise, warm) : paintCup(noise, warm, random.pick([hex('#f1ebe0'), hex('#2f5d62'), hex('#b5533c'), hex('#30343d')] as const))
  const steam = createSteam(noise)
  const glow = glowSprite(warm, 256)
  const flame = glowSprite(hex('#4d8dff'), 128)
  const mote = glowSprite(warm, 32)
  const dust = Array.from({ length: 60 }, () => ({ x: random.between(0, WIDTH), y: random.between(0, 560), vx: random.between(-9, 9), vy: random.between(-10, 4), size: 2 + 6 * random.next() ** 3, phase: random.between(0, 7), opacity: random.between(0.15, 0.6) }))
  const sparks = Array.from({ length: Math.round(mood.seconds * 26) }, () => ({ at: random.between(0, mood.seconds), x: CUP_X + random.between(-150, 150), vx: random.between(-60, 60), vy: -random.between(60, 210), size: random.between(2, 5) }))
  const side = random.chance(0.5) ? 1 : -1

  return {
    grade: { ...NEUTRAL_GRADE, bloom: 0.24, vignette: 0.42, gamma: [1.02, 1, 0.97] },
    draw(pen, t, progress) {
      const move = ease(progress)
      const zoom = lerp(1, 1.11, move)
      const pan = side * lerp(-15, 15, move)
      const backZoom = lerp(1.04, 1.09, move)
      pen.drawImage(back.canvas, (WIDTH - WIDTH * backZoom) / 2 - pan * 1.8, (HEIGHT - HEIGHT * backZoom) / 2, WIDTH * backZoom, HEIGHT * backZoom)
      pen.globalCompositeOperation = 'screen'
      for (const light of back.lights) {
        pen.globalAlpha = light.level * (0.82 + 0.18 * Math.sin(t * light.speed + light.phase))
        stamp(pen, light.sprite, (light.x - WIDTH / 2) * backZoom + WIDTH / 2 - pan * 1.8, light.y, light.size)
      }
      pen.globalAlpha = 1
      pen.globalCompositeOperation = 'source-over'
      pen.save()
      pen.translate(CUP_X - CUP_X * zoom + pan, CUP_Y - CUP_Y * zoom)
      pen.scale(zoom, zoom)
      pen.drawImage(table, -40, TABLE - 96)
      if (plan.isCooking) {
        pen.globalCompositeOperation = 'screen'
        for (let i = 0; i < 15; i++) {
          pen.globalAlpha = 0.6 + 0.25 * Math.sin(t * 13 + i * 2.4)
          stamp(pen, flame, CUP_X - 180 + i * 25.7, CUP_Y + 120 + 13 * Math.sin((i / 14) * Math.PI), 42, 34)
        }
        pen.globalCompositeOperation = 'source-over'
        pen.globalAlpha = 1
      }
      pen.drawImage(subject, CUP_X - subject.width / 2, CUP_Y - 150)
      pen.globalCompositeOperation = 'screen'
      pen.imageSmoothingQuality = 'medium'
      pen.globalAlpha = plan.isCooking ? 0.85 : 0.7
      const spread = plan.isCooking ? 560 : 300
      pen.drawImage(steam(t, plan.isCooking ? 1.5 : 1), CUP_X - spread / 2, CUP_Y - 436, spread, 400)
      if (plan.isCooking) {
        for (const spark of sparks) {
          const since = t - spark.at
          if (since < 0 || since > 0.6) continue
          pen.globalAlpha = 0.9 * (1 - since / 0.6)
          stamp(pen, mote, spark.x + spark.vx * since, CUP_Y - 6 + spark.vy * since + 420 * since * since, spark.size)
        }
      }
      pen.restore()
      pen.globalCompositeOperation = 'screen'
      pen.globalAlpha = 0.2 + 0.03 * Math.sin(t * 0.9)
      stamp(pen, glow, 180, 60, 1150, 900)
      for (const { x, y, vx, vy, size, phase, opacity } of dust) {
        pen.globalAlpha = opacity * (0.4 + 0.6 * Math.sin(t * 0.9 + phase) ** 2) * Math.exp(-x / 760)
        stamp(pen, mote, x + vx * t, y + vy * t, size)
      }
      pen.globalAlpha = 1
      pen.globalCompositeOperation = 'source-over'
    },
  }
}

function paintRoom(mood: Mood, noise: Noise, warm: Rgb, isNight: boolean) {
  const random = mood.random('room')
  const wall = isNight ? hex('#1d130f') : hex('#4d382b')
  const outside = isNight ? hex('#0d1a33') : mood.rain ? hex('#8fa0ad') : mix(hex('#cfe0e8'), warm, 0.5)
  const { canvas, pen } = paint(WIDTH, HEIGHT, (x, y, pixel) => {
    const light = Math.exp(-Math.hypot((x - 150) / 700, (y - 120) / 460))
    const plaster = 0.8 + 0.4 * noise.fbm(x / 160, y / 120, 3)
    for (let c = 0; c < 3; c++) pixel[c] = (wall[c] as number) * plaster * (0.5 + 0.5 * light) + (warm[c] as number) * light * light * 0.5 * (isNight ? 0.5 : 1)
  })
  // A window on the left, shelves on the right, all of it far out of focus.
  pen.filter = 'blur(17px)'
  pen.fillStyle = css(outside)
  pen.fillRect(34, 10, 400, 380)
  pen.fillStyle = css(scale(wall, 0.5))
  for (const x of [26, 222, 424]) pen.fillRect(x, 0, 20, 400)
  pen.fillRect(20, 190, 420, 14)
  pen.fillRect(10, 384, 440, 22)
  pen.filter = 'blur(11px)'
  for (const y of [130, 240, 350]) {
    pen.fillStyle = css(scale(wall, 0.55))
    pen.fillRect(760, y, 560, 13)
    for (let x = 780; x < 1270; x += random.between(26, 58)) {
      const tall = random.between(36, 84)
      const tint = random.pick([hex('#8a4b32'), hex('#c99a5b'), hex('#54707a'), hex('#d8c7a8'), hex('#6a7a4a'), hex('#a0372c')] as const)
      pen.fillStyle = css(scale(mix(tint, warm, 0.15), isNight ? 0.42 : 0.78))
      pen.fillRect(x, y - tall, random.between(15, 40), tall)
    }
  }
  pen.filter = 'none'
  const sprite = glowSprite(mix(warm, hex('#ffb050'), 0.55), 128, [
    [0, 0.55],
    [0.72, 0.6],
    [0.88, 0.85],
    [0.95, 0.4],
    [1, 0],
  ])
  const cool = glowSprite(mix(outside, [1, 1, 1], 0.3), 128, [
    [0, 0.5],
    [0.8, 0.55],
    [0.93, 0.7],
    [1, 0],
  ])
  const lights = Array.from({ length: 26 }, (_, i) => {
    const isOutside = i < 9
    return { x: isOutside ? random.between(50, 420) : random.between(470, 1270), y: isOutside ? random.between(90, 370) : random.between(26, 250), size: random.between(26, 66), level: random.between(0.22, 0.62) * (isOutside && !isNight ? 0.5 : 1), sprite: isOutside ? cool : sprite, speed: random.between(0.6, 2.4), phase: random.between(0, 7) }
  })
  return { canvas, lights }
}

/** Boards running towards the viewer, varnished: the window lies on them as a long gleam. */
function paintTable(noise: Noise, warm: Rgb, isNight: boolean): Canvas {
  const wood = isNight ? hex('#3a2113') : hex('#7d4e2c')
  const width = WIDTH + 80
  const height = HEIGHT - TABLE + 140
  return paint(width, height, (x, y, pixel) => {
    const depth = 1 / ((y + 70) / 200)
    const u = ((x - width / 2) / 190) * depth
    const board = Math.floor(u * 0.8 + 40)
    const seam = smoothstep(0.03, 0, Math.abs(u * 0.8 + 40 - board - 0.02))
    const grain = noise.fbm(u * 9 + board * 17, depth * 2.2 + board * 5, 5)
    const rings = Math.sin((u * 16 + noise.fbm(u * 2 + board * 9, depth * 1.4, 3) * 16) * 1.2)
    const gleam = Math.exp(-(((x - 330 - y * 0.5) / 230) ** 2)) * smoothstep(0, 60, y) * 0.5 + Math.exp(-y / 40) * 0.34
    for (let c = 0; c < 3; c++) {
      const base = (wood[c] as number) * (0.42 + 0.55 * grain + 0.07 * rings) * (0.72 + 0.18 * ((board * 37) % 5) * 0.2) * (1 - 0.6 * seam)
      pixel[c] = base * (isNight ? 0.7 : 1) + (warm[c] as number) * gleam * (0.25 + 0.3 * grain) * (isNight ? 0.6 : 1)
    }
    pixel[3] = smoothstep(0, 26, y)
  }).canvas
}

/** A glazed cup on its saucer, turned from a profile and lit as a solid: window from the left, room from the right. */
function paintCup(noise: Noise, warm: Rgb, glaze: Rgb): Canvas {
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
      over(glaze[0] * v + warm[0] * 0.1 * v, glaze[1] * v + warm[1] * 0.1 * v, glaze[2] * v + warm[2] * 0.08 * v, smoothstep(1.02, 0.99, dish))
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
        const gloss = Math.exp(-(((nx + 0.55) / 0.085) ** 2)) * smoothstep(0.06, 0.2, v) * smoothstep(0.95, 0.6, v) * 0.72
        const rim = smoothstep(0.86, 1, nx) * 0.22
        const speck = 0.94 + 0.12 * noise.fbm(x / 7, y / 7, 3)
        const shade = (0.1 + 0.86 * key + fill) * (1 - 0.26 * v) * speck
        over(glaze[0] * shade + warm[0] * (gloss + rim), glaze[1] * shade + warm[1] * (gloss + rim), glaze[2] * shade * 0.98 + warm[2] * (gloss + rim), clamp((1 - Math.abs(nx)) * radius))
      }
    }
    // Inside: far wall, then the drink with its foam and the window in it.
    const ex = (x - middle) / 104
    const ey = (y - rimY) / 27
    const mouth = Math.hypot(ex, ey)
    if (mouth < 1.045) {
      const lip = smoothstep(0.93, 0.98, mouth)
      const wallLight = clamp(0.34 + ex * 0.34 - ey * 0.1)
      over(glaze[0] * (wallLight + lip * 0.42 * clamp(0.7 - ex * 0.5)), glaze[1] * (wallLight + lip * 0.42 * clamp(0.7 - ex * 0.5)), glaze[2] * (wallLight + lip * 0.4 * clamp(0.7 - ex * 0.5)), smoothstep(1.045, 1.01, mouth))
      const dy2 = (y - rimY - 9) / 21
      const drink = Math.hypot((x - middle) / 92, dy2)
      if (drink < 1 && ey > -0.72) {
        const swirl = noise.fbm(ex * 2.2 + Math.sin(dy2 * 2) + 4, dy2 * 1.6 + 7, 4)
        const foam = smoothstep(0.46, 0.58, swirl) * smoothstep(1, 0.86, drink)
        const crema = mix(hex('#4a2410'), hex('#c98a4e'), smoothstep(0.35, 0.9, drink) * 0.5 + 0.25 * swirl)
        const milk = mix(crema, hex('#f3e2c4'), foam * 0.86)
        const mirror = Math.exp(-(((ex + 0.42) / 0.24) ** 2) - ((dy2 + 0.1) / 0.4) ** 2) * 0.34
        over(milk[0] * 0.82 + warm[0] * mirror, milk[1] * 0.82 + warm[1] * mirror, milk[2] * 0.82 + warm[2] * mirror, smoothstep(1, 0.96, drink))
      }
    }
  }).canvas
}

/** An iron pan with food that browns in oil. */
function paintPan(noise: Noise, warm: Rgb): Canvas {
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
      const v = 0.055 + lip * 0.3 * clamp(0.6 - ex * 0.6) + 0.1 * clamp(ex * 0.5 - ey * 0.2 + 0.2) * smoothstep(0.8, 0.95, mouth)
      put(v, v * 0.97, v * 0.95, clamp((1 - mouth) * 66))
      const oil = Math.hypot((x - cx) / 188, (y - 160) / 50)
      if (oil < 1) {
        const film = noise.fbm(ex * 5, ey * 3, 4)
        const shine = Math.exp(-(((ex + 0.36) / 0.2) ** 2) - ((ey + 0.1) / 0.3) ** 2)
        put(0.12 + 0.16 * film + warm[0] * shine * 0.5, 0.08 + 0.1 * film + warm[1] * shine * 0.4, 0.04 + 0.04 * film + warm[2] * shine * 0.26, smoothstep(1, 0.9, oil) * 0.9)
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
      const tint = kind === 0 ? mix(hex('#e0a048'), hex('#7a3512'), smoothstep(0.42, 0.62, brown)) : kind === 1 ? mix(hex('#c9562c'), hex('#5a1d0e'), smoothstep(0.4, 0.66, brown)) : mix(hex('#6f9a3a'), hex('#30511c'), smoothstep(0.38, 0.64, brown))
      const light = 0.26 + 0.72 * clamp(-px * 0.5 - py * 0.5 + nz * 0.45)
      const gloss = smoothstep(0.62, 0.72, noise.fbm(px * 6 + 9, py * 5 + fx, 3)) * clamp(-px - py * 0.6 + 0.4) * 0.5
      put(tint[0] * light + warm[0] * gloss, tint[1] * light + warm[1] * gloss, tint[2] * light + warm[2] * gloss, smoothstep(1, 0.94, shape))
    }
  }).canvas
}

/** Steam: two sheets of noise that rise and turn, thin at the sides and gone at the top. */
function createSteam(noise: Noise): (t: number, speed: number) => Canvas {
  const field = new PixelField(120, 160)
  return (t, speed) => {
    const { data } = field
    let at = 0
    for (let y = 0; y < 160; y++) {
      const up = 1 - y / 160
      const spread = 0.13 + 0.3 * up
      const drift = (noise.at(up * 1.5 - t * 0.32 * speed, 7.5) - 0.5) * 0.5 * up
      for (let x = 0; x < 120; x++, at += 4) {
        const u = x / 120 - 0.5 - drift
        const side = Math.exp(-((u / spread) ** 2) * 2.4)
        if (side < 0.02) {
          data[at] = data[at + 1] = data[at + 2] = 0
          continue
        }
        const warp = noise.at(u * 4 + 20, up * 2.4 - t * 0.55 * speed)
        const wisp = noise.at(u * 7 + warp * 3.2, up * 3.2 - t * 0.95 * speed + warp * 1.6 + 40)
        const fine = noise.at(u * 15 - warp * 4 + 60, up * 6.5 - t * 1.3 * speed)
        const body = clamp((wisp * 0.75 + fine * 0.35 - 0.42) * 2.3)
        const power = body * side * smoothstep(0, 0.1, up) * (1 - up) ** 1.15 * 210
        data[at] = power
        data[at + 1] = power * 0.97
        data[at + 2] = power * 0.92
      }
    }
    return field.canvas()
  }
}

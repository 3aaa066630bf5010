// Trunks of one depth of a wood, rounded by the light, and the colors a wood is made of.
import type { Canvas } from '@napi-rs/canvas'
import { mix, type Rgb, toCss } from '../../draw/color.ts'
import type { Noise } from '../../draw/noise.ts'
import { createGlowSprite, createLayer, HEIGHT, type Pen, paint, stamp, WIDTH } from '../../draw/stage.ts'
import { clamp, smoothstep } from '../../math.ts'
import type { Mood } from '../../mood.ts'

export interface Wood {
  light: Rgb
  air: Rgb
  far: Rgb
  near: Rgb
  leaf: Rgb
  leafLit: Rgb
  floor: Rgb
}

/** Trunks of one depth (0 far to 3 near), rounded by light from the sun's side, with haze between the depths. */
export function paintTrunks(mood: Mood, noise: Noise, wood: Wood, depth: number, sunX: number): Canvas {
  const random = mood.random(`trunks ${depth}`)
  const { canvas, pen } = createLayer(WIDTH, HEIGHT)
  const count = [26, 15, 8, 3][depth] ?? 3
  const haze = [0.74, 0.5, 0.24, 0][depth] ?? 0
  const drift = createGlowSprite([1, 1, 1], 64)
  for (let i = 0; i < count; i++) {
    let x = ((i + random.between(0.1, 0.9)) / count) * WIDTH
    // The nearest stand at the sides and frame the view.
    if (depth === 3) x = [36, 1170, 1255][i] ?? x
    const width = ([9, 19, 40, 104][depth] ?? 40) * random.between(0.7, 1.3)
    const foot = ([500, 528, 575, 760][depth] ?? 600) + random.between(-8, 14)
    const lean = random.between(-0.035, 0.035) * HEIGHT
    const trunk = paintTrunk(
      noise,
      wood,
      Math.ceil(width * 1.5),
      Math.ceil(foot) + 4,
      random.between(0, 200),
      x < sunX ? 1 : -1,
      haze,
      Math.exp(-Math.abs(x - sunX) / 420),
    )
    pen.save()
    pen.transform(1, 0, -lean / HEIGHT, 1, x - trunk.width / 2 + lean * 0.5, 0)
    pen.drawImage(trunk, 0, 0)
    pen.restore()
    if (mood.snow) {
      // Snow lies against its foot.
      pen.globalCompositeOperation = 'destination-out'
      stamp(pen, drift, x, foot + 4, width * 3.4, 22 + width * 0.5)
      pen.globalCompositeOperation = 'source-over'
    }
    if (depth >= 1) drawBranches(pen, random, x, width, mix(wood.near, wood.far, haze + 0.05))
  }
  return canvas
}

function paintTrunk(
  noise: Noise,
  wood: Wood,
  width: number,
  height: number,
  shift: number,
  lightSide: number,
  haze: number,
  backlight: number,
): Canvas {
  return paint(width, height, (x, y, pixel) => {
    const up = 1 - y / height
    const swelling = 1 + 0.5 * Math.exp(-(height - y) / (width * 0.9))
    const radius = (width / 3) * (0.74 + 0.2 * (1 - up)) * swelling
    const wobble = (noise.at(y / 90 + shift, shift) - 0.5) * width * 0.16
    const across = (x - width / 2 - wobble) / radius
    if (Math.abs(across) >= 1) {
      pixel[3] = 0
      return
    }
    const angle = Math.asin(across)
    const bark = noise.fbm(angle * (2.4 + width / 26) + shift, y / (18 + width * 0.22) + noise.at(y / 40, shift) * 2, 5)
    const furrow = smoothstep(0.36, 0.52, bark)
    const side = clamp(across * lightSide * 0.8 + 0.12)
    const rim = smoothstep(0.62, 0.98, Math.abs(across)) * (0.4 + 0.6 * clamp(across * lightSide + 0.4))
    const moss = smoothstep(0.5, 0.66, noise.fbm(angle * 2 + shift, y / 60, 3)) * smoothstep(0.55, 0, up)
    for (let c = 0; c < 3; c++) {
      const stem = (wood.near[c] as number) + (mix(wood.near, wood.far, 0.5)[c] as number) * furrow * 0.34
      let value = stem + ((wood.leaf[c] as number) * 0.9 - stem) * moss * 0.6
      value += (wood.light[c] as number) * (side * 0.2 * furrow + rim * 0.3) * (0.22 + 0.78 * backlight)
      pixel[c] = value + ((mix(wood.far, wood.air, 0.45)[c] as number) * (0.75 + 0.35 * backlight) - value) * haze
    }
    pixel[3] = clamp((1 - Math.abs(across)) * radius)
  }).canvas
}

/** Bare branches that thin out to a point and fork once. */
function drawBranches(pen: Pen, random: ReturnType<Mood['random']>, x: number, width: number, color: Rgb): void {
  pen.fillStyle = toCss(color)
  for (let i = 0; i < 5; i++) {
    const y = random.between(-20, 300)
    const side = random.chance(0.5) ? 1 : -1
    const long = width * random.between(1.6, 3.6)
    const rise = -long * random.between(0.1, 0.55)
    const bow = -long * random.between(0, 0.3)
    const thick = width * random.between(0.05, 0.12)
    drawTaper(pen, x, y, side * long, rise, bow, thick)
    const fork = random.between(0.4, 0.7)
    const fx = x + side * long * fork
    const fy = y + rise * fork * fork + bow * 2 * fork * (1 - fork)
    drawTaper(pen, fx, fy, side * long * 0.34, -long * random.between(0.16, 0.34), -long * 0.05, thick * 0.55)
  }
}

/** A bent wedge from (x, y) over (dx, dy). */
function drawTaper(pen: Pen, x: number, y: number, dx: number, dy: number, bow: number, thick: number): void {
  pen.beginPath()
  pen.moveTo(x, y - thick)
  pen.quadraticCurveTo(x + dx * 0.5, y + bow - thick * 0.6, x + dx, y + dy)
  pen.quadraticCurveTo(x + dx * 0.5, y + bow + thick * 0.6, x, y + thick)
  pen.fill()
}

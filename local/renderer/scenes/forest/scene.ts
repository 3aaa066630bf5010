// A wood with light falling through it: trunks in depth, shafts that breathe, ferns, drifting seeds, birds.
import type { Canvas } from '@napi-rs/canvas'
import { mix, parseHex, type Rgb } from '../../draw/color.ts'
import { Noise } from '../../draw/noise.ts'
import { createGlowSprite, createLayer, HEIGHT, paint, stamp, WIDTH } from '../../draw/stage.ts'
import { createRain, createSnow } from '../../draw/weather.ts'
import { clamp, easeInOut, lerp, smoothstep } from '../../math.ts'
import type { Mood } from '../../mood.ts'
import { defineScene, NEUTRAL_GRADE, type Picture } from '../../scene.ts'
import { CANOPY_BOTTOM, drawLeaf, FERNS_TOP, paintFerns, paintLeaves, SUN_Y } from './leaves.ts'
import type { ForestPlan } from './plan.ts'
import { createForestSound } from './sound.ts'
import { paintTrunks, type Wood } from './trunks.ts'

export const forest = defineScene<ForestPlan>({
  name: 'forest',
  subjects: [['forest']],
  shows: ['forest', 'forestDetail', 'pine', 'autumn', 'sun', 'rain', 'snow', 'fog'],
  sounds: ['birdsong', 'stream'],
  usualLights: ['day', 'dawn', 'dusk', 'day'],
  plan(mood) {
    const random = mood.random('forest plan')
    const songs: { at: number; pan: number; pitch: number; kind: 'warble' | 'call' }[] = []
    if (mood.light !== 'night') {
      for (let at = random.between(0.2, 0.6); at < mood.seconds - 0.9; at += random.between(0.55, 1.25)) {
        songs.push({
          at,
          pan: random.between(-0.9, 0.9),
          pitch: random.between(2200, 4600),
          kind: random.chance(0.72) ? 'warble' : 'call',
        })
      }
    }
    const gusts: number[] = []
    for (let at = random.between(0.8, 1.6); at < mood.seconds; at += random.between(2, 3)) gusts.push(at)
    return { songs, gusts }
  },
  picture: drawPicture,
  sound: createForestSound,
})

const getWoodColor = (
  light: string,
  air: string,
  far: string,
  near: string,
  leaf: string,
  leafLit: string,
  floor: string,
) => ({
  light: parseHex(light),
  air: parseHex(air),
  far: parseHex(far),
  near: parseHex(near),
  leaf: parseHex(leaf),
  leafLit: parseHex(leafLit),
  floor: parseHex(floor),
})

const WOODS = {
  green: getWoodColor('#fff2b8', '#cfdf9c', '#8fa56a', '#141a10', '#24401c', '#a8c94e', '#3c4a22'),
  autumn: getWoodColor('#ffe3a0', '#f0c27a', '#b9844a', '#1b120c', '#6b2f12', '#f0a032', '#6b4420'),
  dusk: getWoodColor('#ffbf78', '#e79a62', '#94603f', '#120d10', '#2b2a1c', '#d8924a', '#4a3222'),
  night: getWoodColor('#bfd6ff', '#43608c', '#2a426a', '#04070d', '#0b1620', '#4f769a', '#122031'),
  winter: getWoodColor('#fff3e2', '#dbe5ee', '#aebfd0', '#232a34', '#4c5d66', '#f4f8fb', '#f3f7fc'),
  winterNight: getWoodColor('#cfe0ff', '#5b7396', '#3d5474', '#0a0f18', '#22303f', '#9db4cf', '#6d83a0'),
} satisfies Record<string, Wood>

function getWood(mood: Mood): Wood {
  if (mood.snow) return mood.light === 'night' ? WOODS.winterNight : WOODS.winter
  if (mood.light === 'night') return WOODS.night
  if (mood.topics.has('autumn')) return WOODS.autumn
  if (mood.light === 'dusk') return WOODS.dusk
  return mood.random('wood').chance(0.8) ? WOODS.green : WOODS.autumn
}

const FLOOR = 520

function drawPicture(mood: Mood, plan: ForestPlan): Picture {
  const noise = new Noise(mood.seed)
  const random = mood.random('forest')
  const wood = getWood(mood)
  const sunX = random.between(430, 850)
  const isDim = mood.rain || mood.storm
  const glow = isDim ? 0.45 : 1
  const back = paintBack(noise, wood, sunX, glow)
  const [farthest, ...layers] = [0, 1, 2, 3].map((depth) => paintTrunks(mood, noise, wood, depth, sunX))
  // The farthest trunks hardly move against what is behind them: one picture less to lay.
  const far = createLayer(WIDTH, HEIGHT)
  far.pen.drawImage(back, 0, 0, WIDTH, HEIGHT)
  if (farthest) far.pen.drawImage(farthest, 0, 0)
  const floor = mood.snow ? paintSnow(noise, wood, sunX, glow) : paintFloor(noise, wood, sunX, glow)
  // In snow the trees are bare, but for pines, and nothing grows.
  const isBare = mood.snow && !mood.topics.has('pine')
  const canopy = isBare ? null : paintLeaves(mood, wood, sunX)
  const ferns = mood.snow ? [] : [paintFerns(mood, wood, 0), paintFerns(mood, wood, 1)]
  const shafts = [0, 1].map((i) => paintShafts(noise, wood.light, sunX, i))
  // Put together while small: a large picture is blended once.
  const rays = createLayer(WIDTH / 4, HEIGHT / 4)
  const mote = createGlowSprite(wood.light, 32)
  const isNight = mood.light === 'night'
  const motes = Array.from({ length: isNight ? 40 : 90 }, () => ({
    x: random.between(0, WIDTH),
    y: random.between(120, 690),
    vx: random.between(-10, 14),
    vy: random.between(-9, 7),
    size: 2 + 9 * random.next() ** 3,
    phase: random.between(0, 7),
    opacity: random.between(0.25, 0.85),
  }))
  const leaves = plan.gusts.flatMap((at) =>
    Array.from({ length: 9 }, () => ({
      at: at + random.between(0, 0.9),
      x: random.between(80, WIDTH),
      y: random.between(-30, 180),
      speed: random.between(70, 130),
      turn: random.between(2, 5),
      size: random.between(4, 9),
      phase: random.between(0, 7),
      lit: random.between(0.2, 1),
    })),
  )
  const rain = mood.rain ? createRain(mood, 0.4, [0.85, 0.9, 0.9]) : null
  const snow = mood.snow ? createSnow(mood, 0.9, [1, 1, 1]) : null
  const side = random.chance(0.5) ? 1 : -1
  const firefly = createGlowSprite(parseHex('#d9f58a'), 32)

  return {
    grade: { ...NEUTRAL_GRADE, bloom: isNight || mood.snow ? 0.2 : 0.32, vignette: 0.42, gamma: [1.02, 1, 0.98] },
    draw(pen, t, progress) {
      const move = easeInOut(progress)
      /** Only the rows from `first` to `last` of a layer are not empty. */
      const lay = (layer: Canvas, depth: number, first = 0, last = HEIGHT) => {
        const grow = (1 + 0.16 * depth * move) * 1.05
        const x = (WIDTH - WIDTH * grow) / 2 + side * depth * lerp(-26, 26, move)
        const y = (FLOOR - 130) * (1 - grow) + first * grow
        const rows = last - first
        pen.drawImage(layer, 0, first, WIDTH, rows, x, y, WIDTH * grow, rows * grow)
      }
      lay(far.canvas, 0.12)
      for (const [i, layer] of layers.entries()) {
        if (i === 1) lay(floor, 0.55, FLOOR - 60)
        lay(layer, 0.42 + i * 0.24)
        if (i !== 1) continue
        rays.pen.globalCompositeOperation = 'copy'
        for (const [k, shaft] of shafts.entries()) {
          rays.pen.globalAlpha = (mood.snow ? 0.3 : 1) * glow * (0.55 + 0.3 * Math.sin(t * (0.85 + 0.3 * k) + k * 2.1))
          rays.pen.drawImage(shaft, (k === 0 ? 1.5 : -1.5) * side * Math.sin(t * 0.4), 0)
          rays.pen.globalCompositeOperation = 'screen'
        }
        pen.globalCompositeOperation = 'screen'
        pen.drawImage(rays.canvas, -20, 0, WIDTH + 40, HEIGHT)
        pen.globalCompositeOperation = 'source-over'
      }
      if (ferns[0]) lay(ferns[0], 1.1, FERNS_TOP)
      if (canopy) lay(canopy, 1.15, 0, CANOPY_BOTTOM)
      pen.globalCompositeOperation = 'screen'
      for (const { x, y, vx, vy, size, phase, opacity } of motes) {
        const mx = x + vx * t + 12 * Math.sin(t * 0.7 + phase)
        const my = y + vy * t + 8 * Math.sin(t * 0.9 + phase * 2)
        if (isNight) {
          const blink = Math.max(0, Math.sin(t * 1.5 + phase)) ** 3
          pen.globalAlpha = opacity * blink
          stamp(pen, firefly, mx, my, size + 10)
        } else {
          // Dust shows where it is in the light.
          const lit = Math.exp(-(((mx - sunX - (my - SUN_Y) * 0.2) / 330) ** 2))
          pen.globalAlpha = opacity * (0.12 + 0.88 * lit) * (0.6 + 0.4 * Math.sin(t * 1.7 + phase)) * glow
          stamp(pen, mote, mx, my, size)
        }
      }
      pen.globalAlpha = 1
      pen.globalCompositeOperation = 'source-over'
      if (!isNight && !mood.snow) for (const leaf of leaves) drawLeaf(pen, leaf, wood, t)
      if (ferns[1]) lay(ferns[1], 1.9, FERNS_TOP)
      rain?.(pen, t)
      snow?.(pen, t)
    },
  }
}

function paintBack(noise: Noise, wood: Wood, sunX: number, glow: number): Canvas {
  return paint(WIDTH / 2, HEIGHT / 2, (x, y, pixel) => {
    const dx = (x * 2 - sunX) / 520
    const dy = (y * 2 - SUN_Y - 60) / 380
    const light = Math.exp(-Math.hypot(dx, dy) * 1.25)
    const foliage = noise.fbm(x / 34, y / 30, 5)
    const gaps = smoothstep(0.5, 0.68, noise.fbm(x / 16 + 40, y / 15, 4)) * smoothstep(330, 40, y * 2)
    const down = smoothstep(180, 560, y * 2)
    for (let c = 0; c < 3; c++) {
      const air = (wood.air[c] as number) * (0.42 + 0.6 * light)
      const leaves = mix(wood.far, wood.leaf, 0.35)[c] as number
      let value = air + (leaves * (0.35 + 0.75 * foliage) - air) * (0.55 + 0.3 * down)
      value += ((wood.light[c] as number) - value) * clamp(gaps * (0.25 + light) * glow + light * light * 0.75 * glow)
      pixel[c] = value
    }
  }).canvas
}

/** The ground: leaves and moss, a path of light from the sun, shadows of trunks running toward the viewer. */
function paintFloor(noise: Noise, wood: Wood, sunX: number, glow: number): Canvas {
  return paint(WIDTH, HEIGHT, (x, y, pixel) => {
    const edge = FLOOR - 34 + 26 * noise.fbm(x / 120, 7, 3) - 0.00004 * (x - sunX) ** 2
    if (y < edge) {
      pixel[3] = 0
      return
    }
    const depth = 1 / ((y - FLOOR + 74) / 190)
    const u = ((x - sunX) / 70) * depth
    const v = depth * 9
    const litter = noise.fbm(u * 2.6 + 10, v * 2.6, 5)
    const relief = clamp(0.5 + (litter - noise.fbm(u * 2.6 + 10, v * 2.6 + 0.16, 4)) * 5)
    const stripes = smoothstep(0.42, 0.62, noise.fbm(u * 0.55 + 60, depth * 0.6, 3))
    const light = Math.exp(-(((x - sunX) / (190 + (y - FLOOR) * 1.1)) ** 2)) * glow
    for (let c = 0; c < 3; c++) {
      const soil = (wood.floor[c] as number) * (0.24 + 0.7 * litter) * (0.5 + 0.6 * relief)
      const lit = soil + (wood.light[c] as number) * (wood.floor[c] as number) * relief * stripes * (0.25 + 1.5 * light)
      pixel[c] = lit + ((wood.air[c] as number) * 0.9 - lit) * Math.exp(-(y - edge) / 34) * 0.62
    }
    pixel[3] = smoothstep(0, 9, y - edge)
  }).canvas
}

/** Snow on the ground: soft drifts, blue where they turn from the light, with the trunks' long shadows on them. */
function paintSnow(noise: Noise, wood: Wood, sunX: number, glow: number): Canvas {
  const shade = mix(wood.floor, wood.far, 0.55)
  return paint(WIDTH, HEIGHT, (x, y, pixel) => {
    const edge = FLOOR - 40 + 22 * noise.fbm(x / 150, 7, 2)
    if (y < edge) {
      pixel[3] = 0
      return
    }
    const depth = 1 / ((y - FLOOR + 74) / 190)
    const u = ((x - sunX) / 70) * depth
    const computeDrift = (at: number) => noise.fbm(u * 0.5 + 10, depth * 2.6 + at, 3)
    const turned = clamp(0.5 + (computeDrift(0) - computeDrift(0.16)) * 4)
    const sparkle = 0.05 * noise.fbm(x / 2.5, y / 1.6, 2)
    const shadow = smoothstep(0.5, 0.66, noise.fbm(u * 0.9 + 60, depth * 0.35, 2))
    const light = 0.55 + 0.45 * Math.exp(-(((x - sunX) / (330 + (y - FLOOR) * 1.4)) ** 2)) * glow
    for (let c = 0; c < 3; c++) {
      const lit = (wood.floor[c] as number) * light * (0.96 + sparkle)
      const value = lit + ((shade[c] as number) * 0.86 - lit) * clamp(0.75 * (1 - turned) + 0.5 * shadow)
      pixel[c] = value + ((wood.air[c] as number) - value) * Math.exp(-(y - edge) / 60) * 0.7
    }
    pixel[3] = smoothstep(0, 14, y - edge)
  }).canvas
}

/** Light in the haze: rays from the sun, broken by the leaves they came through. */
function paintShafts(noise: Noise, light: Rgb, sunX: number, index: number): Canvas {
  return paint(WIDTH / 4, HEIGHT / 4, (x, y, pixel) => {
    const dx = x * 4 - sunX
    const dy = y * 4 - SUN_Y + 120
    const angle = Math.atan2(dx, dy)
    const far = Math.hypot(dx, dy)
    const rays = smoothstep(0.46, 0.72, noise.fbm(angle * 9 + 20 + index * 7, index * 3 + 2, 3))
    const fade = Math.exp(-far / 460) * smoothstep(90, 240, far)
    for (let c = 0; c < 3; c++) pixel[c] = (light[c] as number) * rays * fade * 1.5 * smoothstep(0, 0.3, dy / 300)
  }).canvas
}

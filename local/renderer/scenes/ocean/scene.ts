// Draws the sea: open water, and swells that break with spray on the near rocks. If the prompt names them, there is a
// headland with a lighthouse, or a boat.
import { mix, parseHex, type Rgb, scaleColor } from '../../draw/color.ts'
import { Noise } from '../../draw/noise.ts'
import { choosePalette, type Palette } from '../../draw/palette.ts'
import { createSky } from '../../draw/sky.ts'
import { createGlowSprite, HEIGHT, type Pen, paint, stamp, WIDTH } from '../../draw/stage.ts'
import { Water } from '../../draw/water.ts'
import { createBolts, createRain, flashLight, planLightning } from '../../draw/weather.ts'
import { clamp, easeInOut, smoothstep } from '../../math.ts'
import { type Light, type Mood, readMood } from '../../mood.ts'
import { NEUTRAL_GRADE, type Picture, type Scene } from '../../scene.ts'
import type { OceanPlan } from './plan.ts'
import { createOceanSound } from './sound.ts'
import { createFog, createGulls, drawBoat, drawLighthouse } from './subjects.ts'

const HORIZON = 318
/** A lower horizon, so that a lighthouse's lamp is clear of the label above. */
const LIGHTHOUSE_HORIZON = 402
const LAND_LEFT = 800
/** The distance from the left end of the land to the tower, in pixels. */
const TOWER_AT = 212

/** The times of day for a prompt that names none. */
const USUAL_LIGHTS: readonly [Light, ...Light[]] = ['dusk', 'dusk', 'dawn', 'day', 'night']

export function createOcean(prompt: string, seed: number, seconds: number): Scene {
  const mood = readMood(prompt, seed, seconds, USUAL_LIGHTS)
  const planned = plan(mood)
  return { ...drawPicture(mood, planned), sound: (studio) => createOceanSound(studio, mood, planned) }
}

function plan(mood: Mood): OceanPlan {
  const random = mood.random('ocean plan')
  const breaks: number[] = []
  for (let at = random.between(0.5, 1); at < mood.seconds + 2; at += random.between(2.1, 2.9)) breaks.push(at)
  const isDim = mood.light === 'night' || mood.light === 'dusk' || mood.fog
  const gulls =
    mood.light === 'night' || mood.storm
      ? []
      : [0.5, 2.1, 3.9, 6.1]
          .filter((at) => at < mood.seconds - 0.8)
          .map((at) => ({
            at: at + random.between(0, 0.5),
            pan: random.between(-0.7, 0.7),
            pitch: random.between(900, 1250),
          }))
  return {
    breaks,
    gulls,
    horn: isDim && (mood.topics.has('lighthouse') || mood.fog) ? random.between(1.1, 1.7) : null,
    flashes: mood.storm ? planLightning(mood) : [],
    roughness: mood.storm ? 1 : mood.wind ? 0.75 : mood.rain ? 0.6 : random.between(0.32, 0.5),
  }
}

function drawPicture(mood: Mood, score: OceanPlan): Picture {
  const palette = choosePalette(mood)
  const noise = new Noise(mood.seed)
  const random = mood.random('ocean')
  const low = mood.light === 'dusk' || mood.light === 'dawn'
  const hasLighthouse = mood.topics.has('lighthouse')
  const hasBoat = mood.topics.has('boat')
  const horizon = hasLighthouse ? LIGHTHOUSE_HORIZON : HORIZON
  const sunX = random.between(300, 560)
  const sunY = low
    ? horizon - random.between(20, 60)
    : mood.light === 'night'
      ? random.between(170, 215)
      : random.between(50, 90)
  const isOvercast = mood.storm || mood.rain || mood.fog
  const hidden = isOvercast && !mood.seesSky
  const cover = hidden ? (mood.storm ? 0.95 : 0.8) : isOvercast ? 0.6 : random.between(0.3, 0.6)
  const sky = createSky(mood, palette, noise, {
    horizon,
    sunX,
    sunY,
    sunSize: hidden ? 0 : mood.light === 'night' ? 26 : low ? 30 : 22,
    cover,
  })
  const land = hasLighthouse || mood.topics.has('headland') ? paintLand(palette, noise, sunX, mood) : null
  const water = new Water(mood, {
    horizon,
    getSky: sky.getColor,
    sun: palette.sun,
    sunX,
    sunElevation: clamp(1 - sunY / horizon),
    glitter: hidden ? 0.12 : mood.light === 'day' ? 0.7 : mood.light === 'night' ? 0.6 : 1.15,
    deep: getDeepColor(palette, mood),
    shallow: getShallowColor(palette, mood),
    haze: mix(palette.horizon, palette.haze, 0.5),
    foam: mood.light === 'night' ? mix([0.36, 0.42, 0.5], palette.horizon, 0.3) : [0.86, 0.9, 0.93],
    roughness: score.roughness,
    landHeight: (x) => (land ? land.getHeightAt(x) : 0),
    landColor: land ? scaleColor(mix(palette.ambient, palette.haze, 0.25), 0.55) : palette.ambient,
  })
  const rocks = paintRocks(palette, noise, mood)
  const spray = createSpray(mood, score, palette)
  const gulls = createGulls(mood, score.gulls)
  const boatX = hasLighthouse ? random.between(600, 700) : random.between(760, 960)
  const rain = mood.rain ? createRain(mood, mood.storm ? 1 : 0.5, [0.8, 0.85, 0.95]) : null
  const bolts = score.flashes.length > 0 ? createBolts(mood, score.flashes, horizon) : null
  const fog = mood.fog ? createFog(palette, horizon, mood.seesSky) : null
  const lampGlow = createGlowSprite([1, 0.88, 0.62], 256)

  return {
    grade: { ...NEUTRAL_GRADE, bloom: mood.light === 'day' ? 0.12 : 0.26, vignette: 0.34 },
    draw(pen, t, progress) {
      const move = easeInOut(progress)
      const heave = Math.sin(t * 0.9) * 1.6
      sky.draw(pen, t)
      pen.translate(0, heave)
      bolts?.(pen, t)
      const swellPhase = t * 1.55
      const sea = water.draw(t, swellPhase, (move - 0.5) * 26)
      pen.imageSmoothingQuality = 'low'
      pen.drawImage(sea, 0, horizon, WIDTH, HEIGHT - horizon + 4)
      fog?.(pen, 1)
      const landShift = (0.5 - move) * 16
      if (land) {
        pen.drawImage(land.canvas, LAND_LEFT - 60 + landShift, horizon - 300)
        const foot = horizon - land.getHeightAt(LAND_LEFT + TOWER_AT) + 6
        if (hasLighthouse) drawLighthouse(pen, LAND_LEFT + TOWER_AT + landShift, foot, palette, mood, t, lampGlow, sunX)
      }
      if (hasBoat) drawBoat(pen, boatX + (move - 0.5) * 46, horizon + 15, palette, t, 1.12)
      fog?.(pen, 0.35)
      gulls(pen, t)
      spray(pen, t, (move - 0.5) * -40)
      const grow = 1 + 0.05 * move
      pen.drawImage(rocks, -20 - 60 * move, HEIGHT + 4 - rocks.height * grow, rocks.width * grow, rocks.height * grow)
      pen.translate(0, -heave)
      rain?.(pen, t)
      const flash = flashLight(score.flashes, t)
      if (flash > 0.01) {
        pen.globalCompositeOperation = 'screen'
        pen.fillStyle = `rgba(150,170,215,${(flash * 0.55).toFixed(3)})`
        pen.fillRect(0, 0, WIDTH, HEIGHT)
        pen.globalCompositeOperation = 'source-over'
      }
    },
  }
}

function getDeepColor(palette: Palette, mood: Mood): Rgb {
  const tone =
    mood.light === 'night' ? parseHex('#04101c') : mood.light === 'day' ? parseHex('#0a3f5c') : parseHex('#0d2438')
  return mix(tone, scaleColor(palette.ambient, 0.6), 0.45)
}

function getShallowColor(palette: Palette, mood: Mood): Rgb {
  const tone =
    mood.light === 'night' ? parseHex('#0c2c3e') : mood.light === 'day' ? parseHex('#1f7f8e') : parseHex('#27566a')
  return mix(tone, palette.ambient, 0.35)
}

/** Returns the brightness of stone, from 0 to 1. The stone has broad blocks, steep cracks, and slanted layers. */
function swayAt(noise: Noise, x: number, y: number): number {
  const warp = noise.fbm(x * 1.3 + 9, y * 1.3, 3)
  const block = noise.fbm(x + warp * 1.6, y * 0.8 + x * 0.35 + warp, 6)
  const crack = Math.abs(noise.at(x * 1.7 + warp * 2.2 + 50, y * 2.6 + x) - 0.5) * 2
  return block * 0.75 + Math.min(1, crack * 2.4) * 0.25
}

/** Draws the headland on the right. It is lit from the sun's side, with grass on top and haze at its foot. */
function paintLand(palette: Palette, noise: Noise, sunX: number, mood: Mood) {
  const getHeightAt = (x: number) => {
    const along = (x - LAND_LEFT) / (WIDTH - LAND_LEFT + 60)
    if (along <= 0) return 0
    const rise = smoothstep(0, 0.42, along) * 62 + smoothstep(0.3, 1.05, along) * 76
    return rise * (0.82 + 0.36 * noise.fbm(x / 70, 3.3, 4)) + 10 * noise.fbm(x / 14, 8.1, 3) * smoothstep(0, 0.1, along)
  }
  const width = WIDTH - LAND_LEFT + 140
  const tint = mix(scaleColor(palette.ambient, 0.62), parseHex('#3b332f'), 0.4)
  const grass = mix(scaleColor(palette.ambient, 0.7), parseHex('#3d4a2c'), 0.45)
  const light = mood.light === 'night' ? 0.32 : mood.storm ? 0.4 : 0.85
  const { canvas } = paint(width, 304, (px, py, pixel) => {
    const x = px + LAND_LEFT - 60
    const top = 300 - getHeightAt(x)
    if (py < top - 1) {
      pixel[3] = 0
      return
    }
    const down = py - top
    const stone = swayAt(noise, x / 58, py / 34)
    const lit = clamp((stone - swayAt(noise, (x - 5) / 58, (py - 4) / 34)) * 3.4 + 0.34)
    const facing = clamp(1.15 - ((x - sunX) / 900) * 0.5) * smoothstep(0.15, 0.75, lit)
    const green = smoothstep(26, 4, down + 16 * (stone - 0.5))
    const haze = 0.2 + 0.3 * smoothstep(60, 300, py)
    const edge = Math.exp(-down / 2.6) * 0.5 * light
    for (let c = 0; c < 3; c++) {
      const base = (tint[c] as number) + ((grass[c] as number) - (tint[c] as number)) * green
      const value =
        base * (0.45 + 0.5 * stone) +
        (palette.sun[c] as number) * facing * light * 0.42 +
        (palette.sun[c] as number) * edge * 0.5
      pixel[c] = value + ((palette.haze[c] as number) - value) * haze * 0.75
    }
    pixel[3] = clamp(py - top + 1) * clamp((303 - py) / 2)
  })
  return { canvas, getHeightAt }
}

/** Draws dark wet rocks in the near corner, with light along their upper edges. They anchor the frame. */
function paintRocks(palette: Palette, noise: Noise, mood: Mood) {
  const width = 720
  const height = 250
  const getTopAt = (x: number) => {
    const fall = smoothstep(0, 640, x)
    return 62 + fall * 175 + 66 * (noise.ridged(x / 170, 21.5, 5) - 0.5) * (1 - fall * 0.4)
  }
  const light = mood.light === 'night' ? 0.3 : 0.8
  return paint(width, height, (x, y, pixel) => {
    const top = getTopAt(x)
    if (y < top - 1) {
      pixel[3] = 0
      return
    }
    const down = y - top
    const stone = swayAt(noise, x / 120, y / 74 + 31)
    const lit = clamp((stone - swayAt(noise, (x + 6) / 120, (y - 7) / 74 + 31)) * 3 + 0.12)
    const edge = Math.exp(-down / 5) * 0.6
    for (let c = 0; c < 3; c++) {
      const base = (palette.ambient[c] as number) * 0.3 * (0.3 + stone)
      pixel[c] =
        base +
        ((palette.sun[c] as number) * 0.55 + (palette.horizon[c] as number) * 0.45) *
          (lit * 0.5 + edge * 0.5) *
          light *
          (0.3 + 0.7 * Math.exp(-down / 70))
    }
    pixel[3] = clamp(y - top + 1)
  }).canvas
}

/** Creates the drops that each break throws up, in three fans along the rocks. */
function createSpray(mood: Mood, score: OceanPlan, palette: Palette): (pen: Pen, t: number, shift: number) => void {
  const random = mood.random('spray')
  const tint = mix([0.95, 0.97, 1], palette.horizon, 0.35)
  const sprite = createGlowSprite(scaleColor(tint, mood.light === 'night' ? 0.5 : 0.95), 48)
  const drops = score.breaks.flatMap((at) =>
    Array.from({ length: 120 }, () => {
      const spot = random.pick([150, 330, 500])
      return {
        at: at + random.between(-0.08, 0.3),
        x: spot + random.between(-90, 90),
        y: 560 + spot * 0.26,
        vx: random.between(-60, 100),
        vy: -random.between(70, 330) * (0.5 + 0.6 * score.roughness),
        size: random.between(3, 26),
        life: random.between(0.5, 1.25),
      }
    }),
  )
  return (pen, t, shift) => {
    pen.globalCompositeOperation = 'screen'
    for (const drop of drops) {
      const since = t - drop.at
      if (since < 0 || since > drop.life) continue
      const fade = since / drop.life
      pen.globalAlpha = 0.5 * Math.sin(Math.PI * Math.min(1, fade * 1.4 + 0.15)) * (1 - fade)
      stamp(
        pen,
        sprite,
        drop.x + drop.vx * since + shift,
        drop.y + drop.vy * since + 290 * since * since,
        drop.size * (1 + fade * 1.6),
      )
    }
    pen.globalAlpha = 1
    pen.globalCompositeOperation = 'source-over'
  }
}

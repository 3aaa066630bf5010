// Dunes in low light: wind draws sand over the crests, the far ones swim in heat.
import { mix, parseHex, scaleColor, toCss } from '../../draw/color.ts'
import { Noise } from '../../draw/noise.ts'
import { choosePalette } from '../../draw/palette.ts'
import { createSky } from '../../draw/sky.ts'
import { createGlowSprite, HEIGHT, stamp, WIDTH } from '../../draw/stage.ts'
import { Terrain } from '../../draw/terrain.ts'
import { clamp, easeInOut, lerp } from '../../math.ts'
import type { Mood } from '../../mood.ts'
import { defineScene, NEUTRAL_GRADE, OUTDOORS, type Picture } from '../../scene.ts'
import { addPad, addWind } from '../../sound/ambience.ts'
import { createWhiteNoise, filter, shapeEnvelope } from '../../sound/dsp.ts'
import type { Studio } from '../../sound/studio.ts'

interface DesertPlan {
  /** Gusts that lift sand, in seconds. */
  gusts: readonly number[]
}

export const desert = defineScene<DesertPlan>({
  name: 'desert',
  subjects: [['desert']],
  shows: ['desert', 'desertDetail', ...OUTDOORS],
  sounds: [],
  usualLights: ['dusk', 'dawn', 'dusk', 'day'],
  plan(mood) {
    const random = mood.random('desert plan')
    const gusts: number[] = []
    for (let at = random.between(0.4, 1); at < mood.seconds; at += random.between(1.6, 2.4)) gusts.push(at)
    return { gusts }
  },
  picture: drawPicture,
  sound: createSound,
})

const getGustAt = (plan: DesertPlan, t: number) =>
  clamp(plan.gusts.reduce((sum, at) => sum + Math.exp(-(((t - at - 0.5) / 0.55) ** 2)), 0.15))

function drawPicture(mood: Mood, plan: DesertPlan): Picture {
  const palette = choosePalette(mood)
  const noise = new Noise(mood.seed)
  const random = mood.random('desert')
  const isNight = mood.light === 'night'
  const sunSide = random.chance(0.5) ? 1 : -1
  const low = mood.light === 'dawn' || mood.light === 'dusk'
  const horizon = 300
  const sunX = WIDTH / 2 + sunSide * random.between(190, 330)
  const sky = createSky(mood, palette, noise, {
    horizon: horizon + 8,
    sunX,
    sunY: low ? 226 : 84,
    sunSize: isNight ? 26 : low ? 40 : 24,
    cover: isNight ? 0.12 : random.between(0.12, 0.3),
  })
  const sand = isNight ? parseHex('#8d8f9c') : parseHex('#d99a5b')
  const pale = isNight ? parseHex('#a6abbd') : parseHex('#f0c58c')
  const terrain = new Terrain({
    getHeight(x, z) {
      // A dune climbs slowly with the wind and falls at the slope of loose sand behind its crest.
      const bend = 62 * (noise.fbm(x / 180, z / 180 + 4, 3) - 0.5)
      const getDuneHeight = (wavelength: number, level: number, turn: number, shift: number) => {
        const along = (sunSide * x * 0.82 + z * turn + bend * (wavelength / 70)) / wavelength + shift
        const at = along - Math.floor(along)
        const profile = at < 0.7 ? (at / 0.7) ** 1.7 : 1 - (at - 0.7) / 0.3
        return profile * level * (0.25 + 1.05 * noise.at(x / (wavelength * 1.3) + 9, z / (wavelength * 1.5)))
      }
      return getDuneHeight(205, 46, 0.55, 0.1) + getDuneHeight(83, 9, -0.25, 0.6) + 10 * noise.fbm(x / 130, z / 130, 2)
    },
    getColor(x, z, height, slope) {
      const wave = Math.sin((z * 1.15 + x * 0.5 + 14 * noise.at(x / 22, z / 22)) * 1.25)
      const grainy = noise.fbm(x / 3, z / 3, 2)
      return scaleColor(
        mix(sand, pale, clamp(height / 46 + (grainy - 0.5) * 0.4)),
        0.9 + 0.11 * wave * (1 - slope) + 0.12 * (grainy - 0.5),
      )
    },
    sun: scaleColor(palette.sun, isNight ? 0.8 : 1.35),
    ambient: scaleColor(mix(palette.ambient, palette.upper, 0.4), isNight ? 0.9 : 0.62),
    sunSide,
    sunRise: low ? 0.3 : 0.7,
    hazeNear: mix(palette.horizon, palette.haze, 0.2),
    hazeFar: mix(palette.haze, palette.horizon, 0.45),
    visibility: mood.storm || mood.wind ? 150 : 300,
  })
  const grain = createGlowSprite(mix(pale, palette.sun, 0.4), 32)
  const drift = createGlowSprite(mix(pale, palette.horizon, 0.5), 128)
  const motes = Array.from({ length: 260 }, () => ({
    x: random.between(0, WIDTH),
    y: HEIGHT * random.between(0.42, 1),
    speed: random.between(180, 620),
    size: random.between(1.4, 5),
    phase: random.between(0, 7),
    opacity: random.between(0.12, 0.5),
  }))
  const veils = Array.from({ length: 16 }, () => ({
    x: random.between(0, WIDTH),
    y: random.between(330, 640),
    speed: random.between(70, 190),
    size: random.between(260, 620),
    opacity: random.between(0.03, 0.1),
  }))
  const wind = -sunSide

  const beyond = mix(palette.horizon, palette.haze, 0.15)

  return {
    grade: { ...NEUTRAL_GRADE, bloom: 0.22, vignette: 0.32 },
    draw(pen, t, progress) {
      const move = easeInOut(progress)
      sky.draw(pen, t)
      // The color beyond the drawn land.
      pen.fillStyle = toCss(beyond)
      pen.fillRect(0, horizon + 8, WIDTH, HEIGHT)
      const z = lerp(60, 104, move)
      const x = 512 + lerp(-12, 12, move)
      const land = terrain.draw({ x, z, height: lerp(52, 47, move), horizon, focal: 930, far: 700 }, t)
      pen.imageSmoothingQuality = 'low'
      pen.drawImage(land, 0, 0, WIDTH, HEIGHT)
      const gust = getGustAt(plan, t)
      pen.globalCompositeOperation = 'screen'
      for (const veil of veils) {
        pen.globalAlpha = veil.opacity * (0.3 + gust)
        const vx = (((veil.x + wind * veil.speed * t) % (WIDTH + 700)) + WIDTH + 700) % (WIDTH + 700)
        stamp(pen, drift, vx - 350, veil.y, veil.size, veil.size * 0.16)
      }
      for (const mote of motes) {
        const mx = (((mote.x + wind * mote.speed * t) % WIDTH) + WIDTH) % WIDTH
        pen.globalAlpha = mote.opacity * gust
        stamp(pen, grain, mx, mote.y + Math.sin(t * 3 + mote.phase) * 9, mote.size * 3, mote.size)
      }
      pen.globalAlpha = 1
      pen.globalCompositeOperation = 'source-over'
    },
  }
}

function createSound(studio: Studio, mood: Mood, plan: DesertPlan): void {
  studio.room = { seconds: 2.9, brightness: 0.4 }
  const { rate, length } = studio
  addWind(studio, new Noise(mood.seed), 0.55, 0.8)
  for (const side of [-1, 1]) {
    const sand = filter(
      createWhiteNoise(length, studio.random(`sand ${side}`)),
      rate,
      'band',
      (t) => 3200 + 2400 * getGustAt(plan, t - side * 0.06),
      0.8,
    )
    shapeEnvelope(sand, rate, (t) => getGustAt(plan, t - side * 0.06) ** 1.6)
    studio.add(sand, { gain: 0.2, pan: side * 0.8 })
  }
  const root = 98
  addPad(studio, [root, root * 1.5, root * 2], 0.2, 0.35)
}

// Peaks above a sea of cloud: a slow flight along a valley, first light on the ridges.
import { mix, parseHex, scaleColor, toCss } from '../../draw/color.ts'
import { Noise } from '../../draw/noise.ts'
import { choosePalette } from '../../draw/palette.ts'
import { createSky } from '../../draw/sky.ts'
import { HEIGHT, WIDTH } from '../../draw/stage.ts'
import { Terrain } from '../../draw/terrain.ts'
import { createRain, createSnow } from '../../draw/weather.ts'
import { easeInOut, lerp, smoothstep } from '../../math.ts'
import type { Mood } from '../../mood.ts'
import { defineScene, NEUTRAL_GRADE, OUTDOORS, type Picture } from '../../scene.ts'
import { createGulls } from '../ocean/subjects.ts'
import type { MountainPlan } from './plan.ts'
import { createMountainSound } from './sound.ts'

export const mountains = defineScene<MountainPlan>({
  name: 'mountains',
  subjects: [['mountain']],
  shows: ['mountain', 'mountainDetail', 'rain', 'snow', 'fog', ...OUTDOORS],
  sounds: [],
  usualLights: ['dawn', 'dawn', 'dusk', 'day'],
  plan(mood) {
    const random = mood.random('mountain plan')
    const calls = mood.light === 'night' ? [] : [1.3, 4.2].filter((at) => at < mood.seconds - 1)
    return {
      eagles: calls.map((at) => ({
        at: at + random.between(0, 0.5),
        pan: random.between(-0.6, 0.6),
        pitch: random.between(1500, 1900),
      })),
    }
  },
  picture: drawPicture,
  sound: createMountainSound,
})

function drawPicture(mood: Mood, plan: MountainPlan): Picture {
  const palette = choosePalette(mood)
  const noise = new Noise(mood.seed)
  const random = mood.random('mountains')
  const sunSide = random.chance(0.5) ? 1 : -1
  const low = mood.light === 'dawn' || mood.light === 'dusk'
  const horizon = 330
  const sunX = WIDTH / 2 + sunSide * random.between(220, 360)
  const sunY = low ? horizon - random.between(86, 120) : mood.light === 'night' ? 110 : 80
  const isHidden = mood.rain && !mood.seesSky
  // Flakes fall from thin clouds: the light comes through them, the sun is not seen.
  const isVeiled = mood.snow && !mood.seesSky
  const sky = createSky(mood, palette, noise, {
    horizon: horizon + 8,
    sunX,
    sunY,
    sunSize: isHidden || isVeiled ? 0 : mood.light === 'night' ? 24 : 27,
    cover: isHidden ? 0.9 : isVeiled ? 0.42 : random.between(0.25, 0.5),
  })
  const isNight = mood.light === 'night'
  const snowLine = mood.snow ? 18 : random.between(46, 62)
  const rock = mix(parseHex('#5b5049'), palette.ambient, 0.25)
  const pine = parseHex('#27352a')
  const snow = parseHex('#f4f6fb')
  const cloudBase = mood.fog ? 44 : random.between(27, 35)
  const cloudSea = {
    color: mix(palette.cloudLit, palette.horizon, 0.3),
    shade: mix(palette.haze, palette.cloudShade, 0.35),
    drift: 6,
    getHeight: (x: number, z: number) => cloudBase + 26 * (noise.fbm(x / 62 + 80, z / 62, 4) - 0.5),
  }
  const terrain = new Terrain(
    {
      getHeight(x, z) {
        const warp = noise.fbm(x / 90 + 3, z / 90, 2) * 30
        const ridge = noise.ridged((x + warp) / 190 + 5, (z + warp) / 190 + 11, 4)
        // A valley runs ahead of the camera; its sides rise away from it.
        const side = Math.abs(x - 512 - 46 * Math.sin(z / 95)) / 150
        const wall = smoothstep(0.05, 1.25, side)
        return 12 + ridge * (26 + 84 * wall) + wall * 16 + 9 * (noise.fbm(x / 17 + z / 40, z / 17 - x / 40, 4) - 0.28)
      },
      getColor(x, z, height, slope) {
        const patch = noise.fbm(x / 22, z / 22, 3)
        const covered =
          smoothstep(snowLine - 9, snowLine + 14, height + (patch - 0.5) * 34) * smoothstep(0.72, 0.3, slope)
        const wooded = smoothstep(44, 26, height + (patch - 0.5) * 22) * smoothstep(0.6, 0.4, slope)
        const base = mix(scaleColor(rock, 0.7 + 0.6 * patch), pine, wooded)
        return mix(base, snow, covered)
      },
      sun: scaleColor(palette.sun, isNight ? 0.85 : isHidden ? 0.75 : 1.25),
      ambient: scaleColor(mix(palette.ambient, palette.upper, 0.35), isNight ? 1.5 : 0.95),
      sunSide,
      sunRise: low ? 0.42 : 0.85,
      hazeNear: mix(palette.horizon, palette.haze, 0.35),
      hazeFar: mix(palette.haze, palette.horizon, 0.35),
      visibility: mood.fog ? 190 : 420,
    },
    cloudSea,
  )
  const birds = createGulls(mood, plan.eagles)
  const rain = mood.rain ? createRain(mood, 0.5, [0.8, 0.86, 0.95]) : null
  const snowfall = mood.snow ? createSnow(mood, 0.7, [0.95, 0.97, 1]) : null
  const turn = random.chance(0.5) ? 1 : -1

  const beyond = mix(palette.horizon, palette.haze, 0.15)

  return {
    grade: { ...NEUTRAL_GRADE, bloom: low ? 0.24 : 0.14, vignette: 0.3 },
    draw(pen, t, progress) {
      const move = easeInOut(progress)
      sky.draw(pen, t)
      // The color beyond the drawn land.
      pen.fillStyle = toCss(beyond)
      pen.fillRect(0, horizon + 8, WIDTH, HEIGHT)
      const z = lerp(70, 128, move)
      const x = 512 + 46 * Math.sin(z / 95) + turn * lerp(-16, 16, move)
      const land = terrain.draw(
        { x, z, height: lerp(82, 74, move), horizon: horizon - 34 + 12 * move, focal: 1020, far: 820 },
        t,
      )
      pen.imageSmoothingQuality = 'low'
      pen.drawImage(land, 0, 0, WIDTH, HEIGHT)
      birds(pen, t)
      rain?.(pen, t)
      snowfall?.(pen, t)
    },
  }
}

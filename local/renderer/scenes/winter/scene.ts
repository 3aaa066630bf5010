// A snowed-in cabin between pines: warm windows, smoke, flakes in depth, northern lights at night.
import type { Canvas } from '@napi-rs/canvas'
import { hex, mix, type Rgb, scale } from '../../draw/color.ts'
import { Noise } from '../../draw/noise.ts'
import { choosePalette } from '../../draw/palette.ts'
import { createSky } from '../../draw/sky.ts'
import { glowSprite, HEIGHT, PixelField, stamp, WIDTH } from '../../draw/stage.ts'
import { createSnow } from '../../draw/weather.ts'
import { ease, lerp } from '../../math.ts'
import type { Mood } from '../../mood.ts'
import { defineScene, NEUTRAL_GRADE, type Picture, wordList } from '../../scene.ts'
import type { WinterPlan } from './plan.ts'
import { CABIN_X, CABIN_Y, drawCabin, GROUND, paintGround, paintHills, pines } from './props.ts'
import { winterSound } from './sound.ts'

export const winter = defineScene<WinterPlan>({
  name: 'winter',
  keywords:
    wordList(`blizzard christmas cabin aurora northern ski skiing igloo sleigh santa reindeer penguin penguins polar
    arctic antarctica snowman`),
  hints: wordList('snow snowy snowing snowfall winter wintry ice icy frozen holiday'),
  usualLights: ['night', 'dusk', 'dawn'],
  plan(mood) {
    const random = mood.random('winter plan')
    const bells: { at: number; step: number }[] = []
    const beat = 0.42
    for (let i = 0; i * beat < mood.seconds - 0.6; i++)
      if (i % 4 !== 3 || random.chance(0.4))
        bells.push({ at: 0.35 + i * beat, step: [0, 4, 2, 7, 5, 4, 2, 1][i % 8] ?? 0 })
    return {
      bells,
      hasAurora:
        mood.light === 'night' &&
        !mood.storm &&
        (mood.words.has('aurora') || mood.words.has('northern') || random.chance(0.7)),
    }
  },
  picture,
  sound: winterSound,
})

function picture(mood: Mood, plan: WinterPlan): Picture {
  const palette = choosePalette(mood)
  const noise = new Noise(mood.seed)
  const random = mood.random('winter')
  const isDay = mood.light === 'day'
  const isNight = mood.light === 'night'
  const sky = createSky(mood, palette, noise, {
    horizon: GROUND - 40,
    sunX: random.between(220, 420),
    sunY: isNight ? 120 : 360,
    sunSize: isNight ? 22 : 0,
    cover: plan.hasAurora ? 0.06 : mood.storm ? 0.95 : 0.45,
  })
  const aurora = plan.hasAurora
    ? createAurora(
        noise,
        random.pick([
          [hex('#3dffb0'), hex('#8a5bff')],
          [hex('#5affd0'), hex('#ff6fb4')],
        ] as const),
      )
    : null
  const snowColor = isNight
    ? mix(hex('#8fa6cf'), palette.haze, 0.3)
    : isDay
      ? hex('#eef3f9')
      : mix(hex('#dfe4f2'), palette.horizon, 0.25)
  const hills = paintHills(noise, palette, snowColor)
  const far = pines(
    mood,
    'far',
    60,
    60,
    120,
    GROUND - 8,
    mix(scale(palette.ambient, 0.8), palette.haze, 0.55),
    snowColor,
    0.6,
  )
  const middle = pines(
    mood,
    'middle',
    24,
    150,
    270,
    GROUND + 34,
    scale(palette.ambient, isDay ? 0.5 : 0.62),
    snowColor,
    0.75,
  )
  const ground = paintGround(noise, palette, snowColor, isDay)
  const near = pines(mood, 'near', 6, 430, 620, HEIGHT + 30, scale(palette.ambient, isDay ? 0.3 : 0.36), snowColor, 0.7)
  const cabin = drawCabin(palette, snowColor, isDay)
  const warm = glowSprite(hex('#ffae55'), 256)
  const smoke = glowSprite(mix(palette.haze, snowColor, 0.4), 128)
  const puffs = Array.from({ length: 26 }, (_, i) => ({
    lag: i / 26,
    sway: random.between(-16, 16),
    size: random.between(0.7, 1.3),
  }))
  const snowfall = createSnow(mood, mood.storm ? 1.7 : 1, isNight ? [0.84, 0.9, 1] : [1, 1, 1])
  const side = random.chance(0.5) ? 1 : -1

  return {
    grade: { ...NEUTRAL_GRADE, bloom: 0.24, vignette: 0.38 },
    draw(pen, t, progress) {
      const move = ease(progress)
      const layer = (canvas: Canvas, depth: number) => {
        const grow = 1 + 0.085 * depth * move
        pen.drawImage(
          canvas,
          CABIN_X * (1 - grow) + side * depth * lerp(-16, 16, move),
          GROUND * (1 - grow),
          WIDTH * grow,
          HEIGHT * grow,
        )
      }
      sky.draw(pen, t)
      if (aurora) {
        pen.globalCompositeOperation = 'screen'
        pen.imageSmoothingQuality = 'high'
        pen.drawImage(aurora(t), 0, 0, WIDTH, GROUND)
        pen.imageSmoothingQuality = 'low'
        pen.globalCompositeOperation = 'source-over'
      }
      layer(hills, 0.15)
      layer(far, 0.35)
      layer(middle, 0.75)
      layer(ground, 1)
      const grow = 1 + 0.085 * move
      pen.save()
      pen.translate(CABIN_X * (1 - grow) + side * lerp(-16, 16, move), GROUND * (1 - grow))
      pen.scale(grow, grow)
      pen.globalAlpha = 0.5
      for (const puff of puffs) {
        const age = (t * 0.16 + puff.lag) % 1
        pen.globalAlpha = 0.34 * Math.sin(Math.PI * Math.min(1, age * 1.15)) * (1 - age)
        const wind = mood.wind ? 190 : 64
        stamp(
          pen,
          smoke,
          CABIN_X + 74 + age * wind + puff.sway * age + 5 * Math.sin(t + puff.lag * 9),
          CABIN_Y - 206 - age * 210,
          (22 + 110 * age) * puff.size,
        )
      }
      pen.globalAlpha = 1
      pen.drawImage(cabin, CABIN_X - 180, CABIN_Y - 232)
      if (!isDay) {
        const flicker = 0.86 + 0.1 * noise.fbm(t * 2.6, 4.5, 3)
        pen.globalCompositeOperation = 'screen'
        pen.globalAlpha = 0.6 * flicker
        stamp(pen, warm, CABIN_X - 62, CABIN_Y - 62, 270, 220)
        stamp(pen, warm, CABIN_X + 62, CABIN_Y - 62, 270, 220)
        pen.globalAlpha = 0.5 * flicker
        stamp(pen, warm, CABIN_X, CABIN_Y + 34, 560, 110)
        pen.globalAlpha = 1
        pen.globalCompositeOperation = 'source-over'
      }
      pen.restore()
      layer(near, 2)
      snowfall(pen, t)
    },
  }
}

/** Curtains of light: a folded line per height, brightest at its lower edge, drawn small and smoothed large. */
function createAurora(noise: Noise, [lower, upper]: readonly [Rgb, Rgb]): (t: number) => Canvas {
  const field = new PixelField(240, 96)
  return (t) => {
    const { data } = field
    let at = 0
    for (let y = 0; y < 96; y++) {
      for (let x = 0; x < 240; x++, at += 4) {
        let glow = 0
        let hue = 0
        for (let band = 0; band < 2; band++) {
          const fold = noise.fbm(x / 44 + band * 13 + t * 0.06, t * 0.1 + band * 7, 2)
          const foot = 66 - band * 22 - (fold - 0.5) * 58
          const up = foot - y
          const rays = 0.3 + 0.9 * noise.at(x / 3.4 + fold * 22 + t * 0.5, band * 31 + t * 0.16) ** 1.5
          const light = up < 0 ? Math.exp(up / 3.2) : Math.exp(-up / (26 + 26 * rays))
          glow += light * rays * (0.85 - band * 0.25)
          hue += up > 0 ? light * rays * Math.min(1, up / 46) : 0
        }
        const share = glow > 0 ? Math.min(1, hue / glow) : 0
        const power = Math.min(1, glow) * 200
        data[at] = (lower[0] + (upper[0] - lower[0]) * share) * power
        data[at + 1] = (lower[1] + (upper[1] - lower[1]) * share) * power
        data[at + 2] = (lower[2] + (upper[2] - lower[2]) * share) * power
      }
    }
    return field.canvas()
  }
}

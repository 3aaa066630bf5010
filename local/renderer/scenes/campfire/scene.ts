// A fire in a clearing at night: flames that lean and break off, sparks that rise, stones and trunks lit by it.
import type { Canvas } from '@napi-rs/canvas'
import { hex, mix, scale } from '../../draw/color.ts'
import { Noise } from '../../draw/noise.ts'
import { choosePalette } from '../../draw/palette.ts'
import { createSky } from '../../draw/sky.ts'
import { glowSprite, HEIGHT, type Pen, PixelField, stamp, WIDTH } from '../../draw/stage.ts'
import { createSnow } from '../../draw/weather.ts'
import { clamp, ease, lerp, smoothstep } from '../../math.ts'
import type { Mood } from '../../mood.ts'
import { defineScene, NEUTRAL_GRADE, type Picture, wordList } from '../../scene.ts'
import type { CampfirePlan } from './plan.ts'
import { FIRE_X, FIRE_Y, GROUND, paintGround, paintStones, paintWood, trees } from './props.ts'
import { campfireSound } from './sound.ts'

export const campfire = defineScene<CampfirePlan>({
  name: 'campfire',
  keywords: wordList(`campfire fire bonfire fireplace flame flames camp camping camper ember embers tent torch hearth
    marshmallow lantern`),
  hints: wordList('wood warm cozy cosy candle candles burning'),
  usualLights: ['night', 'night', 'dusk'],
  plan(mood) {
    const random = mood.random('cracks')
    const cracks: { at: number; power: number; pan: number }[] = []
    for (let at = random.between(0.2, 0.5); at < mood.seconds - 0.3; at += random.between(0.25, 0.95)) {
      cracks.push({ at, power: random.next() ** 2 * 0.85 + 0.15, pan: random.between(-0.35, 0.35) })
    }
    return { cracks }
  },
  picture,
  sound: campfireSound,
})

function picture(mood: Mood, plan: CampfirePlan): Picture {
  const base = choosePalette(mood)
  const noise = new Noise(mood.seed)
  const random = mood.random('campfire')
  const glowColor = hex('#ff9a45')
  const sky = createSky(mood, base, noise, {
    horizon: GROUND + 10,
    sunX: random.between(180, 380),
    sunY: mood.light === 'dusk' ? 380 : 105,
    sunSize: mood.light === 'dusk' ? 0 : 21,
    cover: 0.25,
  })
  const far = trees(mood, 'far', {
    count: 46,
    low: 120,
    high: 210,
    y: GROUND + 14,
    color: mix(scale(base.ambient, 0.75), base.haze, 0.5),
    glow: null,
    gap: 0,
  })
  const middle = trees(mood, 'middle', {
    count: 26,
    low: 210,
    high: 370,
    y: GROUND + 34,
    color: scale(base.ambient, 0.5),
    glow: mix(glowColor, base.ambient, 0.62),
    gap: 150,
  })
  const near = trees(mood, 'near', {
    count: 10,
    low: 480,
    high: 760,
    y: GROUND + 120,
    color: scale(base.ambient, 0.2),
    glow: mix(glowColor, [0, 0, 0], 0.42),
    gap: 420,
  })
  const ground = paintGround(noise, base.ambient, glowColor)
  const wood = paintWood(noise, random.between(0, 50))
  const stones = paintStones(mood, noise)
  const light = glowSprite(glowColor, 256)
  const fire = createFire(noise)
  const sparks = createSparks(mood, plan)
  const snow = mood.snow ? createSnow(mood, 0.8, [0.95, 0.9, 0.86]) : null
  const flicker = (t: number) =>
    0.82 +
    0.14 * (noise.fbm(t * 3.1, 5.5, 3) * 2 - 1) +
    plan.cracks.reduce((sum, { at, power }) => sum + (t > at ? power * 0.14 * Math.exp(-(t - at) / 0.16) : 0), 0)

  return {
    grade: { ...NEUTRAL_GRADE, bloom: 0.34, vignette: 0.46, lift: [0.01, 0.009, 0.014] },
    draw(pen, t, progress) {
      const move = ease(progress)
      const power = flicker(t)
      const zoom = lerp(1, 1.075, move)
      const layer = (canvas: Canvas, depth: number, alpha = 1) => {
        const grow = 1 + (zoom - 1) * depth
        const x = FIRE_X - FIRE_X * grow + (move - 0.5) * 34 * (depth - 1)
        pen.globalAlpha = alpha
        pen.drawImage(canvas, x, FIRE_Y - FIRE_Y * grow, WIDTH * grow, HEIGHT * grow)
        pen.globalAlpha = 1
      }
      sky.draw(pen, t)
      layer(far.dark, 0.35)
      layer(middle.dark, 0.7)
      layer(middle.lit, 0.7, power * 0.9)
      layer(ground.dark, 1)
      layer(ground.lit, 1, clamp(power))
      pen.save()
      pen.translate(FIRE_X, FIRE_Y)
      pen.scale(zoom, zoom)
      pen.translate(-FIRE_X, -FIRE_Y)
      pen.globalCompositeOperation = 'screen'
      pen.globalAlpha = 0.5 * power
      stamp(pen, light, FIRE_X, FIRE_Y - 60, 900, 620)
      pen.globalCompositeOperation = 'source-over'
      pen.globalAlpha = 1
      pen.drawImage(stones.back, 0, 0)
      pen.drawImage(wood, FIRE_X - 150, FIRE_Y - 74)
      pen.globalCompositeOperation = 'lighter'
      pen.imageSmoothingQuality = 'medium'
      pen.drawImage(fire(t), FIRE_X - 150, FIRE_Y - 344, 300, 360)
      pen.imageSmoothingQuality = 'low'
      pen.globalAlpha = 0.55 * power
      stamp(pen, light, FIRE_X, FIRE_Y - 36, 330, 250)
      pen.globalAlpha = 1
      pen.globalCompositeOperation = 'source-over'
      pen.drawImage(stones.front, 0, 0)
      sparks(pen, t)
      pen.restore()
      layer(near.dark, 1.7)
      layer(near.lit, 1.7, power * 0.8)
      snow?.(pen, t)
    },
  }
}

const FIRE_WIDTH = 150

const FIRE_HEIGHT = 180

/** Flames: noise that rises and is cut by a shape that narrows, coloured by its heat. */
function createFire(noise: Noise): (t: number) => Canvas {
  const field = new PixelField(FIRE_WIDTH, FIRE_HEIGHT)
  return (t) => {
    const { data } = field
    let at = 0
    for (let y = 0; y < FIRE_HEIGHT; y++) {
      const up = 1 - y / FIRE_HEIGHT
      const lean = 0.1 * (noise.at(t * 1.1, up * 1.4 - t * 0.9) - 0.5) * up * 2.4
      const width = (0.3 - 0.24 * up) * smoothstep(-0.06, 0.1, up) + 0.02
      for (let x = 0; x < FIRE_WIDTH; x++, at += 4) {
        const u = x / FIRE_WIDTH - 0.5 + lean
        const across = Math.abs(u) / width
        if (across > 1.7) {
          data[at] = data[at + 1] = data[at + 2] = 0
          continue
        }
        const rise = t * 2.5
        const coarse = noise.at(u * 7 + 20, up * -4.2 + rise + 3)
        const fine = noise.at(u * 15 + coarse * 2.2, up * -8.5 + rise * 1.9)
        const lick = noise.at(u * 30 + coarse * 3, up * -15 + rise * 3.2)
        const turbulence = coarse * 0.55 + fine * 0.3 + lick * 0.15
        let heat = (1.12 - across * across * 0.62) * (0.4 + 1.15 * turbulence) - up * (0.62 + 0.75 * (1 - coarse)) - 0.1
        heat = clamp(heat * 1.2) * smoothstep(0, 0.07, up) * smoothstep(1, 0.72, up)
        const warm = heat * heat
        data[at] = 255 * clamp(heat * 1.65)
        data[at + 1] = 255 * clamp(warm * 0.98)
        data[at + 2] = 255 * clamp(warm * warm * 0.5)
      }
    }
    return field.canvas()
  }
}

function createSparks(mood: Mood, plan: CampfirePlan): (pen: Pen, t: number) => void {
  const random = mood.random('sparks')
  const sprite = glowSprite(hex('#ffb765'), 32)
  const steady = Array.from({ length: Math.round(mood.seconds * 16) }, () => ({
    at: random.between(-2, mood.seconds),
    power: 0.2,
  }))
  const bursts = plan.cracks.flatMap(({ at, power }) =>
    Array.from({ length: Math.round(6 + 26 * power) }, () => ({ at: at + random.between(0, 0.06), power })),
  )
  const sparks = [...steady, ...bursts].map(({ at, power }) => ({
    at,
    x: FIRE_X + random.between(-50, 50),
    vx: random.between(-60, 60) * (0.5 + power),
    vy: -random.between(110, 330) * (0.7 + 0.5 * power),
    swirl: random.between(8, 34),
    turn: random.between(2, 6),
    phase: random.between(0, 7),
    life: random.between(0.7, 2.3),
    size: random.between(3, 8.5),
  }))
  return (pen, t) => {
    pen.globalCompositeOperation = 'lighter'
    for (const spark of sparks) {
      const since = t - spark.at
      if (since < 0 || since > spark.life) continue
      const age = since / spark.life
      const slow = (1 - Math.exp(-since * 1.6)) / 1.6
      pen.globalAlpha = (1 - age) * (0.65 + 0.35 * Math.sin(since * 21 + spark.phase))
      stamp(
        pen,
        sprite,
        spark.x + spark.vx * slow + spark.swirl * age * Math.sin(since * spark.turn + spark.phase),
        FIRE_Y - 80 + spark.vy * slow * 1.3 - 26 * since,
        spark.size * (1 - 0.5 * age),
      )
    }
    pen.globalAlpha = 1
    pen.globalCompositeOperation = 'source-over'
  }
}

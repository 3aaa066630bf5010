// A snowed-in cabin between pines: warm windows, smoke, flakes in depth, northern lights at night.
import type { Canvas } from '@napi-rs/canvas'
import { css, hex, mix, type Rgb, scale } from '../color.ts'
import { clamp, ease, lerp, smoothstep } from '../math.ts'
import type { Mood } from '../mood.ts'
import { Noise } from '../noise.ts'
import { choosePalette, type Palette } from '../palette.ts'
import { defineScene, NEUTRAL_GRADE, type Picture } from '../scene.ts'
import { createSky } from '../sky.ts'
import { winterSound } from '../sound/winter.ts'
import { createLayer, glowSprite, HEIGHT, PixelField, paint, stamp, WIDTH } from '../stage.ts'
import { createSnow } from '../weather.ts'
import { drawPines } from './trees.ts'

export interface WinterPlan {
  /** Bells of a sleigh or chimes, in seconds. */
  bells: readonly { at: number; step: number }[]
  hasAurora: boolean
}

export const winter = defineScene<WinterPlan>({
  name: 'winter',
  keywords: ['snow', 'snowy', 'snowfall', 'snowing', 'winter', 'wintry', 'blizzard', 'christmas', 'cabin', 'aurora', 'northern', 'ski', 'skiing', 'igloo', 'frozen', 'ice', 'icy', 'sleigh', 'santa', 'reindeer', 'penguin', 'penguins', 'polar', 'arctic', 'antarctica', 'holiday', 'snowman'],
  usualLights: ['night', 'dusk', 'dawn'],
  plan(mood) {
    const random = mood.random('winter plan')
    const bells: { at: number; step: number }[] = []
    const beat = 0.42
    for (let i = 0; i * beat < mood.seconds - 0.6; i++) if (i % 4 !== 3 || random.chance(0.4)) bells.push({ at: 0.35 + i * beat, step: [0, 4, 2, 7, 5, 4, 2, 1][i % 8] ?? 0 })
    return { bells, hasAurora: mood.light === 'night' && !mood.storm && (mood.words.has('aurora') || mood.words.has('northern') || random.chance(0.7)) }
  },
  picture,
  sound: winterSound,
})

const GROUND = 470
const CABIN_X = 770
const CABIN_Y = 520

function picture(mood: Mood, plan: WinterPlan): Picture {
  const palette = choosePalette(mood)
  const noise = new Noise(mood.seed)
  const random = mood.random('winter')
  const isDay = mood.light === 'day'
  const isNight = mood.light === 'night'
  const sky = createSky(mood, palette, noise, { horizon: GROUND - 40, sunX: random.between(220, 420), sunY: isNight ? 120 : 360, sunSize: isNight ? 22 : 0, cover: plan.hasAurora ? 0.06 : mood.storm ? 0.95 : 0.45 })
  const aurora = plan.hasAurora ? createAurora(noise, random.pick([[hex('#3dffb0'), hex('#8a5bff')], [hex('#5affd0'), hex('#ff6fb4')]] as const)) : null
  const snowColor = isNight ? mix(hex('#8fa6cf'), palette.haze, 0.3) : isDay ? hex('#eef3f9') : mix(hex('#dfe4f2'), palette.horizon, 0.25)
  const hills = paintHills(noise, palette, snowColor)
  const far = pines(mood, 'far', 60, 60, 120, GROUND - 8, mix(scale(palette.ambient, 0.8), palette.haze, 0.55), snowColor, 0.6)
  const middle = pines(mood, 'middle', 24, 150, 270, GROUND + 34, scale(palette.ambient, isDay ? 0.5 : 0.62), snowColor, 0.75)
  const ground = paintGround(noise, palette, snowColor, isDay)
  const near = pines(mood, 'near', 6, 430, 620, HEIGHT + 30, scale(palette.ambient, isDay ? 0.3 : 0.36), snowColor, 0.7)
  const cabin = drawCabin(palette, snowColor, isDay)
  const warm = glowSprite(hex('#ffae55'), 256)
  const smoke = glowSprite(mix(palette.haze, snowColor, 0.4), 128)
  const puffs = Array.from({ length: 26 }, (_, i) => ({ lag: i / 26, sway: random.between(-16, 16), size: random.between(0.7, 1.3) }))
  const snowfall = createSnow(mood, mood.storm ? 1.7 : 1, isNight ? [0.84, 0.9, 1] : [1, 1, 1])
  const side = random.chance(0.5) ? 1 : -1

  return {
    grade: { ...NEUTRAL_GRADE, bloom: 0.24, vignette: 0.38 },
    draw(pen, t, progress) {
      const move = ease(progress)
      const layer = (canvas: Canvas, depth: number) => {
        const grow = 1 + 0.085 * depth * move
        pen.drawImage(canvas, CABIN_X * (1 - grow) + side * depth * lerp(-16, 16, move), GROUND * (1 - grow), WIDTH * grow, HEIGHT * grow)
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
        stamp(pen, smoke, CABIN_X + 74 + age * wind + puff.sway * age + 5 * Math.sin(t + puff.lag * 9), CABIN_Y - 206 - age * 210, (22 + 110 * age) * puff.size)
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

function pines(mood: Mood, name: string, count: number, low: number, high: number, y: number, color: Rgb, snow: Rgb, snowed: number): Canvas {
  const random = mood.random(`pines ${name}`)
  const { canvas, pen } = createLayer(WIDTH, HEIGHT)
  const isNear = name === 'near'
  const spots = Array.from({ length: count }, (_, i) => {
    let x = ((i + random.between(0.05, 0.95)) / count) * (WIDTH + 120) - 60
    if (isNear) x = [20, 132, 1190, 1262, -40, 1130][i] ?? x
    if (name === 'middle' && Math.abs(x - CABIN_X) < 170) x += x < CABIN_X ? -150 : 150
    return { x, y: y + random.between(-10, 16) + (isNear ? i * 9 : 0), height: random.between(low, high) }
  })
  drawPines(pen, spots, mood.random(`draw ${name}`), () => ({ shade: color, tip: mix(color, snow, snowed * random.between(0.7, 1)) }))
  return canvas
}

function paintHills(noise: Noise, palette: Palette, snow: Rgb): Canvas {
  return paint(WIDTH, HEIGHT, (x, y, pixel) => {
    const ridge = GROUND - 30 - 150 * noise.ridged(x / 420 + 3, 2.2, 5)
    if (y < ridge || y > GROUND + 20) {
      pixel[3] = 0
      return
    }
    const face = noise.ridged(x / 90 + 3, y / 70, 5)
    const lit = clamp(0.4 + (face - noise.ridged((x - 4) / 90 + 3, (y - 3) / 70, 4)) * 3)
    const far = smoothstep(ridge, GROUND, y)
    for (let c = 0; c < 3; c++) {
      const value = mix(scale(palette.ambient, 0.85), snow, 0.28 + 0.5 * lit)[c] as number
      pixel[c] = value + ((palette.haze[c] as number) - value) * (0.45 + 0.5 * far)
    }
    pixel[3] = clamp(y - ridge + 1)
  }).canvas
}

/** Drifts modelled by low light, blue in their shade, with the glitter of single crystals. */
function paintGround(noise: Noise, palette: Palette, snow: Rgb, isDay: boolean): Canvas {
  const shade = mix(scale(palette.ambient, isDay ? 1.4 : 0.9), snow, isDay ? 0.45 : 0.22)
  const light = mix(snow, palette.sun, isDay ? 0.3 : 0.25)
  return paint(WIDTH, HEIGHT, (x, y, pixel) => {
    const edge = GROUND + 12 * (noise.fbm(x / 170, 3, 3) - 0.5) * 2
    if (y < edge) {
      pixel[3] = 0
      return
    }
    const depth = 1 / ((y - GROUND + 54) / 190)
    const u = ((x - 640) / 110) * depth
    const v = depth * 6
    const drift = noise.fbm(u + 9, v, 4)
    const lit = clamp(0.5 + (drift - noise.fbm(u + 8.9, v + 0.05, 4)) * 9)
    const glitter = noise.at(x * 0.71, y * 1.37) > 0.93 && noise.at(x * 0.37 + 90, y * 0.53) > 0.7 ? 0.3 : 0
    const path = Math.exp(-(((x - CABIN_X - (y - CABIN_Y) * -0.35) / (16 + (y - GROUND) * 0.28)) ** 2)) * smoothstep(CABIN_Y - 10, CABIN_Y + 40, y)
    for (let c = 0; c < 3; c++) {
      const value = (shade[c] as number) + ((light[c] as number) - (shade[c] as number)) * lit * (0.75 + 0.4 * drift) * (1 - 0.35 * path)
      pixel[c] = value + glitter * lit + ((palette.haze[c] as number) - value) * Math.exp(-(y - edge) / 46) * 0.5
    }
    pixel[3] = smoothstep(0, 5, y - edge)
  }).canvas
}

function drawCabin(palette: Palette, snow: Rgb, isDay: boolean): Canvas {
  const { canvas, pen } = createLayer(360, 260)
  const wood = mix(hex('#4a2f20'), palette.ambient, isDay ? 0.15 : 0.5)
  const x = 180
  const y = 232
  pen.fillStyle = css(mix(wood, palette.ambient, 0.4))
  pen.fillRect(x + 58, y - 212, 32, 84)
  pen.fillStyle = css(snow)
  pen.fillRect(x + 54, y - 216, 40, 9)
  for (let log = 0; log < 9; log++) {
    const top = y - 108 + log * 12
    const fill = pen.createLinearGradient(0, top, 0, top + 12)
    fill.addColorStop(0, css(scale(wood, 1.3)))
    fill.addColorStop(0.5, css(wood))
    fill.addColorStop(1, css(scale(wood, 0.45)))
    pen.fillStyle = fill
    pen.fillRect(x - 116, top, 232, 12)
    pen.beginPath()
    pen.arc(x - 116, top + 6, 6, 0, Math.PI * 2)
    pen.arc(x + 116, top + 6, 6, 0, Math.PI * 2)
    pen.fill()
  }
  // The roof, under a thick soft layer of snow.
  pen.fillStyle = css(scale(wood, 0.6))
  pen.beginPath()
  pen.moveTo(x - 150, y - 96)
  pen.lineTo(x, y - 184)
  pen.lineTo(x + 150, y - 96)
  pen.fill()
  const drift = pen.createLinearGradient(0, y - 210, 0, y - 96)
  drift.addColorStop(0, css(mix(snow, palette.sun, 0.25)))
  drift.addColorStop(1, css(mix(snow, palette.ambient, 0.38)))
  pen.fillStyle = drift
  pen.beginPath()
  pen.moveTo(x - 158, y - 94)
  pen.quadraticCurveTo(x - 160, y - 108, x - 146, y - 116)
  pen.quadraticCurveTo(x - 60, y - 176, x, y - 207)
  pen.quadraticCurveTo(x + 60, y - 176, x + 146, y - 116)
  pen.quadraticCurveTo(x + 160, y - 108, x + 158, y - 94)
  pen.quadraticCurveTo(x + 130, y - 98, x + 110, y - 112)
  pen.quadraticCurveTo(x + 50, y - 150, x, y - 176)
  pen.quadraticCurveTo(x - 50, y - 150, x - 110, y - 112)
  pen.quadraticCurveTo(x - 130, y - 98, x - 158, y - 94)
  pen.fill()
  pen.fillStyle = css(scale(wood, 0.55))
  pen.fillRect(x - 19, y - 66, 38, 66)
  pen.fillStyle = css(scale(wood, 1.1))
  pen.fillRect(x - 14, y - 62, 28, 60)
  for (const wx of [x - 84, x + 44]) {
    const glow = pen.createRadialGradient(wx + 20, y - 56, 2, wx + 20, y - 60, 32)
    glow.addColorStop(0, isDay ? '#8c97a3' : '#fff0bd')
    glow.addColorStop(1, isDay ? '#4d5966' : '#ff9f3f')
    pen.fillStyle = glow
    pen.fillRect(wx, y - 80, 40, 38)
    pen.fillStyle = css(scale(wood, 0.5))
    pen.fillRect(wx + 18.5, y - 80, 3, 38)
    pen.fillRect(wx, y - 62.5, 40, 3)
    pen.strokeStyle = css(scale(wood, 0.6))
    pen.lineWidth = 4
    pen.strokeRect(wx - 1, y - 81, 42, 40)
    pen.fillStyle = css(snow)
    pen.beginPath()
    pen.roundRect(wx - 6, y - 43, 52, 7, 3)
    pen.fill()
  }
  // Snow heaped against the walls.
  pen.fillStyle = css(mix(snow, palette.ambient, isDay ? 0.1 : 0.3))
  pen.beginPath()
  pen.moveTo(x - 172, y + 26)
  pen.quadraticCurveTo(x - 120, y - 22, x - 40, y + 2)
  pen.quadraticCurveTo(x, y + 10, x + 46, y - 1)
  pen.quadraticCurveTo(x + 120, y - 26, x + 172, y + 26)
  pen.fill()
  return canvas
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
          const fold = noise.fbm(x / 58 + band * 13 + t * 0.05, t * 0.09 + band * 7, 3)
          const foot = 74 - band * 24 - (fold - 0.5) * 90
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

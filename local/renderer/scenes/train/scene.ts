// The view from a train: hills, fields, trees and posts at the speed their distance gives them, the compartment around
// the window, its lamp mirrored in the pane.
import type { Canvas } from '@napi-rs/canvas'
import { css, hex, mix, scale } from '../../draw/color.ts'
import { Noise } from '../../draw/noise.ts'
import { choosePalette, type Palette } from '../../draw/palette.ts'
import { createSky } from '../../draw/sky.ts'
import { createLayer, glowSprite, HEIGHT, type Pen, paint, stamp, WIDTH } from '../../draw/stage.ts'
import { createRain, createSnow } from '../../draw/weather.ts'
import { smoothstep } from '../../math.ts'
import type { Mood } from '../../mood.ts'
import { defineScene, NEUTRAL_GRADE, type Picture, wordList } from '../../scene.ts'
import { HORIZON, paintFields, paintHills, paintTrees, paintVerge, SPAN } from './landscape.ts'
import type { TrainPlan } from './plan.ts'
import { trainSound } from './sound.ts'

export const train = defineScene<TrainPlan>({
  name: 'train',
  keywords: wordList('train trains railway railroad locomotive rail tram bus passenger express station'),
  hints: wordList('travel traveling travelling trip journey field fields wheat village farm countryside'),
  usualLights: ['dusk', 'dawn', 'day'],
  plan(mood) {
    const random = mood.random('train plan')
    const posts: number[] = []
    for (let at = random.between(0.3, 0.7); at < mood.seconds + 0.5; at += 1.08) posts.push(at)
    return { joint: random.between(0.5, 0.56), posts, horn: random.between(1.6, 2.6) }
  },
  picture,
  sound: trainSound,
})

interface Strip {
  canvas: Canvas
  y: number
  /** Pixels a second. */
  speed: number
}

function picture(mood: Mood, plan: TrainPlan): Picture {
  const palette = choosePalette(mood)
  const noise = new Noise(mood.seed)
  const random = mood.random('train')
  const isNight = mood.light === 'night'
  const low = mood.light === 'dusk' || mood.light === 'dawn'
  const hidden = mood.rain || mood.storm || mood.fog || mood.snow
  const sky = createSky(mood, palette, noise, {
    horizon: HORIZON + 20,
    sunX: random.between(500, 820),
    sunY: low ? HORIZON - 64 : 120,
    sunSize: hidden ? 0 : isNight ? 21 : low ? 32 : 24,
    cover: hidden ? 0.85 : 0.5,
  })
  const field = mood.snow ? hex('#dfe7f0') : random.pick([hex('#7d8f3c'), hex('#c9a24a'), hex('#6a8a45')] as const)
  const strips: Strip[] = [
    { canvas: paintHills(noise, palette, 0), y: HORIZON - 150, speed: 22 },
    { canvas: paintHills(noise, palette, 1), y: HORIZON - 92, speed: 62 },
    { canvas: paintFields(mood, noise, palette, field), y: HORIZON - 18, speed: 170 },
    { canvas: paintTrees(mood, palette), y: HORIZON - 116, speed: 330 },
    { canvas: paintVerge(mood, noise, palette, field), y: HORIZON + 92, speed: 900 },
  ]
  const inside = paintCompartment(noise, palette, isNight)
  const shine = glowSprite(mix(palette.sun, [1, 0.9, 0.75], 0.4), 256)
  const lamp = glowSprite(hex('#ffc27a'), 256)
  const rain = mood.rain ? createRain({ ...mood, wind: true }, 0.4, [0.85, 0.88, 0.95]) : null
  const snow = mood.snow ? createSnow({ ...mood, wind: true }, 0.7, [1, 1, 1]) : null

  return {
    grade: { ...NEUTRAL_GRADE, bloom: 0.22, vignette: 0.34 },
    draw(pen, t) {
      // A clack lifts the carriage a little; the view shakes less than the frame.
      const since = t % plan.joint
      const bump = Math.exp(-since / 0.07) * Math.sin(since * 60) * 1.6
      const roll = Math.sin(t * 1.7) * 1.5
      pen.save()
      pen.translate(0, roll * 0.5)
      sky.draw(pen, t)
      pen.fillStyle = css(mix(palette.haze, palette.ambient, 0.4))
      pen.fillRect(0, HORIZON + 18, WIDTH, HEIGHT)
      for (const [i, strip] of strips.entries()) {
        drawStrip(pen, strip, t)
        if (i === 3) for (const at of plan.posts) drawPost(pen, palette, WIDTH * 0.5 + (at - t) * 1050)
      }
      drawWires(pen, palette, t)
      rain?.(pen, t)
      snow?.(pen, t)
      pen.restore()
      pen.globalCompositeOperation = 'screen'
      pen.globalAlpha = isNight ? 0.5 : 0.14
      stamp(pen, lamp, 1010, 150, 300, 240)
      stamp(pen, lamp, 290, 172, 190, 150)
      // Light through passing trees runs over the pane.
      const flicker = noise.fbm(t * 5.5, 2.5, 2)
      pen.globalAlpha = isNight ? 0.05 : 0.1 + 0.24 * smoothstep(0.4, 0.7, flicker)
      stamp(pen, shine, 420 + 240 * flicker, 260, 1200, 900)
      pen.globalAlpha = 1
      pen.globalCompositeOperation = 'source-over'
      pen.drawImage(inside, -8 + roll * 0.3, -8 + bump + roll)
    },
  }
}

function drawStrip(pen: Pen, { canvas, y, speed }: Strip, t: number): void {
  const x = -((speed * t) % SPAN)
  pen.drawImage(canvas, x, y)
  if (x + SPAN < WIDTH) pen.drawImage(canvas, x + SPAN, y)
}

function drawPost(pen: Pen, palette: Palette, x: number): void {
  if (x < -60 || x > WIDTH + 60) return
  const wide = 15
  const fill = pen.createLinearGradient(x - wide, 0, x + wide, 0)
  const dark = scale(palette.ambient, 0.25)
  // The shutter is open while the post moves on: it is seen through at its sides.
  fill.addColorStop(0, css(dark, 0))
  fill.addColorStop(0.35, css(dark, 0.85))
  fill.addColorStop(0.65, css(dark, 0.85))
  fill.addColorStop(1, css(dark, 0))
  pen.fillStyle = fill
  pen.fillRect(x - wide, -20, wide * 2, HEIGHT)
}

function drawWires(pen: Pen, palette: Palette, t: number): void {
  pen.strokeStyle = css(scale(palette.ambient, 0.3), 0.75)
  for (const [y, sag, width] of [
    [92, 36, 1.8],
    [120, 42, 1.5],
  ] as const) {
    pen.lineWidth = width
    pen.beginPath()
    for (let x = -20; x <= WIDTH + 20; x += 20) {
      const along = ((((x + t * 1050) / 1134) % 1) + 1) % 1
      pen.lineTo(x, y + sag * 4 * along * (1 - along))
    }
    pen.stroke()
  }
}

/** Wall, window frame, table and curtain, lit from the window; the window itself is left open. */
function paintCompartment(noise: Noise, palette: Palette, isNight: boolean): Canvas {
  const { canvas, pen } = createLayer(WIDTH + 16, HEIGHT + 16)
  const wood = isNight ? hex('#2a1a12') : mix(hex('#4d3122'), palette.ambient, 0.18)
  const wall = paint(WIDTH + 16, HEIGHT + 16, (x, y, pixel) => {
    const grain = noise.fbm(x / 90, y / 5, 4)
    const light = 0.55 + 0.5 * Math.exp(-Math.abs(y - 330) / 260)
    for (let c = 0; c < 3; c++) pixel[c] = (wood[c] as number) * (0.6 + 0.55 * grain) * light
  })
  pen.drawImage(wall.canvas, 0, 0)
  pen.globalCompositeOperation = 'destination-out'
  pen.beginPath()
  pen.roundRect(104, 58, WIDTH - 192, 520, 26)
  pen.fill()
  pen.globalCompositeOperation = 'source-over'
  const rim = mix(palette.horizon, hex('#caa06a'), 0.5)
  for (const [inset, width, color] of [
    [0, 12, css(scale(wood, 0.5))],
    [-7, 3, css(scale(rim, isNight ? 0.4 : 0.85), 0.9)],
    [8, 3, 'rgba(0,0,0,0.55)'],
  ] as const) {
    pen.strokeStyle = color
    pen.lineWidth = width
    pen.beginPath()
    pen.roundRect(104 - inset, 58 - inset, WIDTH - 192 + inset * 2, 520 + inset * 2, 26 + inset)
    pen.stroke()
  }
  // The sill and a small table with a cup.
  const sill = pen.createLinearGradient(0, 582, 0, 640)
  sill.addColorStop(0, css(mix(scale(wood, 1.5), palette.horizon, isNight ? 0.1 : 0.42)))
  sill.addColorStop(0.25, css(scale(wood, 1.05)))
  sill.addColorStop(1, css(scale(wood, 0.35)))
  pen.fillStyle = sill
  pen.fillRect(70, 584, WIDTH - 124, 44)
  drawCurtain(pen, 60, 1, palette, isNight)
  drawCurtain(pen, WIDTH - 44, -1, palette, isNight)
  pen.fillStyle = 'rgba(0,0,0,0.4)'
  pen.beginPath()
  pen.ellipse(1012, 590, 44, 7, 0, 0, Math.PI * 2)
  pen.fill()
  const cup = pen.createLinearGradient(976, 0, 1036, 0)
  cup.addColorStop(0, css(mix(hex('#f2ead8'), palette.horizon, 0.35)))
  cup.addColorStop(0.4, css(mix(hex('#cfc4b0'), palette.ambient, 0.2)))
  cup.addColorStop(1, css(scale(palette.ambient, 0.7)))
  pen.fillStyle = cup
  pen.beginPath()
  pen.moveTo(978, 540)
  pen.lineTo(1034, 540)
  pen.quadraticCurveTo(1032, 586, 1022, 589)
  pen.lineTo(990, 589)
  pen.quadraticCurveTo(980, 586, 978, 540)
  pen.fill()
  pen.strokeStyle = css(mix(hex('#cfc4b0'), palette.ambient, 0.4))
  pen.lineWidth = 6
  pen.beginPath()
  pen.arc(1037, 560, 12, -1.3, 1.5)
  pen.stroke()
  pen.fillStyle = css(scale(hex('#2b1a10'), 0.8))
  pen.beginPath()
  pen.ellipse(1006, 541, 26, 5, 0, 0, Math.PI * 2)
  pen.fill()
  return canvas
}

function drawCurtain(pen: Pen, x: number, side: number, palette: Palette, isNight: boolean): void {
  const cloth = isNight ? hex('#3a1a1c') : hex('#7a2f2b')
  for (let fold = 0; fold < 5; fold++) {
    const left = x + side * fold * 21
    const fill = pen.createLinearGradient(left, 0, left + side * 23, 0)
    fill.addColorStop(0, css(scale(cloth, 0.5)))
    fill.addColorStop(0.55, css(mix(cloth, palette.horizon, fold === 4 ? 0.36 : 0.12)))
    fill.addColorStop(1, css(scale(cloth, 0.38)))
    pen.fillStyle = fill
    pen.beginPath()
    pen.moveTo(left, 24)
    pen.lineTo(left + side * 23, 24)
    pen.quadraticCurveTo(left + side * (23 - fold * 2), 300, left + side * (24 - fold * 7), 604)
    pen.lineTo(left - side * fold * 5, 604)
    pen.fill()
  }
}

// The band against the light, and the crowd in front of it.
import type { Canvas } from '@napi-rs/canvas'
import { css, mix, type Rgb } from '../../draw/color.ts'
import { createLayer, HEIGHT, type Layer, type Pen, WIDTH } from '../../draw/stage.ts'
import type { Mood } from '../../mood.ts'

export const STAGE_Y = 476

/** The band as figures against the light: singer, guitar, bass, drums, keys. */
export function paintBand(mood: Mood): Canvas {
  const { canvas, pen } = createLayer(WIDTH, HEIGHT)
  pen.fillStyle = '#040308'
  pen.strokeStyle = '#040308'
  pen.lineCap = 'round'
  pen.lineJoin = 'round'
  const random = mood.random('band')
  const side = random.chance(0.5) ? 1 : -1
  // The drums stand on a riser at the back: haze lies between them and the singer.
  pen.fillStyle = '#171222'
  pen.strokeStyle = '#171222'
  drums(pen, 640 + side * 150, STAGE_Y - 44)
  person(pen, 640 + side * 150, STAGE_Y - 42, 0.92, 'drummer', 1)
  pen.fillStyle = '#040308'
  pen.strokeStyle = '#040308'
  person(pen, 640 - side * 62, STAGE_Y + 8, 1.34, 'singer', side)
  person(pen, 640 - side * 250, STAGE_Y + 2, 1.2, 'guitar', 1)
  person(pen, 640 + side * 336, STAGE_Y + 2, 1.2, 'guitar', -1)
  return canvas
}

function person(
  pen: Pen,
  x: number,
  y: number,
  size: number,
  role: 'singer' | 'guitar' | 'drummer',
  side: number,
): void {
  pen.save()
  pen.translate(x, y)
  pen.scale(size * side, size)
  const limb = (width: number, points: readonly [number, number][]) => {
    pen.lineWidth = width
    pen.beginPath()
    for (const [px, py] of points) pen.lineTo(px, py)
    pen.stroke()
  }
  limb(13, [
    [-14, 0],
    [-9, -38],
    [-3, -70],
  ])
  limb(13, [
    [16, 0],
    [9, -36],
    [4, -70],
  ])
  pen.beginPath()
  pen.moveTo(-15, -70)
  pen.quadraticCurveTo(-19, -112, -15, -124)
  pen.quadraticCurveTo(0, -133, 16, -124)
  pen.quadraticCurveTo(19, -106, 13, -68)
  pen.fill()
  limb(8, [
    [0, -126],
    [1, -138],
  ])
  pen.beginPath()
  pen.ellipse(2, -147, 10.5, 13, 0.1, 0, Math.PI * 2)
  pen.fill()
  if (role === 'singer') {
    limb(8, [
      [13, -120],
      [27, -104],
      [20, -132],
    ])
    limb(8, [
      [-13, -120],
      [-34, -138],
      [-44, -172],
    ])
    limb(2.6, [
      [22, 0],
      [22, -138],
    ])
    limb(5, [
      [21, -138],
      [12, -143],
    ])
  } else if (role === 'drummer') {
    limb(8, [
      [14, -119],
      [38, -110],
      [56, -138],
    ])
    limb(2.4, [
      [56, -138],
      [70, -168],
    ])
    limb(8, [
      [-13, -119],
      [-36, -104],
      [-52, -84],
    ])
    limb(2.4, [
      [-52, -84],
      [-74, -78],
    ])
  } else {
    limb(8, [
      [14, -119],
      [29, -98],
      [8, -88],
    ])
    limb(8, [
      [-13, -119],
      [-30, -102],
      [-38, -110],
    ])
    pen.save()
    pen.rotate(-0.34)
    pen.beginPath()
    pen.ellipse(42, -82, 17, 13, 0, 0, Math.PI * 2)
    pen.ellipse(24, -82, 12, 11, 0, 0, Math.PI * 2)
    pen.fill()
    pen.fillRect(-36, -85, 60, 5)
    pen.fillRect(-48, -87, 13, 9)
    pen.restore()
  }
  pen.restore()
}

function drums(pen: Pen, x: number, y: number): void {
  pen.fillRect(x - 150, y, 300, 30)
  for (const [dx, dy, rx, ry] of [
    [-70, -40, 26, 20],
    [74, -38, 28, 22],
    [0, -4, 40, 34],
    [-36, -62, 20, 16],
    [38, -62, 20, 16],
  ] as const) {
    pen.beginPath()
    pen.ellipse(x + dx, y + dy, rx, ry, 0, 0, Math.PI * 2)
    pen.fill()
  }
  pen.lineWidth = 3
  for (const [dx, dy, tilt] of [
    [-112, -104, 0.2],
    [112, -108, -0.2],
    [-74, -128, 0.1],
  ] as const) {
    pen.beginPath()
    pen.moveTo(x + dx, y + dy)
    pen.lineTo(x + dx * 0.9, y + 20)
    pen.stroke()
    pen.beginPath()
    pen.ellipse(x + dx, y + dy, 36, 4.5, tilt, 0, Math.PI * 2)
    pen.fill()
  }
}

interface Fan {
  x: number
  y: number
  jump: number
  late: number
  /** One picture for each colour of light, on the beat and between two. */
  sprite: { struck: Canvas[]; calm: Canvas[]; foot: number }
}

/** One row of people that jump on the beat, some with their hands up; their outline catches the light. */
export function createCrowd(
  mood: Mood,
  depth: number,
  lights: readonly Rgb[],
): (pen: Pen, beat: number, t: number, zoom: number, kick: number, light: number) => void {
  const random = mood.random(`crowd ${depth}`)
  const size = [0.62, 0.95, 1.5][depth] ?? 1
  const y = [600, 668, 764][depth] ?? 700
  const count = [34, 23, 14][depth] ?? 20
  const dark: Rgb = depth === 0 ? [0.035, 0.03, 0.055] : [0.014, 0.012, 0.024]
  const fans: Fan[] = Array.from({ length: count }, (_, i) => {
    const own = size * random.between(0.86, 1.16)
    const pose = {
      hands: random.chance(0.48) ? random.int(1, 2) : 0,
      reach: random.between(0.8, 1.2),
      bend: random.between(-12, 12),
      hasPhone: random.chance(0.1),
    }
    return {
      x: ((i + random.between(0.1, 0.9)) / count) * (WIDTH + 120) - 60,
      y: y + random.between(-16, 16),
      jump: random.between(5, 17) * size,
      late: random.between(-0.1, 0.12),
      sprite: drawFan(own, pose, dark, lights),
    }
  })
  return (pen, beat, t, zoom, kick, light) => {
    for (const { x, y: foot, jump, late, sprite } of fans) {
      const hop = Math.abs(Math.sin((beat + late) * Math.PI)) * jump
      pen.save()
      pen.translate(WIDTH / 2 + (x - WIDTH / 2) * zoom, foot - hop)
      pen.rotate(Math.sin(t * 2.6 + late * 40) * 0.045)
      pen.scale(zoom, zoom)
      const lit = (kick > 0.45 ? sprite.struck : sprite.calm)[light] as Canvas
      pen.drawImage(lit, -lit.width / 2, -sprite.foot)
      pen.restore()
    }
  }
}

/** A figure from behind: its dark shape, outlined in each colour of light. */
function drawFan(
  size: number,
  pose: { hands: number; reach: number; bend: number; hasPhone: boolean },
  dark: Rgb,
  lights: readonly Rgb[],
): Fan['sprite'] {
  const width = Math.ceil(150 * size)
  const foot = Math.ceil(180 * size)
  const height = foot + Math.ceil(72 * size)
  const shape = (color: string): Layer => {
    const layer = createLayer(width, height)
    const { pen } = layer
    pen.translate(width / 2, foot)
    pen.scale(size, size)
    pen.fillStyle = color
    pen.strokeStyle = color
    pen.lineCap = 'round'
    pen.beginPath()
    pen.ellipse(0, -62, 15, 19, 0, 0, Math.PI * 2)
    pen.fill()
    pen.beginPath()
    pen.moveTo(-42, 72)
    pen.quadraticCurveTo(-42, -36, 0, -40)
    pen.quadraticCurveTo(42, -36, 42, 72)
    pen.fill()
    pen.lineWidth = 11
    for (let hand = 0; hand < pose.hands; hand++) {
      const side = hand ? 1 : -1
      pen.beginPath()
      pen.moveTo(side * 32, -22)
      pen.quadraticCurveTo(side * 50, -70, side * 34 + pose.bend, -128 * pose.reach)
      pen.stroke()
    }
    return layer
  }
  const body = shape(css(dark))
  if (pose.hasPhone && pose.hands > 0) {
    body.pen.fillStyle = 'rgba(190,215,255,0.85)'
    body.pen.fillRect(-34 + pose.bend - 7, -128 * pose.reach - 18, 14, 22)
  }
  const lit = (light: Rgb, strength: number): Canvas => {
    const rim = shape(css(mix(light, [1, 1, 1], 0.15)))
    // What is left of the shape when it is taken away a little lower is its lit upper edge.
    rim.pen.setTransform(1, 0, 0, 1, 0, 0)
    rim.pen.globalCompositeOperation = 'destination-out'
    rim.pen.drawImage(body.canvas, 0, 2.6 * size)
    const { canvas, pen } = createLayer(width, height)
    pen.drawImage(body.canvas, 0, 0)
    pen.globalAlpha = strength
    pen.drawImage(rim.canvas, 0, -1.4 * size)
    return canvas
  }
  return { struck: lights.map((light) => lit(light, 0.85)), calm: lights.map((light) => lit(light, 0.35)), foot }
}

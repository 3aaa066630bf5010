// What swims: a school that follows one path, a whale far off.
import type { Canvas } from '@napi-rs/canvas'
import { css, hex, mix, type Rgb, scale } from '../../draw/color.ts'
import { createLayer, type Pen, WIDTH } from '../../draw/stage.ts'
import type { Mood } from '../../mood.ts'
import type { Tone } from './life.ts'

/** A school that follows one winding path; each fish beats its tail and flashes when it turns to the light. */
export function createSchool(mood: Mood, tone: Tone): (pen: Pen, t: number, which: 'far' | 'near') => void {
  const random = mood.random('school')
  const make = (count: number, near: boolean) =>
    Array.from({ length: count }, () => ({
      lag: random.between(-1, 1) * (near ? 0.9 : 1.5),
      dx: random.between(-90, 90),
      dy: random.between(-62, 62),
      size: near ? random.between(17, 30) : random.between(6, 11),
      phase: random.between(0, 7),
      beat: random.between(8, 12),
    }))
  const schools = { far: make(64, false), near: make(17, true) }
  const tint = random.pick([hex('#ffd24d'), hex('#dfeaf2'), hex('#ff9a4d'), hex('#9fd0ff')] as const)
  const turn = random.chance(0.5) ? 1 : -1
  return (pen, t, which) => {
    const near = which === 'near'
    for (const fish of schools[which]) {
      const time = t * 0.42 + fish.lag * 0.3 + (near ? 0.35 : 0)
      const pathX = (s: number) => WIDTH / 2 + turn * (Math.sin(s * 0.95 - 1.1) * (near ? 520 : 430))
      const pathY = (s: number) => (near ? 420 : 300) + Math.sin(s * 1.7 + 0.6) * (near ? 66 : 78)
      const x = pathX(time) + fish.dx + Math.sin(t * 1.4 + fish.phase) * 7
      const y = pathY(time) + fish.dy + Math.sin(t * 1.9 + fish.phase) * 5
      const heading = Math.atan2(pathY(time + 0.02) - pathY(time), pathX(time + 0.02) - pathX(time))
      const back = mix(mix(tint, tone.deep, 0.62), tone.middle, near ? 0.12 : 0.6)
      const belly = mix(mix(tint, tone.light, 0.42), tone.middle, near ? 0.06 : 0.5)
      drawFish(pen, x, y, heading, fish.size, Math.sin(t * fish.beat + fish.phase), back, belly)
    }
  }
}

function drawFish(
  pen: Pen,
  x: number,
  y: number,
  heading: number,
  size: number,
  beat: number,
  back: Rgb,
  belly: Rgb,
): void {
  pen.save()
  pen.translate(x, y)
  pen.rotate(heading)
  if (Math.cos(heading) < 0) pen.scale(1, -1)
  const fill = pen.createLinearGradient(0, -size * 0.4, 0, size * 0.4)
  fill.addColorStop(0, css(back))
  fill.addColorStop(0.55, css(belly))
  fill.addColorStop(1, css(mix(belly, back, 0.5)))
  pen.fillStyle = fill
  pen.beginPath()
  pen.moveTo(size, 0)
  pen.quadraticCurveTo(size * 0.4, -size * 0.46, -size * 0.62, -size * 0.07 + beat * size * 0.05)
  pen.lineTo(-size * 1.1, -size * 0.34 + beat * size * 0.22)
  pen.lineTo(-size * 0.92, beat * size * 0.16)
  pen.lineTo(-size * 1.1, size * 0.34 + beat * size * 0.22)
  pen.lineTo(-size * 0.62, size * 0.07 + beat * size * 0.05)
  pen.quadraticCurveTo(size * 0.4, size * 0.46, size, 0)
  pen.fill()
  if (size > 12) {
    pen.fillStyle = css(back, 0.8)
    pen.beginPath()
    pen.moveTo(size * 0.3, -size * 0.3)
    pen.quadraticCurveTo(-size * 0.1, -size * 0.58, -size * 0.36, -size * 0.18)
    pen.fill()
    pen.fillStyle = 'rgba(8,12,18,0.9)'
    pen.beginPath()
    pen.arc(size * 0.66, -size * 0.06, size * 0.07, 0, Math.PI * 2)
    pen.fill()
  }
  pen.restore()
}

export function paintWhale(color: Rgb): Canvas {
  const { canvas, pen } = createLayer(440, 170)
  const fill = pen.createLinearGradient(0, 30, 0, 130)
  fill.addColorStop(0, css(scale(color, 1.25)))
  fill.addColorStop(1, css(scale(color, 0.8)))
  pen.fillStyle = fill
  pen.filter = 'blur(2.2px)'
  pen.beginPath()
  pen.moveTo(24, 84)
  pen.bezierCurveTo(50, 34, 190, 26, 300, 66)
  pen.quadraticCurveTo(350, 80, 384, 76)
  pen.quadraticCurveTo(404, 50, 432, 48)
  pen.quadraticCurveTo(420, 76, 406, 84)
  pen.quadraticCurveTo(420, 98, 430, 118)
  pen.quadraticCurveTo(396, 108, 382, 92)
  pen.quadraticCurveTo(330, 104, 262, 116)
  pen.bezierCurveTo(180, 132, 60, 132, 24, 84)
  pen.fill()
  pen.beginPath()
  pen.moveTo(150, 116)
  pen.quadraticCurveTo(170, 160, 214, 166)
  pen.quadraticCurveTo(210, 136, 190, 112)
  pen.fill()
  return canvas
}

// Leaves: the canopy above, ferns on the ground, single ones that fall.
import type { Canvas } from '@napi-rs/canvas'
import { mix, scaleColor, toCss } from '../../draw/color.ts'
import { createLayer, HEIGHT, type Pen, WIDTH } from '../../draw/stage.ts'
import { clamp } from '../../math.ts'
import type { Mood } from '../../mood.ts'
import type { Wood } from './trunks.ts'

export const SUN_Y = 64
/** Picture rows that no leaf or frond reaches. */
export const CANOPY_BOTTOM = 290
export const FERNS_TOP = 440

/** Leaves hanging into the upper edge: dark near the viewer, glowing where the sun is behind them. */
export function paintLeaves(mood: Mood, wood: Wood, sunX: number): Canvas {
  const random = mood.random('canopy')
  const { canvas, pen } = createLayer(WIDTH, HEIGHT)
  const isPine = mood.topics.has('pine')
  for (let i = 0; i < 2300; i++) {
    const x = random.between(-20, WIDTH + 20)
    const edge = 92 + (80 * Math.abs(x - WIDTH / 2)) / (WIDTH / 2) + 46 * Math.sin(x / 83) + 24 * Math.sin(x / 31)
    const y = edge * random.next() ** 0.8 * random.between(0.2, 1.15) - 24
    const near = random.next()
    const through = Math.exp(-Math.hypot(x - sunX, y - SUN_Y) / 250)
    const color = mix(
      scaleColor(wood.leaf, 0.35 + 0.5 * near),
      wood.leafLit,
      clamp(through * random.between(0.2, 1.25)),
    )
    pen.save()
    pen.translate(x, y)
    pen.rotate(random.between(0, Math.PI))
    pen.fillStyle = toCss(color, 0.62 + 0.35 * near)
    pen.beginPath()
    const size = 5 + 11 * near
    pen.ellipse(0, 0, size, size * (isPine ? 0.13 : random.between(0.3, 0.55)), 0, 0, Math.PI * 2)
    pen.fill()
    pen.restore()
  }
  return canvas
}

export function paintFerns(mood: Mood, wood: Wood, near: number): Canvas {
  const random = mood.random(`ferns ${near}`)
  const { canvas, pen } = createLayer(WIDTH, HEIGHT)
  const count = near ? 15 : 34
  for (let i = 0; i < count; i++) {
    let x = random.between(-30, WIDTH + 30)
    if (near) x = random.chance(0.5) ? random.between(-40, 290) : random.between(980, WIDTH + 40)
    const y = near ? HEIGHT + random.between(10, 60) : random.between(600, 715)
    const size = near ? random.between(150, 250) : random.between(46, 96)
    for (let frond = 0; frond < 6; frond++) {
      const angle = -Math.PI / 2 + (frond - 2.5) * 0.42 + random.between(-0.12, 0.12)
      const color = near
        ? scaleColor(wood.near, random.between(0.7, 1.3))
        : mix(scaleColor(wood.leaf, random.between(0.5, 0.9)), wood.leafLit, random.between(0, 0.3))
      drawFrond(pen, x, y, angle, size * random.between(0.75, 1.1), toCss(color))
    }
  }
  return canvas
}

function drawFrond(pen: Pen, x: number, y: number, angle: number, size: number, color: string): void {
  pen.strokeStyle = color
  pen.lineCap = 'round'
  const bend = Math.cos(angle) * 0.9
  for (let i = 0; i < 17; i++) {
    const along = i / 17
    const turn = angle + bend * along * along
    const px = x + Math.cos(turn) * size * along
    const py = y + Math.sin(turn) * size * along + size * 0.16 * along * along
    const leaf = size * 0.26 * Math.sin(Math.PI * (0.12 + 0.88 * (1 - along)))
    pen.lineWidth = Math.max(1, size * 0.026 * (1.2 - along))
    for (const side of [-1, 1]) {
      pen.beginPath()
      pen.moveTo(px, py)
      pen.lineTo(px + Math.cos(turn + side * 1.05) * leaf, py + Math.sin(turn + side * 1.05) * leaf)
      pen.stroke()
    }
  }
}

export function drawLeaf(
  pen: Pen,
  leaf: { at: number; x: number; y: number; speed: number; turn: number; size: number; phase: number; lit: number },
  wood: Wood,
  t: number,
): void {
  const since = t - leaf.at
  if (since < 0) return
  const y = leaf.y + leaf.speed * since
  const x = leaf.x - 34 * since + 26 * Math.sin(since * leaf.turn * 0.6 + leaf.phase)
  pen.save()
  pen.translate(x, y)
  pen.rotate(since * leaf.turn + leaf.phase)
  pen.fillStyle = toCss(mix(wood.leaf, wood.leafLit, leaf.lit))
  pen.beginPath()
  pen.ellipse(0, 0, leaf.size, leaf.size * (0.2 + 0.4 * Math.abs(Math.sin(since * leaf.turn * 1.3))), 0, 0, Math.PI * 2)
  pen.fill()
  pen.restore()
}

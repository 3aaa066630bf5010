// Conifers drawn branch by branch, for forests, shores and winter.

import type { Random } from '../random.ts'
import { css, mix, type Rgb, scale } from './color.ts'
import type { Pen } from './stage.ts'

export interface TreeSpot {
  x: number
  /** Row of the foot. */
  y: number
  height: number
}

export interface PineColors {
  shade: Rgb
  tip: Rgb
}

/** Draws pines from the highest to the lowest foot row; each hanging tier is dark inside and lighter at its tips. */
export function drawPines(
  pen: Pen,
  spots: readonly TreeSpot[],
  random: Random,
  colorsOf: (spot: TreeSpot) => PineColors,
): void {
  for (const spot of [...spots].sort((a, b) => a.y - b.y)) {
    const { x, y, height } = spot
    const { shade, tip } = colorsOf(spot)
    const spread = height * random.between(0.13, 0.18)
    const lean = random.between(-0.014, 0.014) * height
    pen.fillStyle = css(scale(shade, 0.8))
    pen.fillRect(x - height * 0.011, y - height * 0.4, height * 0.022, height * 0.42)
    const tiers = Math.round(15 + height / 24)
    for (let tier = 0; tier < tiers; tier++) {
      const up = tier / tiers
      const width = spread * (1 - up) ** 0.8 * random.between(0.68, 1.14) + height * 0.005
      const drop = (height / tiers) * 1.9
      const top = y - height * (0.1 + 0.9 * up) - drop * 0.3
      const cx = x + lean * up + random.between(-0.03, 0.03) * width
      const light = random.between(0.55, 1)
      const fill = pen.createLinearGradient(0, top, 0, top + drop)
      fill.addColorStop(0, css(mix(shade, tip, 0.2 * light)))
      fill.addColorStop(0.45, css(shade))
      fill.addColorStop(1, css(mix(shade, tip, light)))
      pen.fillStyle = fill
      pen.beginPath()
      pen.moveTo(cx, top)
      // A ragged skirt: boughs that hang, alternately long and short, with gaps the sky shows through.
      const points = 4 + Math.round(width / 9) * 2
      for (let i = 0; i <= points; i++) {
        const across = -1 + (2 * i) / points
        const hang = (i % 2 ? 0.3 : 0.95) * (1 - 0.35 * Math.abs(across)) + random.between(-0.16, 0.16)
        pen.lineTo(cx + across * width, top + drop * (0.16 + 0.46 * hang) + Math.abs(across) * drop * 0.42)
      }
      pen.fill()
    }
  }
}

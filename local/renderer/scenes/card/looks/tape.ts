// Draws each line of the type on a strip of tape, over moving slanted bands. The strip appears with the line's first
// word.
import { toCss } from '../../../draw/color.ts'
import { HEIGHT, WIDTH } from '../../../draw/stage.ts'
import { clamp } from '../../../math.ts'
import { EXPANDED, HEAVY, type Look, POSTER, WIDE_ZONE } from '../look.ts'
import { placeKeyWord } from '../type.ts'

const BAND = 110
const PAD = 0.24
const DRAW_SECONDS = 0.28

export const tape: Look = {
  name: 'tape',
  mostLetters: 150,
  zone: WIDE_ZONE,
  settings: [
    { ...HEAVY, lineHeight: 1.34 },
    { ...EXPANDED, lineHeight: 1.34 },
    { ...POSTER, lineHeight: 1.3 },
  ],
  isMirrorable: false,
  // The type is drawn on the tape, so its color is the background's.
  colors: ({ back }) => ({ ink: back, accent: back }),
  create({ random, palette, plan }) {
    const way = random.chance(0.5) ? 1 : -1
    const slope = random.pick([0, 240, -240, 420])
    const lines = plan.lines.flatMap((line) => {
      const left = Math.min(...line.map(({ x }) => x))
      const right = Math.max(...line.map(({ x, width }) => x + width))
      const at = Math.min(...line.map((word) => word.at))
      const isBold = line.some(({ isStressed }) => isStressed)
      return {
        left,
        width: right - left,
        y: line[0]?.y ?? 0,
        size: plan.size,
        at,
        to: Number.POSITIVE_INFINITY,
        isBold,
      }
    })
    const keys = plan.keys.map((key) => {
      const { x, y } = placeKeyWord(plan, key)
      return { left: x, width: key.width, y, size: key.size, at: key.from, to: key.to, isBold: true }
    })
    return (pen, t) => {
      pen.fillStyle = toCss(palette.back)
      pen.fillRect(0, 0, WIDTH, HEIGHT)
      pen.beginPath()
      const shift = way * ((t * 70) % (2 * BAND))
      for (let x = -6 * BAND + shift; x < WIDTH + 6 * BAND; x += 2 * BAND) {
        pen.moveTo(x, 0)
        pen.lineTo(x + BAND, 0)
        pen.lineTo(x + BAND + slope, HEIGHT)
        pen.lineTo(x + slope, HEIGHT)
      }
      pen.fillStyle = toCss(palette.shade)
      pen.fill()
      for (const { left, width, y, size, at, to, isBold } of [...keys, ...lines]) {
        const drawn = clamp((t - at + 0.08) / DRAW_SECONDS)
        if (drawn <= 0 || t >= to) continue
        const whole = width + 2 * PAD * size
        const shown = whole * (1 - (1 - drawn) ** 3)
        const x = plan.isRightToLeft ? left - PAD * size + whole - shown : left - PAD * size
        pen.fillStyle = toCss(isBold ? palette.accent : palette.ink)
        pen.fillRect(x, y - size * 0.94, shown, size * 1.27)
      }
    }
  },
}

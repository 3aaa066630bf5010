// Draws a grid of dots over the whole frame. A wave makes them larger and smaller. They are bold around the type and
// faint behind it.
import { type Rgb, toCss } from '../../../draw/color.ts'
import { createLayer, HEIGHT, stamp, WIDTH } from '../../../draw/stage.ts'
import { clamp } from '../../../math.ts'
import { CENTERED_ZONE, EXPANDED, HEAVY, type Look, PLAIN } from '../look.ts'

const CELL = 40
const SPRITE = 40

export const dots: Look = {
  name: 'dots',
  mostLetters: Number.POSITIVE_INFINITY,
  zone: CENTERED_ZONE,
  settings: [EXPANDED, PLAIN, HEAVY],
  isMirrorable: false,
  colors: ({ ink, accent }) => ({ ink, accent }),
  create({ random, palette, plan }) {
    const corners = random.pick([SPRITE / 2, 4, 12])
    const dot = (color: Rgb) => {
      const { canvas, pen } = createLayer(SPRITE, SPRITE)
      pen.fillStyle = toCss(color)
      pen.beginPath()
      pen.roundRect(1, 1, SPRITE - 2, SPRITE - 2, corners)
      pen.fill()
      return canvas
    }
    const [faint, bold] = [dot(palette.shade), dot(palette.bold)]
    const [x0, y0] = [random.between(0, WIDTH), random.between(0, HEIGHT)]
    const isRadial = random.chance(0.5)
    const [across, down] = [random.between(-0.011, 0.011), random.between(0.006, 0.012)]
    const { left, top, width, height } = plan.zone
    const cells = Array.from({ length: Math.ceil(WIDTH / CELL) * Math.ceil(HEIGHT / CELL) }, (_, i) => {
      const x = CELL / 2 + CELL * (i % Math.ceil(WIDTH / CELL))
      const y = CELL / 2 + CELL * Math.floor(i / Math.ceil(WIDTH / CELL))
      const isBehind = x > left - CELL && x < left + width + CELL && y > top - CELL / 2 && y < top + height + CELL / 2
      const phase = isRadial ? Math.hypot(x - x0, y - y0) * 0.012 : x * across + y * down
      return { x, y, sprite: isBehind ? faint : bold, phase, ground: isBehind ? 0.5 : 0.42 }
    })
    return (pen, t, _, stroke) => {
      pen.fillStyle = toCss(palette.back)
      pen.fillRect(0, 0, WIDTH, HEIGHT)
      for (const { x, y, sprite, phase, ground } of cells) {
        const size = CELL * clamp(ground + 0.34 * Math.sin(phase - t * 2.6) + 0.08 * stroke, 0.06, 0.9)
        stamp(pen, sprite, x, y, size)
      }
    }
  },
}

// Draws rays in two shades that rotate around a point at the edge. The type is in the middle.
import { toCss } from '../../../draw/color.ts'
import { HEIGHT, WIDTH } from '../../../draw/stage.ts'
import { CENTERED_ZONE, EXPANDED, HEAVY, type Look, POSTER } from '../look.ts'

const REACH = 1700

export const rays: Look = {
  name: 'rays',
  mostLetters: Number.POSITIVE_INFINITY,
  zone: CENTERED_ZONE,
  settings: [POSTER, HEAVY, EXPANDED],
  isMirrorable: false,
  colors: ({ ink, accent }) => ({ ink, accent }),
  create({ random, palette }) {
    const [x, y] = random.pick([
      [WIDTH / 2, HEIGHT / 2 - 70],
      [-40, HEIGHT + 60],
      [WIDTH + 40, HEIGHT + 60],
      [WIDTH / 2, -120],
    ] as const)
    const count = random.pick([14, 20, 28])
    const speed = random.pick([-1, 1]) * random.between(0.07, 0.12)
    const frame = random.chance(0.6)
    return (pen, t, progress, stroke) => {
      pen.fillStyle = toCss(palette.back)
      pen.fillRect(0, 0, WIDTH, HEIGHT)
      pen.beginPath()
      for (let i = 0; i < count; i++) {
        const from = ((2 * Math.PI) / count) * i + speed * t
        const to = from + (Math.PI / count) * (0.9 + 0.2 * stroke)
        pen.moveTo(x, y)
        pen.lineTo(x + REACH * Math.cos(from), y + REACH * Math.sin(from))
        pen.lineTo(x + REACH * Math.cos(to), y + REACH * Math.sin(to))
      }
      pen.fillStyle = toCss(palette.shade)
      pen.fill()
      // A frame closes as the clip progresses.
      if (!frame) return
      pen.lineWidth = 10
      pen.strokeStyle = toCss(palette.bold)
      const around = 2 * (WIDTH - 56 + HEIGHT - 56)
      pen.setLineDash([around * Math.max(0.001, progress), around])
      pen.strokeRect(28, 28, WIDTH - 56, HEIGHT - 56)
      pen.setLineDash([])
    }
  },
}

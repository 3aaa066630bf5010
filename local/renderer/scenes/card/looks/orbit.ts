// Draws discs that orbit on rings next to the type, each at its own speed. The widest rings pass behind the type and
// are faint.
import { toCss } from '../../../draw/color.ts'
import { HEIGHT, WIDTH } from '../../../draw/stage.ts'
import { EXPANDED, LIGHT, type Look, PLAIN, SIDE_ZONE } from '../look.ts'

const X = 1010
const Y = 400
const RINGS = [64, 118, 176, 236, 330, 450, 600, 780] as const
/** The radius in pixels up to which rings stay clear of the type. */
const CLEAR_RADIUS = 250

export const orbit: Look = {
  name: 'orbit',
  mostLetters: 90,
  zone: SIDE_ZONE,
  settings: [LIGHT, PLAIN, EXPANDED],
  isMirrorable: true,
  colors: ({ ink, accent }) => ({ ink, accent }),
  create({ random, palette }) {
    const flatness = random.pick([1, 0.62])
    const tilt = random.between(-0.5, 0.5)
    const bodies = RINGS.flatMap((radius) =>
      Array.from({ length: random.int(1, 3) }, (_, i) => ({
        radius,
        angle: random.between(0, 2) + i * 2.1,
        speed: (random.chance(0.8) ? 1 : -1) * random.between(0.5, 1.1) * (150 / (radius + 90)) ** 0.6,
        size: random.between(9, radius > CLEAR_RADIUS ? 34 : 22),
        color: radius > CLEAR_RADIUS ? palette.shade : random.pick([palette.bold, palette.second, palette.accent]),
      })),
    )
    return (pen, t, progress, stroke) => {
      pen.fillStyle = toCss(palette.back)
      pen.fillRect(0, 0, WIDTH, HEIGHT)
      pen.save()
      pen.translate(X, Y)
      pen.rotate(tilt + 0.25 * progress)
      for (const radius of RINGS) {
        const isClear = radius < CLEAR_RADIUS
        pen.lineWidth = isClear ? 3 : 10
        pen.strokeStyle = toCss(isClear ? palette.second : palette.shade, isClear ? 0.55 : 1)
        pen.beginPath()
        pen.ellipse(0, 0, radius, radius * flatness, 0, 0, Math.PI * 2)
        pen.stroke()
      }
      pen.fillStyle = toCss(palette.bold)
      pen.beginPath()
      pen.arc(0, 0, 30 + 9 * stroke, 0, Math.PI * 2)
      pen.fill()
      for (const { radius, angle, speed, size, color } of bodies) {
        const at = angle + speed * t * 1.6
        pen.fillStyle = toCss(color)
        pen.beginPath()
        pen.arc(radius * Math.cos(at), radius * flatness * Math.sin(at), size, 0, Math.PI * 2)
        pen.fill()
      }
      pen.restore()
    }
  },
}

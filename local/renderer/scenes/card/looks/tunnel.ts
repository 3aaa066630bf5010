// Draws nested frames that come toward the viewer endlessly.
import { toCss } from '../../../draw/color.ts'
import { HEIGHT, WIDTH } from '../../../draw/stage.ts'
import { CENTERED_ZONE, EXPANDED, HEAVY, LIGHT, type Look } from '../look.ts'

const FRAMES = 11
const STEP = 1.32

export const tunnel: Look = {
  name: 'tunnel',
  mostLetters: Number.POSITIVE_INFINITY,
  zone: CENTERED_ZONE,
  settings: [LIGHT, EXPANDED, HEAVY],
  isMirrorable: false,
  colors: ({ ink, accent }) => ({ ink, accent }),
  create({ random, palette }) {
    const corners = random.pick([0, 0.16, 1])
    const turn = random.pick([0, 0, 0.05])
    const speed = random.between(0.55, 0.85) * (random.chance(0.75) ? 1 : -1)
    // Rounded frames cut the corners of the type's zone sooner.
    const around = corners === 1 ? 1620 : 1230
    const y = 288
    return (pen, t) => {
      pen.fillStyle = toCss(palette.back)
      pen.fillRect(0, 0, WIDTH, HEIGHT)
      const along = (((t * speed) % 2) + 2) % 2
      for (let i = 0; i < FRAMES; i++) {
        const depth = i + along
        const width = 130 * STEP ** depth
        const height = width * 0.56
        pen.save()
        pen.translate(WIDTH / 2, y + 72 * Math.min(1, width / WIDTH))
        pen.rotate(turn * (depth - FRAMES / 2) * Math.sin(t * 0.8))
        pen.beginPath()
        pen.roundRect(-width / 2, -height / 2, width, height, (corners * height) / 2)
        // The frames around the type are bold.
        const isAround = width > around
        pen.strokeStyle = toCss(isAround && i % 2 ? palette.bold : palette.shade)
        pen.lineWidth = 0.05 * width
        pen.stroke()
        pen.restore()
      }
    }
  },
}

// Draws two panels with a sliding, slanted edge between them. The panel next to the type has a moving pattern.
import { toCss } from '../../../draw/color.ts'
import { HEIGHT, type Pen, WIDTH } from '../../../draw/stage.ts'
import { easeInOut, lerp } from '../../../math.ts'
import { EXPANDED, HEAVY, type Look, POSTER, SIDE_ZONE } from '../look.ts'

type Pattern = (pen: Pen, t: number) => void

const LEFT = 740
const PANEL = WIDTH - LEFT

const PATTERNS: readonly [Pattern, ...Pattern[]] = [
  function stripes(pen, t) {
    for (let x = LEFT - HEIGHT + ((t * 60) % 72); x < WIDTH + HEIGHT; x += 72) {
      pen.moveTo(x, HEIGHT)
      pen.lineTo(x + 430, 0)
      pen.lineTo(x + 466, 0)
      pen.lineTo(x + 36, HEIGHT)
    }
  },
  function rings(pen, t) {
    const x = LEFT + PANEL * 0.62
    for (let radius = (t * 44) % 64; radius < 620; radius += 64) {
      pen.moveTo(x + radius + 30, 400)
      pen.arc(x, 400, radius + 30, 0, Math.PI * 2)
      pen.arc(x, 400, Math.max(0.1, radius), 0, Math.PI * 2, true)
    }
  },
  function checks(pen, t) {
    const shift = (t * 52) % 180
    for (let row = -2; row * 90 < HEIGHT + 180; row++) {
      for (let x = LEFT - 90 + (row & 1 ? 90 : 0); x < WIDTH + 90; x += 180) pen.rect(x, row * 90 + shift, 90, 90)
    }
  },
  function bars(pen, t) {
    for (let i = 0; i * 46 < PANEL + 90; i++) {
      const height = HEIGHT * (0.5 + 0.36 * Math.sin(t * 1.5 + i * 0.55))
      pen.rect(LEFT - 40 + i * 46, HEIGHT - height, 24, height)
    }
  },
]

export const split: Look = {
  name: 'split',
  mostLetters: 90,
  zone: SIDE_ZONE,
  settings: [HEAVY, EXPANDED, POSTER],
  isMirrorable: true,
  colors: ({ ink, accent }) => ({ ink, accent }),
  create({ random, palette }) {
    const pattern = random.pick(PATTERNS)
    const slant = random.pick([0, 70, 120])
    const [from, to] = random.chance(0.5) ? [820, 768] : [768, 820]
    return (pen, t, progress, stroke) => {
      pen.fillStyle = toCss(palette.back)
      pen.fillRect(0, 0, WIDTH, HEIGHT)
      const edge = lerp(from, to, easeInOut(progress)) + 8 * stroke
      const drawPanel = (inset: number) => {
        pen.beginPath()
        pen.moveTo(edge + inset + slant, 0)
        pen.lineTo(WIDTH, 0)
        pen.lineTo(WIDTH, HEIGHT)
        pen.lineTo(edge + inset, HEIGHT)
        pen.closePath()
      }
      pen.fillStyle = toCss(palette.second)
      drawPanel(0)
      pen.fill()
      pen.save()
      drawPanel(22)
      pen.clip()
      pen.fillStyle = toCss(palette.bold)
      pen.fillRect(LEFT, 0, PANEL, HEIGHT)
      pen.beginPath()
      pattern(pen, t)
      pen.globalAlpha = 0.5
      pen.fillStyle = toCss(palette.back)
      pen.fill()
      pen.restore()
    }
  },
}

// Draws cut paper. Pieces with a shadow turn and drift around the type, and a marker underlines the stressed words.
import { mix, type Rgb, scaleColor, toCss } from '../../../draw/color.ts'
import { Noise } from '../../../draw/noise.ts'
import { createLayer, HEIGHT, paint, WIDTH } from '../../../draw/stage.ts'
import { clamp } from '../../../math.ts'
import type { Random } from '../../../random.ts'
import { HEAVY, LIGHT, type Look, PLAIN, WIDE_ZONE } from '../look.ts'

const PIECE = 420
/** The positions of the pieces, around the type's zone. */
const SPOTS = [
  [110, 650],
  [400, 690],
  [680, 650],
  [930, 680],
  [1190, 640],
  [1270, 10],
  [560, -70],
] as const

export const paper: Look = {
  name: 'paper',
  mostLetters: Number.POSITIVE_INFINITY,
  zone: WIDE_ZONE,
  settings: [HEAVY, PLAIN, LIGHT],
  isMirrorable: true,
  colors: ({ ink, accent }) => ({ ink, accent }),
  create({ mood, random, palette, plan }) {
    const noise = new Noise(mood.seed)
    const sheet = paint(WIDTH, HEIGHT, (x, y, pixel) => {
      const fibre = 0.035 * (noise.fbm(x / 3, y / 26, 2) + noise.fbm(x / 30 + 50, y / 4, 2) - 1)
      for (let c = 0; c < 3; c++) pixel[c] = clamp((palette.back[c] as number) * (1 + fibre))
    }).canvas
    const colors = [
      palette.bold,
      palette.second,
      palette.shade,
      palette.bold,
      palette.second,
      palette.shade,
      palette.bold,
    ]
    const pieces = SPOTS.map(([x, y], i) => ({
      x: x + random.between(-60, 60),
      y,
      sprite: cutPiece(random, colors[i] ?? palette.bold),
      size: random.between(220, 340),
      angle: random.between(0, 6),
      turn: random.pick([-1, 1]) * random.between(0.16, 0.34),
      sway: random.between(0, 6),
    }))
    const marked = plan.lines.flat().filter(({ isStressed }) => isStressed)
    const marker = mix(palette.back, palette.bold, 0.16)
    return (pen, t) => {
      pen.drawImage(sheet, 0, 0)
      for (const { x, y, sprite, size, angle, turn, sway } of pieces) {
        pen.save()
        pen.translate(x + 26 * Math.sin(t * 0.9 + sway), y + 10 * Math.cos(t * 1.1 + sway))
        pen.rotate(angle + turn * t)
        pen.drawImage(sprite, -size / 2, -size / 2, size, size)
        pen.restore()
      }
      pen.fillStyle = toCss(marker)
      for (const { x, y, width, at } of marked) {
        const drawn = clamp((t - at - 0.25) / 0.3)
        if (drawn > 0) pen.fillRect(x - 6, y - plan.size * 0.12, (width + 12) * drawn, plan.size * 0.24)
      }
    }
  },
}

/** Draws a disc, a ring, half a disc, a triangle, or a strip, with its shadow. */
function cutPiece(random: Random, color: Rgb) {
  const { canvas, pen } = createLayer(PIECE, PIECE)
  const middle = PIECE / 2
  const radius = PIECE * 0.38
  pen.shadowColor = toCss(scaleColor(color, 0.1), 0.4)
  pen.shadowBlur = 26
  pen.shadowOffsetY = 10
  pen.fillStyle = toCss(color)
  pen.beginPath()
  const kind = random.int(0, 4)
  if (kind === 0) pen.arc(middle, middle, radius, 0, Math.PI * 2)
  else if (kind === 1) {
    pen.arc(middle, middle, radius, 0, Math.PI * 2)
    pen.arc(middle, middle, radius * 0.5, 0, Math.PI * 2, true)
  } else if (kind === 2) pen.arc(middle, middle, radius, 0, Math.PI)
  else if (kind === 3) {
    for (let i = 0; i < 3; i++)
      pen.lineTo(middle + radius * Math.cos((i * Math.PI * 2) / 3), middle + radius * Math.sin((i * Math.PI * 2) / 3))
  } else pen.rect(middle - radius, middle - radius * 0.3, radius * 2, radius * 0.6)
  pen.fill()
  return canvas
}

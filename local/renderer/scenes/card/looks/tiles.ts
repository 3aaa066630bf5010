// Draws a wall of tiles with quarter discs next to the type. The tiles turn one after another and form other figures.
import { toCss } from '../../../draw/color.ts'
import { createLayer, HEIGHT, WIDTH } from '../../../draw/stage.ts'
import { smoothstep } from '../../../math.ts'
import { HEAVY, type Look, PLAIN, POSTER, SIDE_ZONE } from '../look.ts'

const TILE = 120
const COLUMNS = 4
const ROWS = HEIGHT / TILE
const LEFT = WIDTH - COLUMNS * TILE
const TURN_SECONDS = 0.6

export const tiles: Look = {
  name: 'tiles',
  mostLetters: 90,
  zone: SIDE_ZONE,
  settings: [HEAVY, POSTER, PLAIN],
  isMirrorable: true,
  colors: ({ ink, accent }) => ({ ink, accent }),
  create({ random, palette }) {
    const grounds = [palette.shade, palette.bold, palette.second] as const
    const figures = [palette.second, palette.bold, palette.accent, palette.back] as const
    const kinds = random.pick<readonly [number, number, number]>([
      [0, 0, 1],
      [0, 1, 2],
      [2, 2, 0],
    ])
    const wall = Array.from({ length: COLUMNS * ROWS }, (_, i) => {
      const ground = random.pick(grounds)
      const figure = random.pick(figures.filter((color) => color !== ground) as [typeof ground, ...(typeof ground)[]])
      const { canvas, pen } = createLayer(TILE, TILE)
      pen.fillStyle = toCss(ground)
      pen.fillRect(0, 0, TILE, TILE)
      pen.fillStyle = toCss(figure)
      pen.beginPath()
      const kind = random.pick(kinds)
      if (kind === 0) {
        pen.moveTo(0, 0)
        pen.arc(0, 0, TILE, 0, Math.PI / 2)
      } else if (kind === 1) pen.arc(TILE / 2, TILE / 2, TILE * 0.3, 0, Math.PI * 2)
      else {
        pen.lineTo(TILE, 0)
        pen.lineTo(0, TILE)
        pen.lineTo(0, 0)
      }
      pen.fill()
      const every = random.between(1.1, 2.4)
      return {
        canvas,
        x: LEFT + TILE * (i % COLUMNS),
        y: TILE * Math.floor(i / COLUMNS),
        every,
        first: random.between(0, every),
        turned: random.int(0, 3),
      }
    })
    return (pen, t) => {
      pen.fillStyle = toCss(palette.back)
      pen.fillRect(0, 0, WIDTH, HEIGHT)
      for (const { canvas, x, y, every, first, turned } of wall) {
        const turns = (t + first) / every
        const since = (turns % 1) * every
        pen.save()
        pen.translate(x + TILE / 2, y + TILE / 2)
        pen.rotate((Math.PI / 2) * (turned + Math.floor(turns) + smoothstep(0, TURN_SECONDS, since)))
        pen.drawImage(canvas, -TILE / 2, -TILE / 2)
        pen.restore()
      }
    }
  },
}

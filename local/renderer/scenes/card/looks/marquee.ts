// Draws rows of the stressed words that scroll by. They are very large and only a little lighter than the background.
import { toCss } from '../../../draw/color.ts'
import { createLayer, HEIGHT, WIDTH } from '../../../draw/stage.ts'
import { setType } from '../layout.ts'
import { EXPANDED, HEAVY, type Look, POSTER, WIDE_ZONE } from '../look.ts'

const ROWS = 4
const ROW_HEIGHT = HEIGHT / ROWS

export const marquee: Look = {
  name: 'marquee',
  mostLetters: Number.POSITIVE_INFINITY,
  zone: WIDE_ZONE,
  settings: [HEAVY, EXPANDED, POSTER],
  isMirrorable: false,
  colors: ({ ink, accent }) => ({ ink, accent }),
  create({ random, palette, plan }) {
    const stressed = plan.lines.flat().filter(({ isStressed }) => isStressed)
    const texts = stressed.map(({ text }) => text.replace(/\p{P}+$/u, ''))
    const isOutlined = random.chance(0.4)
    const rows = Array.from({ length: ROWS }, (_, i) => {
      const text = `${texts[i % texts.length] ?? '•'}  `
      const { pen: probe } = createLayer(1, 1)
      setType(probe, plan.families, plan.setting, 190)
      const period = Math.max(60, Math.ceil(probe.measureText(text).width))
      const strip = createLayer(period * (Math.ceil(WIDTH / period) + 1), ROW_HEIGHT)
      setType(strip.pen, plan.families, plan.setting, 190)
      strip.pen.fillStyle = toCss(palette.shade)
      strip.pen.strokeStyle = toCss(palette.shade)
      strip.pen.lineWidth = 4
      for (let x = 0; x < strip.canvas.width; x += period) {
        if (isOutlined && i % 2 === 0) strip.pen.strokeText(text, x, 158)
        else strip.pen.fillText(text, x, 158)
      }
      const speed = (i % 2 ? -1 : 1) * random.between(46, 90)
      return { canvas: strip.canvas, period, speed, phase: random.between(0, period) }
    })
    return (pen, t) => {
      pen.fillStyle = toCss(palette.back)
      pen.fillRect(0, 0, WIDTH, HEIGHT)
      for (const [i, { canvas, period, speed, phase }] of rows.entries()) {
        const shift = (((phase + speed * t) % period) + period) % period
        pen.drawImage(canvas, Math.round(-shift), i * ROW_HEIGHT)
      }
      // A bar below the type grows with the clip.
      pen.fillStyle = toCss(palette.bold)
      pen.fillRect(0, HEIGHT - 14, (WIDTH * t) / plan.seconds, 14)
    }
  },
}

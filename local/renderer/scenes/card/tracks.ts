// The two tracks of the product: a clip for each word and the wave of the sound, which light up behind the playhead.
import { createLayer, HEIGHT, type Pen, WIDTH } from '../../draw/stage.ts'
import { clamp } from '../../math.ts'
import type { Mood } from '../../mood.ts'
import { setFont } from '../../type/fonts.ts'
import { MARGIN } from './layout.ts'
import type { CardPlan } from './plan.ts'

export const LANES_LEFT = MARGIN + 52
export const LANES_WIDTH = WIDTH - MARGIN - LANES_LEFT
export const CLIPS_TOP = 404
const CLIPS_HEIGHT = 30
const WAVE_MIDDLE = 468
const WAVE_HEIGHT = 54
const BARS = 96
const AMBER = '#ffb454'
const CORAL = '#ff6a48'

export function createTracks(mood: Mood, plan: CardPlan): (pen: Pen, t: number) => void {
  const { seconds } = mood
  const xOf = (t: number) => LANES_LEFT + LANES_WIDTH * (t / seconds)
  const levels = waveLevels(mood, plan)
  const draw = (fill: string | ReturnType<Pen['createLinearGradient']>, opacity: number) => {
    const { canvas, pen } = createLayer(WIDTH, HEIGHT)
    pen.globalAlpha = opacity
    pen.fillStyle = fill
    for (const { from, to } of plan.clips) {
      pen.beginPath()
      pen.roundRect(xOf(from), CLIPS_TOP, Math.max(6, xOf(to) - xOf(from) - 5), CLIPS_HEIGHT, 6)
      pen.fill()
    }
    for (const [i, level] of levels.entries()) {
      const height = Math.max(4, level * WAVE_HEIGHT)
      pen.beginPath()
      pen.roundRect(LANES_LEFT + (LANES_WIDTH * i) / BARS, WAVE_MIDDLE - height / 2, 5, height, 2.5)
      pen.fill()
    }
    return canvas
  }
  const gradient = createLayer(1, 1).pen.createLinearGradient(LANES_LEFT, 0, LANES_LEFT + LANES_WIDTH, 0)
  gradient.addColorStop(0, AMBER)
  gradient.addColorStop(1, CORAL)
  const dim = draw('#dbe4ff', 0.17)
  const lit = draw(gradient, 1)
  const label = dim.getContext('2d')
  setFont(label, plan.families, 560, 20)
  label.globalAlpha = 1
  label.fillStyle = 'rgba(246,242,234,0.62)'
  label.fillText('V1', MARGIN, CLIPS_TOP + 22)
  label.fillText('A1', MARGIN, WAVE_MIDDLE + 7)
  const top = CLIPS_TOP - 12
  const height = WAVE_MIDDLE + WAVE_HEIGHT / 2 + 8 - top
  return (pen, t) => {
    const x = xOf(t)
    pen.drawImage(dim, LANES_LEFT - 60, top, LANES_WIDTH + 60, height, LANES_LEFT - 60, top, LANES_WIDTH + 60, height)
    const done = Math.max(1, x - LANES_LEFT)
    pen.drawImage(lit, LANES_LEFT, top, done, height, LANES_LEFT, top, done, height)
    pen.fillStyle = AMBER
    pen.fillRect(x - 1.5, top, 3, height)
    pen.beginPath()
    pen.moveTo(x, top - 9)
    pen.lineTo(x + 8, top - 1)
    pen.lineTo(x, top + 7)
    pen.lineTo(x - 8, top - 1)
    pen.fill()
  }
}

/** 1 at a word, falling until the next. */
export function strokeAt(plan: CardPlan, t: number): number {
  const sum = plan.strokes.reduce(
    (all, { at, level }) => all + (t >= at - 0.03 ? level * Math.exp(-(t - at) / 0.28) : 0),
    0,
  )
  return Math.min(1, sum)
}

/** Loudness as it will be heard: a stroke at each word over a bed. */
function waveLevels(mood: Mood, plan: CardPlan): number[] {
  const random = mood.random('card wave')
  const phase = random.between(0, 7)
  return Array.from({ length: BARS }, (_, i) => {
    const t = (i / BARS) * mood.seconds
    const bed = 0.14 + 0.08 * Math.sin(t * 2.1 + phase) ** 2
    return clamp((bed + 0.72 * strokeAt(plan, t)) * (0.62 + 0.38 * random.next()))
  })
}

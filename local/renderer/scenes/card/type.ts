// Draws the type of a card, and how words appear. The type never stops moving: it grows or drifts while it is visible.
import { type Rgb, toCss } from '../../draw/color.ts'
import type { Pen } from '../../draw/stage.ts'
import { clamp, smoothstep } from '../../math.ts'
import type { Random } from '../../random.ts'
import { isRightToLeft } from '../../type/words.ts'
import { DESCENT, setType, type Zone } from './layout.ts'
import type { CardPlan } from './plan.ts'

export interface TypeColors {
  ink: Rgb
  accent: Rgb
}

/**
 * The motion of a word that appears. `rest` goes from 1 to 0, in shares of the type size and as a scale. If `isMasked`
 * is set, the word rises out of its line.
 */
interface Arrival {
  x: number
  y: number
  scale: number
  isMasked: boolean
}

const ARRIVALS: readonly [Arrival, ...Arrival[]] = [
  { x: 0, y: 0.42, scale: 0, isMasked: false },
  { x: 0.5, y: 0, scale: 0, isMasked: false },
  { x: 0, y: 0.05, scale: 0.35, isMasked: false },
  { x: 0, y: 1.05, scale: 0, isMasked: true },
  { x: 0, y: -0.5, scale: 0, isMasked: false },
]

export const ARRIVE_SECONDS = 0.3
const LEAVE_SECONDS = 0.16

export type DrawType = (pen: Pen, t: number, seconds: number) => void

/** Creates the type. `push` is the share by which the sentence grows while it is visible. */
export function createType(plan: CardPlan, { ink, accent }: TypeColors, random: Random, push = 0.025): DrawType {
  const arrival = random.pick(ARRIVALS)
  const { zone, size } = plan
  const words = plan.lines.flat()
  const from = Math.min(...words.map(({ at }) => at))
  const draw = (pen: Pen, text: string, x: number, y: number, width: number, height: number, since: number) => {
    const rest = (1 - clamp(since / ARRIVE_SECONDS)) ** 3
    pen.save()
    if (arrival.isMasked && rest > 0.001) {
      pen.beginPath()
      pen.rect(x - height, y - height, width + 2 * height, height * (1 + DESCENT))
      pen.clip()
    } else pen.globalAlpha *= smoothstep(0, 0.7, since / ARRIVE_SECONDS)
    pen.translate(x + width / 2 + arrival.x * rest * height, y + arrival.y * rest * height)
    const scale = 1 + arrival.scale * rest
    pen.scale(scale, scale)
    pen.direction = isRightToLeft(text) ? 'rtl' : 'ltr'
    pen.fillText(text, -width / 2, 0)
    pen.restore()
  }
  return (pen, t, seconds) => {
    for (const key of plan.keys) {
      if (t < key.from || t >= key.to) continue
      pen.save()
      setType(pen, plan.families, plan.setting, key.size)
      pen.fillStyle = toCss(accent)
      pen.globalAlpha = 1 - smoothstep(key.to - LEAVE_SECONDS, key.to, t)
      const { x, y } = placeKeyWord(plan, key)
      grow(pen, zone, plan, 1 + 0.04 * ((t - key.from) / (key.to - key.from)))
      draw(pen, key.text, x, y, key.width, key.size, t - key.from)
      pen.restore()
    }
    if (words.length === 0 || t < from) return
    pen.save()
    // The sentence grows to its final size, because the zone allows no larger one.
    grow(pen, zone, plan, 1 - push * (1 - (t - from) / (seconds - from)))
    setType(pen, plan.families, plan.setting, size)
    for (const word of words) {
      if (t < word.at) continue
      pen.fillStyle = toCss(word.isStressed ? accent : ink)
      draw(pen, word.text, word.x, word.y, word.width, size, t - word.at)
    }
    pen.restore()
  }
}

/** Returns the start of a key word's baseline. */
export function placeKeyWord(
  { zone, isRightToLeft }: CardPlan,
  key: { size: number; width: number },
): { x: number; y: number } {
  const free = zone.width - key.width
  const x = zone.left + (zone.isCentered ? free / 2 : isRightToLeft ? free : 0)
  return { x, y: zone.top + zone.height / 2 + key.size * 0.3 }
}

/** Scales around the middle of the type's edge, so that the type stays in its zone. */
function grow(pen: Pen, zone: Zone, plan: CardPlan, scale: number): void {
  const x = zone.isCentered ? zone.left + zone.width / 2 : plan.isRightToLeft ? zone.left + zone.width : zone.left
  const y = zone.top + zone.height / 2
  pen.translate(x, y)
  pen.scale(scale, scale)
  pen.translate(-x, -y)
}

// Tests every look of a card. Its type is legible, it always moves, and it ends with the complete sentence.
import { describe, expect, it } from 'vitest'
import { measureContrast, type Rgb } from '../../../../local/renderer/draw/color.ts'
import { FRAME_RATE, WIDTH } from '../../../../local/renderer/draw/stage.ts'
import { readMood } from '../../../../local/renderer/mood.ts'
import { type Card, designCard, LOOKS } from '../../../../local/renderer/scenes/card/card.ts'
import { CARD_PALETTES } from '../../../../local/renderer/scenes/card/palette.ts'
import { getStrokeAt } from '../../../../local/renderer/scenes/card/plan.ts'
import { difference, drawFrame } from '../../renderer/measure.ts'

/** The WCAG 2 contrast of normal text. */
const LEGIBLE = 4.5
const SECONDS = 5
const PROMPTS = [
  'a cat playing piano',
  'قطة تعزف على البيانو',
  'The old watchmaker opens the shutters of his shop, and dust turns in the light; a tram passes, the cups ring.',
]

function design(prompt: string, seed: number, look: (typeof LOOKS)[number]): Card {
  return designCard(prompt, readMood(prompt, seed, SECONDS, ['day']), look)
}

type Parts = 'backdrop' | 'all'

function getFrame({ plan, backdrop, type }: Card, t: number, parts: Parts = 'all'): Uint8ClampedArray {
  return drawFrame(
    {
      draw(pen, at, progress) {
        pen.save()
        backdrop(pen, at, progress, getStrokeAt(plan, at))
        pen.restore()
        if (parts === 'all') type(pen, at, SECONDS)
      },
    },
    t,
    t / SECONDS,
  )
}

/** Returns the lowest contrast between a color and its background in a box. */
function leastContrast(
  frame: Uint8ClampedArray,
  color: Rgb,
  box: { x: number; y: number; width: number; height: number },
) {
  let least = Number.POSITIVE_INFINITY
  for (let y = Math.round(box.y); y < box.y + box.height; y += 9) {
    for (let x = Math.round(box.x); x < box.x + box.width; x += 9) {
      const at = (y * WIDTH + x) * 4
      const behind = [0, 1, 2].map((c) => (frame[at + c] ?? 0) / 255) as unknown as Rgb
      least = Math.min(least, measureContrast(color, behind))
    }
  }
  return least
}

const looks = LOOKS.map((look) => [look.name, look] as const)

describe.each(Object.entries(CARD_PALETTES))('Card colors %s', (_, { ink, accent, back, shade }) => {
  it("gives a card's type enough contrast on both backgrounds", () => {
    for (const ground of [back, shade]) {
      expect(measureContrast(ink, ground)).toBeGreaterThan(7)
      expect(measureContrast(accent, ground)).toBeGreaterThan(LEGIBLE)
    }
  })
})

describe.each(looks)('Card with the look %s', (_, look) => {
  it.each(PROMPTS)('keeps a card\'s type legible from the first word to the last for "%s"', (prompt) => {
    for (let seed = 0; seed < 3; seed++) {
      const card = design(prompt, seed, look)
      const { plan, colors } = card
      for (const t of [0.7 * SECONDS, SECONDS]) {
        const behind = getFrame(card, t, 'backdrop')
        for (const { x, y, width, at, isStressed } of plan.lines.flat()) {
          if (t < at + 0.3) continue
          const box = { x: x + 2, y: y - 0.7 * plan.size, width: width - 4, height: 0.7 * plan.size }
          const found = leastContrast(behind, isStressed ? colors.accent : colors.ink, box)
          expect(found, `seed ${seed} at ${t} s`).toBeGreaterThan(LEGIBLE)
        }
      }
    }
  })

  it.each([PROMPTS[0], PROMPTS[2]] as string[])(
    'moves a card in each quarter of a second, even after the last word, for "%s"',
    (prompt) => {
      const card = design(prompt, 3, look)
      let last = getFrame(card, 0)
      for (let t = 0.25; t <= SECONDS; t += 0.25) {
        const frame = getFrame(card, t)
        expect(difference(last, frame), `before ${t} s`).toBeGreaterThan(0.3)
        last = frame
      }
    },
  )

  it.each(PROMPTS)('shows a card\'s whole sentence in the last fifth of the clip for "%s"', (prompt) => {
    const card = design(prompt, 5, look)
    const { plan, colors } = card
    for (const t of [0.8 * SECONDS, SECONDS - 1 / FRAME_RATE]) {
      const [behind, all] = [getFrame(card, t, 'backdrop'), getFrame(card, t)]
      for (const { x, y, width, isStressed, text } of plan.lines.flat()) {
        const color = isStressed ? colors.accent : colors.ink
        const share = getShare(all, color, { x, y: y - plan.size, width, height: 1.2 * plan.size })
        const before = getShare(behind, color, { x, y: y - plan.size, width, height: 1.2 * plan.size })
        expect(share - before, `${text} at ${t} s`).toBeGreaterThan(0.04)
      }
    }
  })
})

/** Returns the share of a box that has a color, within a few steps. */
function getShare(frame: Uint8ClampedArray, color: Rgb, box: { x: number; y: number; width: number; height: number }) {
  let found = 0
  let count = 0
  for (let y = Math.round(box.y); y < box.y + box.height; y += 3) {
    for (let x = Math.round(box.x); x < box.x + box.width; x += 3) {
      const at = (y * WIDTH + x) * 4
      count++
      if ([0, 1, 2].every((c) => Math.abs((frame[at + c] ?? 0) - 255 * (color[c] ?? 0)) < 6)) found++
    }
  }
  return found / count
}

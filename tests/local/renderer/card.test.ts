// Type: what a card shows of a prompt, when and where, and the caption over scenes.
import { describe, expect, it } from 'vitest'
import { captionLines } from '../../../local/renderer/caption.ts'
import { HEIGHT, WIDTH } from '../../../local/renderer/draw/stage.ts'
import { readMood } from '../../../local/renderer/mood.ts'
import { createCard } from '../../../local/renderer/scenes/card/card.ts'
import { type CardPlan, planCard } from '../../../local/renderer/scenes/card/plan.ts'
import { letter } from '../../../local/renderer/type/fonts.ts'
import { difference, drawFrame } from './measure.ts'

/** Controls and what a player says when paused lie below. */
const CONTROLS_TOP = HEIGHT * 0.66
/** A player may be 360 pixels wide: letters of 16 there are 57 here. */
const MIN_SIZE = 57

function plan(prompt: string, seconds = 5, seed = 1): CardPlan {
  return planCard(readMood(prompt, seed, seconds, ['day']), letter(prompt))
}

const read = (card: CardPlan) =>
  card.pages.map(({ words }) => words.toSorted((a, b) => a.at - b.at).map(({ text }) => text))
const LONG = 'The old watchmaker opens the shutters of his shop, and dust turns in the light. '.repeat(25)

describe('the plan of a card', () => {
  it.each([
    ['one word', 'Robot'],
    ['a sentence', 'a cat playing piano'],
    ['three clauses', 'A tram passes; the cups on the shelf ring, and a girl presses her nose to the window.'],
    ['Chinese', '两位厨师在厨房里，一只猫在弹钢琴。'],
    ['Japanese', '二人の料理人が台所で「いただきます」と言う。'],
    ['Arabic', 'قطة تعزف على البيانو في غرفة هادئة'],
    ['emoji', '🚀🐈 launch 🌕'],
    ['2,000 letters', LONG],
    ['one long word', 'a'.repeat(2000)],
    ['no spaces', '海鲜市场的早晨'.repeat(200)],
  ])('keeps the words large, in the frame, above the controls, and one after another for %s', (_, prompt) => {
    for (const seconds of [5, 8, 10]) {
      const { pages } = plan(prompt, seconds)
      const words = pages.flatMap((page) => page.words)
      expect(words.length).toBeGreaterThan(0)
      for (const { x, y, width } of words) {
        expect(x).toBeGreaterThanOrEqual(60)
        expect(x + width).toBeLessThanOrEqual(WIDTH - 60)
        expect(y).toBeLessThan(CONTROLS_TOP)
      }
      for (const page of pages) {
        expect(page.size).toBeGreaterThan(MIN_SIZE)
        expect(Math.min(...page.words.map(({ y }) => y)) - page.size).toBeGreaterThan(0)
      }
      const times = words.map(({ at }) => at).toSorted((a, b) => a - b)
      expect(times.every((at, i) => i === 0 || at - (times[i - 1] ?? 0) > 0.1)).toBe(true)
      expect(times.at(-1)).toBeLessThan(seconds - 1)
    }
  })

  it('shows a short prompt whole', () => {
    expect(read(plan('a cat playing piano')).flat()).toEqual(['a', 'cat', 'playing', 'piano'])
    expect(read(plan('一只猫在弹钢琴')).flat().join('')).toBe('一只猫在弹钢琴')
  })

  it('ends an excerpt with an ellipsis, and shows more of it in a longer clip', () => {
    const [short, long] = [5, 10].map((seconds) => read(plan(LONG, seconds)).flat())
    expect(short?.at(-1)).toMatch(/[^.,]…$/)
    expect(long?.length).toBeGreaterThan((short?.length ?? 0) * 1.5)
  })

  it('turns pages between clauses', () => {
    expect(read(plan('A lighthouse keeper reads aloud; far thunder, one foghorn in the distance.', 8))).toEqual([
      ['A', 'lighthouse', 'keeper', 'reads', 'aloud;'],
      ['far', 'thunder,', 'one', 'foghorn', 'in', 'the', 'distance.'],
    ])
  })

  it('reads Arabic from the right, with Latin words in their own order', () => {
    const [page] = plan('قطة Jazz Band').pages
    const x = (text: string) => page?.words.find((word) => word.text === text)?.x ?? Number.NaN
    expect(x('قطة')).toBeGreaterThan(x('Band'))
    expect(x('Jazz')).toBeLessThan(x('Band'))
  })

  it('lets no closing mark begin a word', () => {
    const words = read(plan('海。海，海！「海」海？')).flat()
    expect(words.every((word) => /^[海「]/.test(word))).toBe(true)
  })

  it('has tracks without words for a text that no font can show', () => {
    const { pages, clips } = plan('\u{10fffd}\u{10fffe}')
    expect(pages).toEqual([])
    expect(clips.length).toBeGreaterThan(3)
  })
})

describe('the picture of a card', () => {
  const frame = (seed: number) => drawFrame(createCard('a robot', readMood('a robot', seed, 5, ['day'])), 2.5, 0.5)

  it('differs from seed to seed, and is the same for one', () => {
    const first = frame(1)
    expect(difference(first, frame(1))).toBe(0)
    expect(difference(first, frame(2))).toBeGreaterThan(0.8)
  })
})

describe('letters', () => {
  it("uses fonts that come with the packages, for the app's languages and for emoji", () => {
    const text = 'Año 海の雨 龍 قطة 🐈🚀❤️👨‍👩‍👧'
    expect(letter(text).text).toBe(text)
    expect(letter(text).families).toMatch(/archivo.*emoji.*jp.*arabic/)
  })

  it('omits characters that no font has', () => {
    expect(letter('a \u{10fffd} cat\u0007').text).toBe('a cat')
  })
})

describe('the caption', () => {
  // Ten units a character: 82 fit on a line.
  const lines = (text: string) => captionLines(text, (part) => Array.from(part).length * 10)

  it('stays on one line when it fits, and breaks between words', () => {
    expect(lines('A lighthouse at dusk')).toEqual(['A lighthouse at dusk'])
    const text = `${'word '.repeat(16)}and the rest of it`
    expect(lines(text)).toHaveLength(2)
    expect(lines(text).join(' ')).toBe(text)
  })

  it('ends with an ellipsis after two lines', () => {
    const [first = '', second = '', ...more] = lines('so much to say '.repeat(60))
    expect(more).toEqual([])
    expect(Math.max(first.length, second.length)).toBeLessThanOrEqual(82)
    expect(second).toMatch(/\S…$/)
  })

  it('breaks text without spaces, and never inside a character of several parts', () => {
    expect(lines('海'.repeat(120))).toHaveLength(2)
    expect(lines('a'.repeat(4000)).every((line) => line.length <= 82)).toBe(true)
    const family = '👨‍👩‍👧‍👦'
    const kept = lines(family.repeat(60)).join('').replace('…', '')
    expect(kept.replaceAll(family, '')).toBe('')
  })
})

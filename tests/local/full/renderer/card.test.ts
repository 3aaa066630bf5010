// Tests type: the words that a card shows, their times and positions, and the caption over scenes.
import { describe, expect, it } from 'vitest'
import { layOutCaption } from '../../../../local/renderer/caption.ts'
import { HEIGHT, WIDTH } from '../../../../local/renderer/draw/stage.ts'
import { readMood } from '../../../../local/renderer/mood.ts'
import { createCard, designCard, LOOKS } from '../../../../local/renderer/scenes/card/card.ts'
import type { CardPlan } from '../../../../local/renderer/scenes/card/plan.ts'
import { ARRIVE_SECONDS } from '../../../../local/renderer/scenes/card/type.ts'
import { getLetter } from '../../../../local/renderer/type/fonts.ts'
import { difference, drawFrame } from '../../renderer/measure.ts'

/** The area below contains the controls and messages of a player. */
const CONTROLS_TOP = HEIGHT * 0.66
/** The smallest letters. In a player 360 pixels wide, they are 16 pixels high. */
const MIN_SIZE = 57
/** The smallest letters of a long sentence, which shows its stressed words first, alone and large. */
const MIN_LONG_SIZE = 44

const SHORT: [string, string][] = [
  ['one word', 'Robot'],
  ['a sentence', 'a cat playing piano'],
  ['Chinese', '两位厨师在厨房里，一只猫在弹钢琴。'],
  ['Japanese', '二人の料理人が台所で「いただきます」と言う。'],
  ['Arabic', 'قطة تعزف على البيانو في غرفة هادئة'],
  ['Cyrillic', 'Старый рыбак чинит сеть на берегу реки'],
  ['emoji', '🚀🐈 launch 🌕'],
  ['dialogue', 'He says: "I have been waiting for you." A quiet room.'],
  ['punctuation', '!!! ... ???'],
]
const SENTENCE =
  'The old watchmaker opens the shutters of his shop, and dust turns in the light; a tram passes, the cups on the shelf ring, and a girl presses her nose to the window.'
const LONG: [string, string][] = [
  ['five clauses', SENTENCE],
  ['2,000 letters', 'The old watchmaker opens the shutters of his shop, and dust turns in the light. '.repeat(25)],
  ['one long word', 'a'.repeat(2000)],
  ['no spaces', '海鲜市场的早晨'.repeat(200)],
]

function design(prompt: string, seconds = 5, seed = 1, look?: (typeof LOOKS)[number]) {
  return designCard(prompt, readMood(prompt, seed, seconds, ['day']), look)
}

const getWords = ({ lines }: CardPlan) => lines.flat()
const read = (plan: CardPlan) =>
  getWords(plan)
    .toSorted((a, b) => a.index - b.index)
    .map(({ text }) => text.toLowerCase())
const getStressed = (plan: CardPlan) =>
  getWords(plan)
    .filter(({ isStressed }) => isStressed)
    .map(({ text }) => text)

describe.each(LOOKS.map((look) => [look.name, look] as const))('Card plan with the look %s', (_, look) => {
  const fitting = look.mostLetters > 150 ? [...SHORT, ...LONG] : SHORT

  it.each(fitting)(
    "shows a card's large words one after another, inside the frame and above the controls, for %s",
    (_, prompt) => {
      // The shortest and the longest clip.
      for (const seconds of [4, 10]) {
        const { plan } = design(prompt, seconds, 1, look)
        const words = getWords(plan)
        expect(words.length).toBeGreaterThan(0)
        expect(plan.size).toBeGreaterThanOrEqual(MIN_LONG_SIZE)
        for (const { x, y, width } of words) {
          expect(x).toBeGreaterThanOrEqual(60)
          expect(x + width).toBeLessThanOrEqual(WIDTH - 60)
          expect(y).toBeLessThan(CONTROLS_TOP)
          expect(y - plan.size).toBeGreaterThan(0)
        }
        const times = words.map(({ index, at }) => ({ index, at })).toSorted((a, b) => a.index - b.index)
        expect(times.every(({ at }, i) => i === 0 || at > (times[i - 1]?.at ?? 0))).toBe(true)
      }
    },
  )
})

describe('Card plan', () => {
  it.each(SHORT)('uses type that a viewer can read at once for %s', (_, prompt) => {
    for (const look of LOOKS) {
      const { plan } = design(prompt, 5, 1, look)
      expect(plan.size, look.name).toBeGreaterThanOrEqual(MIN_SIZE)
    }
  })

  it('shows every word of a short prompt', () => {
    expect(read(design('a cat playing piano').plan)).toEqual(['a', 'cat', 'playing', 'piano'])
    expect(read(design('一只猫在弹钢琴').plan).join('')).toBe('一只猫在弹钢琴')
  })

  it.each([...SHORT, ...LONG])('shows the whole sentence of %s for the last fifth of the clip', (_, prompt) => {
    for (const seconds of [4, 5, 8, 10]) {
      const { plan } = design(prompt, seconds)
      const last = Math.max(...getWords(plan).map(({ at }) => at), ...plan.keys.map(({ to }) => to - ARRIVE_SECONDS))
      expect(last + ARRIVE_SECONDS).toBeLessThanOrEqual(0.8 * seconds)
    }
  })

  it('shows a sentence of 170 letters completely, after its stressed words alone and large', () => {
    const { plan } = design(SENTENCE, 8)
    expect(read(plan).join(' ')).toBe(SENTENCE.toLowerCase())
    expect(plan.keys.length).toBeGreaterThan(2)
    for (const { size, from, to } of plan.keys) {
      expect(size).toBeGreaterThan(90)
      expect(to - from).toBeGreaterThan(0.6)
    }
    const keys = plan.keys.map(({ text }) => text.toLowerCase())
    expect(getStressed(plan).join(' ').toLowerCase()).toContain(keys[0] as string)
  })

  it('ends an excerpt of 2,000 letters with an ellipsis', () => {
    expect(read(design(LONG[1]?.[1] ?? '').plan).at(-1)).toMatch(/[^.,]…$/)
  })

  it('lays out Arabic from the right, with Latin words in their own order', () => {
    const words = getWords(design('قطة Jazz Band').plan)
    const x = (text: string) => words.find((word) => word.text.toLowerCase() === text)?.x ?? Number.NaN
    expect(x('قطة')).toBeGreaterThan(x('band'))
    expect(x('jazz')).toBeLessThan(x('band'))
  })

  it('keeps only the beat for a text that no font can show', () => {
    const { plan } = design('\u{10fffd}\u{10fffe}')
    expect(getWords(plan)).toEqual([])
    expect(plan.strokes.length).toBeGreaterThan(3)
    expect(() => drawFrame(createCard('\u{10fffd}', readMood('', 1, 5, ['day'])), 2, 0.4)).not.toThrow()
  })
})

describe('Choice of a card look', () => {
  const prompts = ['a kitchen', 'a subway', 'a submarine', 'a cat playing piano', 'a robot', 'a rocket launch']
  const cards = new Map<string, ReturnType<typeof design>>()
  /** Each take of a prompt is designed once, because its neighbors are compared with it too. */
  const getTake = (prompt: string, seed: number) => {
    const key = `${prompt} ${seed}`
    const card = cards.get(key) ?? design(prompt, 5, seed)
    cards.set(key, card)
    return card
  }

  it("varies a card's look by words and seed: every look occurs, and none more than twice its share", () => {
    const counts = new Map<string, number>()
    for (const prompt of prompts)
      for (let seed = 0; seed < 30; seed++) {
        const { look } = getTake(prompt, seed)
        counts.set(look, (counts.get(look) ?? 0) + 1)
      }
    expect(counts.size).toBe(LOOKS.length)
    expect(Math.max(...counts.values())).toBeLessThan((2 * prompts.length * 30) / LOOKS.length)
  })

  it.each([
    ...prompts,
    SENTENCE,
    'a pine forest, mist',
    'a dog in the rain',
    'Snow falls on a village',
    'a city at night',
  ])('gives three consecutive seeds different looks and colors for "%s"', (prompt) => {
    for (let seed = 0; seed < 30; seed++) {
      const takes = [seed, seed + 1, seed + 2].map((one) => getTake(prompt, one))
      expect(new Set(takes.map(({ look }) => look)).size, `looks from ${seed}`).toBe(3)
      expect(new Set(takes.map(({ palette }) => palette)).size, `colors from ${seed}`).toBe(3)
    }
  })

  it('gives three consecutive prompts different looks and colors', () => {
    const shown = Array.from({ length: 60 }, (_, seed) => {
      const { look, palette } = getTake(prompts[seed % prompts.length] ?? '', seed)
      return `${look} ${palette.back}`
    })
    expect(shown.every((card, i) => i < 2 || new Set([card, shown[i - 1], shown[i - 2]]).size > 1)).toBe(true)
  })
})

describe('Card pictures', () => {
  const frame = (seed: number) => drawFrame(createCard('a robot', readMood('a robot', seed, 5, ['day'])), 2.5, 0.5)

  it('draws different cards for different seeds, and the same card for the same seed', () => {
    const first = frame(1)
    expect(difference(first, frame(1))).toBe(0)
    expect(difference(first, frame(2))).toBeGreaterThan(0.8)
  })
})

describe('Card letters', () => {
  it("uses packaged fonts for emoji and the app's languages", () => {
    const text = 'Año 海の雨 龍 قطة 🐈🚀❤️👨‍👩‍👧'
    expect(getLetter(text).text).toBe(text)
    expect(getLetter(text).families).toMatch(/archivo.*emoji.*jp.*arabic/)
  })

  it('omits characters that no font has', () => {
    expect(getLetter('a \u{10fffd} cat\u0007').text).toBe('a cat')
  })
})

describe('Caption', () => {
  // Each character is ten units wide, so 82 characters fit on a line.
  const lines = (text: string) => layOutCaption(text, (part) => Array.from(part).length * 10)

  it('keeps a short caption on one line, and breaks a longer caption between words', () => {
    expect(lines('A lighthouse at dusk')).toEqual(['A lighthouse at dusk'])
    const text = `${'word '.repeat(16)}and the rest of it`
    expect(lines(text)).toHaveLength(2)
    expect(lines(text).join(' ')).toBe(text)
  })

  it('ends a caption with an ellipsis after two lines', () => {
    const [first = '', second = '', ...more] = lines('so much to say '.repeat(60))
    expect(more).toEqual([])
    expect(Math.max(first.length, second.length)).toBeLessThanOrEqual(82)
    expect(second).toMatch(/\S…$/)
  })

  it('breaks a caption without spaces, but never inside a combined character', () => {
    expect(lines('海'.repeat(120))).toHaveLength(2)
    expect(lines('a'.repeat(4000)).every((line) => line.length <= 82)).toBe(true)
    const family = '👨‍👩‍👧‍👦'
    const kept = lines(family.repeat(60)).join('').replace('…', '')
    expect(kept.replaceAll(family, '')).toBe('')
  })
})

// What is read when: words come one after another, at a reader's pace, on pages of up to three lines. Picture and sound follow
// the same moments.
import type { Mood } from '../../mood.ts'
import type { Random } from '../../random.ts'
import type { Lettering } from '../../type/fonts.ts'
import { cut, isRightToLeft, type Word, withoutGiants, wordsOf } from '../../type/words.ts'
import { fitsLine, layOut, measurer, type Place } from './layout.ts'

interface PlacedWord extends Omit<Place, 'word'> {
  text: string
  /** When it comes, in seconds. */
  at: number
  isAccent: boolean
}

export interface Page {
  words: readonly PlacedWord[]
  /** Height of the type in pixels. */
  size: number
  from: number
  to: number
}

export interface CardPlan {
  pages: readonly Page[]
  families: string
  isRightToLeft: boolean
  /** What is heard, in order: a word with 1, its echoes with less. */
  strokes: readonly { at: number; level: number }[]
  /** Clips of the picture track: where one word, or a bar of a card without words, begins and ends. */
  clips: readonly { from: number; to: number }[]
}

/** Letters on a page; an ideograph counts as two. */
const PAGE_LETTERS = 26
const MAX_PAGE_LETTERS = 48
/** More than is ever read. */
const MAX_CHARACTERS = 600
const LEAD_SECONDS = 0.3
/** The last page stays. */
const HOLD_SECONDS = 1.25
const FASTEST = 0.8
const SLOWEST = 2.6

export function planCard(mood: Mood, { text, families }: Lettering): CardPlan {
  const random = mood.random('card')
  const measure = measurer(families)
  const room = mood.seconds - LEAD_SECONDS - HOLD_SECONDS
  const words = excerpt(
    withoutGiants(wordsOf(text.slice(0, MAX_CHARACTERS)), (part) => fitsLine(part, measure)),
    room / FASTEST,
  )
  const moments = timesOf(words, room)
  const rightToLeft = isRightToLeft(text)
  const groups = paged(words)
  const firsts = groups.map((_, i) => groups.slice(0, i).flat().length)
  const pages = groups.map((group, i) => {
    const times = moments.slice(firsts[i])
    const to = moments[firsts[i + 1] ?? words.length] ?? mood.seconds
    const { size, places } = layOut(group, measure, rightToLeft)
    const accent = accentOf(group, random.next())
    const placed = places.map(({ word, ...place }) => {
      const index = group.indexOf(word)
      return { ...place, text: word.text, at: times[index] ?? 0, isAccent: index === accent }
    })
    return { words: placed, size, from: times[0] ?? 0, to }
  })
  const starts = words.length > 0 ? moments : Array.from({ length: 8 }, (_, i) => LEAD_SECONDS + (i * room) / 7)
  const clips = starts.map((from, i) => ({ from, to: starts[i + 1] ?? mood.seconds - 0.25 }))
  const strokes = [...starts.map((at) => ({ at, level: 1 })), ...echoesOf(starts.at(-1) ?? 0, mood, random)]
  return { pages, families, isRightToLeft: rightToLeft, clips, strokes }
}

/** When each word comes, at a pace that fills the room but for very few words. */
function timesOf(words: readonly Word[], room: number): number[] {
  const pace = Math.min(SLOWEST, room / words.reduce((sum, word) => sum + secondsOf(word), 0))
  let next = LEAD_SECONDS
  return words.map((word) => {
    const at = next
    next += secondsOf(word) * pace
    return at
  })
}

/** After the last word its beat goes on, more and more softly. */
function echoesOf(from: number, mood: Mood, random: Random): CardPlan['strokes'] {
  const beat = random.between(0.48, 0.66)
  const count = Math.max(0, Math.ceil((mood.seconds - 0.7 - from) / beat - 1.5))
  return Array.from({ length: count }, (_, i) => ({ at: from + (i + 1.5) * beat, level: 0.55 * 0.86 ** i }))
}

function lettersOf(word: Word): number {
  return Array.from(word.text).reduce((sum, letter) => sum + (/[\p{Script=Han}\p{Lo}]/u.test(letter) ? 1.8 : 1), 1)
}

function secondsOf(word: Word): number {
  return 0.13 + 0.021 * lettersOf(word) + (word.isClauseEnd ? 0.16 : 0)
}

/** As much as can be read in `seconds`, to the end of a clause when one is near. */
function excerpt(words: readonly Word[], seconds: number): Word[] {
  let sum = 0
  let count = 0
  while (count < words.length && sum + secondsOf(words[count] as Word) <= seconds)
    sum += secondsOf(words[count++] as Word)
  if (count === words.length) return [...words]
  const clauseEnd = words.slice(0, count).findLastIndex(({ isClauseEnd }) => isClauseEnd) + 1
  return cut(words, Math.max(1, clauseEnd > count * 0.6 ? clauseEnd : count))
}

/** The breaks that cost least: pages of about the same length, each a clause or ending where none is torn apart. */
function paged(words: readonly Word[]): Word[][] {
  const letters = words.map(lettersOf)
  const best: { cost: number; from: number }[] = [{ cost: 0, from: 0 }]
  for (let end = 1; end <= words.length; end++) {
    let least = { cost: Number.POSITIVE_INFINITY, from: end - 1 }
    let length = 0
    for (let from = end - 1; from >= 0; from--) {
      length += letters[from] ?? 0
      if (length > MAX_PAGE_LETTERS && from < end - 1) break
      const cost = (best[from]?.cost ?? 0) + costOf(length, words[end - 1] as Word, end === words.length)
      if (cost < least.cost) least = { cost, from }
    }
    best.push(least)
  }
  const pages: Word[][] = []
  for (let end = words.length; end > 0; end = best[end]?.from ?? 0) pages.unshift(words.slice(best[end]?.from, end))
  return pages
}

function costOf(letters: number, last: Word, isEnd: boolean): number {
  const uneven = ((letters - PAGE_LETTERS) / PAGE_LETTERS) ** 2
  const torn = isEnd || last.isClauseEnd ? 0 : 0.5
  const hanging = !isEnd && !last.isClauseEnd && lettersOf(last) < 5 ? 0.25 : 0
  // Each page costs something, so that a short prompt is not taken apart.
  return 0.35 + uneven + torn + hanging
}

/** The word that carries the page: one of its two longest. */
function accentOf(words: readonly Word[], chance: number): number {
  const order = words.map((word, i) => ({ i, letters: lettersOf(word) })).sort((a, b) => b.letters - a.letters)
  const first = order[0]
  const second = order[1]
  return (second && chance < 0.35 && second.letters > 5 ? second : first)?.i ?? -1
}

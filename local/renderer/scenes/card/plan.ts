// Plans when each word appears: the words come one after another and stay, until the whole sentence is set; it stands to the end.
// Before a long sentence its stressed words come alone, large. Picture and sound follow the same moments.
import type { Mood } from '../../mood.ts'
import type { Random } from '../../random.ts'
import type { Lettering } from '../../type/fonts.ts'
import { getWords, isRightToLeft, type Word } from '../../type/words.ts'
import {
  asSet,
  type CardSlot,
  createMeasurer,
  getSize,
  layOut,
  type Measure,
  type Setting,
  type Zone,
} from './layout.ts'
import { getStress } from './stress.ts'

export interface CardWord extends CardSlot {
  text: string
  /** When it comes, in seconds. */
  at: number
  isStressed: boolean
}

/** A stressed word alone in the zone. */
export interface KeyWord {
  text: string
  size: number
  width: number
  from: number
  to: number
}

export interface CardPlan {
  seconds: number
  keys: readonly KeyWord[]
  /** The sentence as it stands at the end. */
  lines: readonly (readonly CardWord[])[]
  /** Height of its type in pixels. */
  size: number
  zone: Zone
  setting: Setting
  families: string
  isRightToLeft: boolean
  /** The strokes that one hears, in order: 1 for a word, less for its echoes. `isDeep`: a new picture comes with it. */
  strokes: readonly { at: number; level: number; isDeep: boolean }[]
}

/** More than is ever shown. */
const MAX_CHARACTERS = 600
const LEAD_SECONDS = 0.25
/** Smaller type is not read at once: its stressed words come first. */
const READ_AT_ONCE = 76
const MOST_AT_ONCE = 14
/** Shares of the clip: until when stressed words stand alone, and until when the last word has come. */
const KEYS_END = 0.48
const SET_END = 0.68
const KEY_SECONDS = 0.62
const SLOWEST_SECONDS = 0.75

export function planCard(mood: Mood, { text, families }: Lettering, zone: Zone, setting: Setting): CardPlan {
  const measure = createMeasurer(families, setting)
  const layout = layOut(getWords(text.slice(0, MAX_CHARACTERS)), measure, zone, setting)
  const stressed = getStress(layout.words)
  const isLong = layout.size < READ_AT_ONCE || layout.words.length > MOST_AT_ONCE
  const keys = isLong ? getKeys(layout.words, stressed, mood.seconds, zone, setting, measure) : []
  const times = getTimes(layout.words, keys.at(-1)?.to ?? LEAD_SECONDS, mood.seconds * SET_END, keys.length > 0)
  const lines = layout.lines.map((line) =>
    line.map((place) => ({
      ...place,
      text: asSet(layout.words[place.index]?.text ?? '', setting),
      at: times[place.index] ?? 0,
      isStressed: stressed.includes(place.index),
    })),
  )
  return {
    seconds: mood.seconds,
    keys,
    lines,
    size: layout.size,
    zone,
    setting,
    families,
    isRightToLeft: isRightToLeft(text),
    strokes: getStrokes(keys, times, mood),
  }
}

function getKeys(
  words: readonly Word[],
  stressed: readonly number[],
  seconds: number,
  zone: Zone,
  setting: Setting,
  measure: Measure,
): KeyWord[] {
  const room = seconds * KEYS_END - LEAD_SECONDS
  const chosen = stressed.slice(0, Math.floor(room / KEY_SECONDS)).toSorted((a, b) => a - b)
  const texts = chosen
    .map((i) => words[i]?.text.replace(/^\p{P}+|(?:['’]s)?\p{P}*$/gu, '') ?? '')
    .filter((word) => word !== '')
  const each = room / texts.length
  return texts.map((text, i) => {
    const size = getSize(text, measure, zone)
    const from = LEAD_SECONDS + i * each
    return { text: asSet(text, setting), size, width: measure(text, size), from, to: from + each }
  })
}

/** At a reader's pace for few words, close upon each other after the stressed ones. */
function getTimes(words: readonly Word[], from: number, to: number, isQuick: boolean): number[] {
  const weights = words.map((word) => (isQuick ? 1 : getSeconds(word)))
  const sum = weights.reduce((all, weight) => all + weight, 0)
  const pace = (to - from) / sum
  const longest = Math.max(...weights, 0)
  const limit = isQuick ? pace : Math.min(pace, SLOWEST_SECONDS / longest)
  let next = from
  return weights.map((weight) => {
    const at = next
    next += weight * limit
    return at
  })
}

function getLetters(word: Word): number {
  return Array.from(word.text).reduce((sum, letter) => sum + (/[\p{Script=Han}\p{Lo}]/u.test(letter) ? 1.8 : 1), 1)
}

function getSeconds(word: Word): number {
  return 0.13 + 0.021 * getLetters(word) + (word.isClauseEnd ? 0.16 : 0)
}

/** A card without words has a beat alone. After the last word the beat goes on, more and more softly. */
function getStrokes(keys: readonly KeyWord[], times: readonly number[], mood: Mood): CardPlan['strokes'] {
  const random: Random = mood.random('card beat')
  const beat = random.between(0.48, 0.66)
  const deep = keys.length > 0 ? keys.map(({ from }) => from) : times.slice(0, 1)
  // Words that come close upon each other are heard as one run.
  const heard = keys.length > 0 ? times.filter((_, i) => i % Math.ceil(times.length / 8) === 0) : times
  const starts = [...new Set([...deep, ...heard])].sort((a, b) => a - b)
  const last = starts.at(-1) ?? -beat / 2
  const count = Math.max(0, Math.ceil((mood.seconds - 0.5 - last) / beat - 1.5))
  const echoes = Array.from({ length: count }, (_, i) => ({
    at: last + (i + 1.5) * beat,
    level: Math.max(0.22, 0.6 * 0.88 ** i),
    isDeep: i === 0 || i % 4 === 0,
  }))
  return [...starts.map((at) => ({ at, level: 1, isDeep: deep.includes(at) })), ...echoes]
}

/** 1 at a word, falling until the next. */
export function getStrokeAt({ strokes }: CardPlan, t: number): number {
  const sum = strokes.reduce((all, { at, level }) => all + (t >= at ? level * Math.exp(-(t - at) / 0.28) : 0), 0)
  return Math.min(1, sum)
}

// Plans when each word appears. Words appear one after another and stay until the clip ends. A long sentence first
// shows its stressed words alone and large. Picture and sound use the same times.
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
  /** The time at which the word appears, in seconds. */
  at: number
  isStressed: boolean
}

/** A stressed word that is shown alone in the zone. */
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
  /** The lines of the complete sentence. */
  lines: readonly (readonly CardWord[])[]
  /** The type size in pixels. */
  size: number
  zone: Zone
  setting: Setting
  families: string
  isRightToLeft: boolean
  /**
   * The audible strokes in order. A word has level 1, and its echoes have less. `isDeep` marks a stroke at which the
   * picture changes.
   */
  strokes: readonly { at: number; level: number; isDeep: boolean }[]
}

/** The limit for the prompt's text. No card shows more characters. */
const MAX_CHARACTERS = 600
const LEAD_SECONDS = 0.25
/** The type size in pixels below which a reader needs time. Stressed words then appear first. */
const READ_AT_ONCE = 76
const MOST_AT_ONCE = 14
/**
 * The share of the clip in which stressed words appear alone. `SET_END` is the share by which the last word has
 * appeared.
 */
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

/**
 * Returns the time of each word. A few words follow a reader's pace. After stressed words, the words follow each other
 * quickly.
 */
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

/**
 * Returns the audible strokes. A card without words has only a beat. After the last word, the beat continues and fades.
 */
function getStrokes(keys: readonly KeyWord[], times: readonly number[], mood: Mood): CardPlan['strokes'] {
  const random: Random = mood.random('card beat')
  const beat = random.between(0.48, 0.66)
  const deep = keys.length > 0 ? keys.map(({ from }) => from) : times.slice(0, 1)
  // Words in quick succession sound like one run, so only some of them get a stroke.
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

/** Returns the stroke level at `t`: 1 when a word appears, and falling until the next. */
export function getStrokeAt({ strokes }: CardPlan, t: number): number {
  const sum = strokes.reduce((all, { at, level }) => all + (t >= at ? level * Math.exp(-(t - at) / 0.28) : 0), 0)
  return Math.min(1, sum)
}

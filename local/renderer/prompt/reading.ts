// Finds the words of `words.ts` in a prompt. Each unit is a word, or one character in Chinese and Japanese, which have
// no spaces. The longest run of units in the dictionary counts as one word.
import { type Topic, WORDS } from './words.ts'

/** The topics of one word of the prompt. An unknown word has none. */
type Reading = readonly Topic[]

/** The prompt's clauses, each with its words in order. */
export type Clauses = readonly (readonly Reading[])[]

const CLAUSE_END = /[,;:.!?()\n、。，；：！？،؛؟—–]+/u
const UNIT =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]|[\p{L}\p{N}]+(?:['’]\p{L}+)*|\p{Extended_Pictographic}/gu
/** Accents and Arabic vowel signs. Marks that form separate Japanese letters are excluded. */
const MARKS = /[\u0300-\u036f\u0640\u064b-\u065f\u0670]/g
/** Prefixes of Arabic words. 'Like' (ك) is excluded, because the thing compared with isn't in the scene. */
const ARABIC_PREFIX = /^(?:[وفبل]?ال|لل|[وفبل])(?=..)/u
/** A scene draws at most one of these, so a plural doesn't match its singular. */
const DRAWN_ONCE: readonly Topic[] = ['lighthouse', 'boat']

const dictionary = new Map<string, Topic[]>()
let longest = 1
for (const topic of Object.keys(WORDS) as Topic[]) {
  for (const word of WORDS[topic].trim().split(/\s+/)) {
    const units = getUnits(word.replaceAll('_', ' '))
    const known = dictionary.get(units.join(' '))
    if (known) known.push(topic)
    else dictionary.set(units.join(' '), [topic])
    longest = Math.max(longest, units.length)
  }
}

export function readPrompt(prompt: string): Clauses {
  return prompt
    .split(CLAUSE_END)
    .map((clause) => readUnits(getUnits(clause)))
    .filter((clause) => clause.length > 0)
}

/** Returns whether a word names nothing that a person sees or hears. */
export function isCommon(word: string): boolean {
  const topics = getTopicsOfUnits(getUnits(word)) ?? []
  return topics.includes('common') || topics.includes('not')
}

export function getTopics(clauses: Clauses): ReadonlySet<Topic> {
  return new Set(clauses.flatMap(removeAbsent).flat())
}

function removeAbsent(clause: readonly Reading[]): readonly Reading[] {
  const from = clause.findLastIndex((topics) => topics.includes('notBefore')) + 1
  const to = clause.findIndex((topics) => topics.includes('not'))
  return clause.slice(from, to < 0 ? clause.length : to)
}

function getUnits(text: string): string[] {
  const plain = text.toLowerCase().normalize('NFKC').normalize('NFD').replace(MARKS, '').normalize('NFC')
  const letters = plain.replace(/[أإآ]/g, 'ا').replaceAll('ة', 'ه').replaceAll('ى', 'ي')
  return letters.match(UNIT) ?? []
}

function readUnits(units: readonly string[]): Reading[] {
  const words: Reading[] = []
  for (let at = 0; at < units.length; ) {
    let length = Math.min(longest, units.length - at) + 1
    let topics: Reading | undefined
    while (topics === undefined && --length > 0) topics = getTopicsOfUnits(units.slice(at, at + length))
    words.push(topics ?? [])
    at += Math.max(1, length)
  }
  return words
}

/**
 * Returns the topics of a word, or undefined for an unknown word. Plurals match their singular, and Arabic words match
 * without an article or preposition.
 */
function getTopicsOfUnits(units: readonly string[]): Reading | undefined {
  const [first = '', ...more] = units
  const singular = dictionary.get(units.map((unit) => unit.replace(/(?<=[a-z]{2})s$/, '')).join(' '))
  return (
    dictionary.get(units.join(' ')) ??
    (singular?.some((topic) => DRAWN_ONCE.includes(topic)) ? undefined : singular) ??
    dictionary.get([first.replace(ARABIC_PREFIX, ''), ...more].join(' '))
  )
}

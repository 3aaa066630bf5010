// Finds the words of `words.ts` in a prompt. Chinese and Japanese have no spaces: there each character is a unit, and the
// longest run of units that is a word is taken, as it is for words of several parts in other scripts.
import { type Topic, WORDS } from './words.ts'

/** A word of the prompt with its topics; none when it is not known. */
type Reading = readonly Topic[]

/** The prompt's clauses, each with its words in their order. */
export type Clauses = readonly (readonly Reading[])[]

const CLAUSE_END = /[,;:.!?()\n、。，；：！？،؛؟—–]+/u
const UNIT =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]|[\p{L}\p{N}]+(?:['’]\p{L}+)*|\p{Extended_Pictographic}/gu
/** Accents and Arabic vowel signs; not the marks that make other letters of Japanese ones. */
const MARKS = /[\u0300-\u036f\u0640\u064b-\u065f\u0670]/g
/** Prefixes of Arabic words, without 'like' (ك): what it compares with is not there. */
const ARABIC_PREFIX = /^(?:[وفبل]?ال|لل|[وفبل])(?=..)/u
/** A scene has one of them. */
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

/** Returns whether a word names nothing that one sees or hears. */
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

/** A plural is known by its singular, an Arabic word without its article or preposition. */
function getTopicsOfUnits(units: readonly string[]): Reading | undefined {
  const [first = '', ...more] = units
  const singular = dictionary.get(units.map((unit) => unit.replace(/(?<=[a-z]{2})s$/, '')).join(' '))
  return (
    dictionary.get(units.join(' ')) ??
    (singular?.some((topic) => DRAWN_ONCE.includes(topic)) ? undefined : singular) ??
    dictionary.get([first.replace(ARABIC_PREFIX, ''), ...more].join(' '))
  )
}

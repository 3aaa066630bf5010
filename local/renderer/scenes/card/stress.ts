// Finds the words of a prompt that a card stresses: the important nouns, starting with the subject. There is no
// dictionary of nouns. The code recognizes function words, verbs, and adjectives. The remaining word at the end
// (English) or the start (Spanish) of a group is a noun.

import { isCommon } from '../../prompt/reading.ts'
import type { Word } from '../../type/words.ts'
import {
  ADJECTIVES,
  FUNCTION_WORDS,
  type Language,
  NOUNS_BY_ENDING,
  UNSPACED_OTHERS,
  VERB_FORMS,
  VERBS,
} from './stress-words.ts'

type Kind = 'joins' | 'absent' | 'verb' | 'describes' | 'open'

interface Reading {
  /** The word in lower case, without accents and punctuation. */
  plain: string
  kind: Kind
  isCapital: boolean
  isQuoted: boolean
  clause: number
}

const EMOJI = /\p{Extended_Pictographic}/u
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u
const NEGATIONS = new Set(['no', 'without', 'not', 'sin', 'sans', 'ohne', 'senza', 'sem', 'без', 'بدون', 'بلا'])
const QUOTES = /["“”«»„「」『』]/gu
/** Words before a singular noun. After that noun, a word that ends in -s is a verb. */
const SINGULAR = new Set(['a', 'an', 'one', 'each', 'every', 'this', 'that', 'another'])

/** The word right before one of these isn't a noun. */
const ARTICLES = new Set(['a', 'an', 'the', 'his', 'her', 'its', 'their', 'my', 'your', 'our'])

/** Returns the indices of the stressed words, most important first. Returns an empty list for a text without words. */
export function getStress(words: readonly Word[]): number[] {
  const language = getLanguage(words.map(({ text }) => getPlain(text)))
  const readings = read(words, language)
  const scores = readings.map((_, i) => getScore(readings, i, language))
  const nouns = rankWords(scores, (score) => score >= 1)
  if (nouns.length > 0) return nouns.slice(0, getMostStressed(words.length))
  const best = rankWords(scores, (score) => score > Number.NEGATIVE_INFINITY)[0]
  return best === undefined ? [] : [best]
}

/** Returns the number of words to stress, at most six. */
function getMostStressed(words: number): number {
  return words <= 2 ? 1 : words <= 9 ? 2 : words <= 18 ? 3 : Math.min(6, Math.ceil(words / 7))
}

function rankWords(scores: readonly number[], isTaken: (score: number) => boolean): number[] {
  return scores
    .map((score, i) => ({ score, i }))
    .filter(({ score }) => isTaken(score))
    .sort((a, b) => b.score - a.score || a.i - b.i)
    .map(({ i }) => i)
}

function read(words: readonly Word[], language: Language): Reading[] {
  const plains = words.map(({ text }) => getPlain(text))
  let clause = 0
  let isAbsent = false
  let isQuoted = false
  const readings = words.map(({ text, isClauseEnd }, i): Reading => {
    const plain = plains[i] as string
    const marks = text.match(QUOTES)?.length ?? 0
    const reading = { plain, isCapital: /^\P{L}*\p{Lu}/u.test(text), isQuoted: isQuoted || marks > 0, clause }
    if (marks % 2 === 1) isQuoted = !isQuoted
    isAbsent ||= NEGATIONS.has(plain)
    const kind = isAbsent ? 'absent' : getKind(plain, text, language)
    if (isClauseEnd) {
      clause++
      isAbsent = false
    }
    return { ...reading, kind }
  })
  // In 'A submarine dives', 'dives' must be a verb, because 'a submarine' is singular. In 'Robots dance', 'dance' is a
  // verb too.
  for (const [i, reading] of readings.entries()) {
    const before = readings[i - 1]
    const start = readings.slice(0, i).findLastIndex(({ kind }) => kind !== 'open' && kind !== 'describes')
    if (reading.kind !== 'open' || before?.kind !== 'open' || before.clause !== reading.clause) continue
    const isOwned = /['’]s$/u.test(words[i - 1]?.text ?? '')
    const isOfOne = !isOwned && SINGULAR.has(readings[start]?.plain ?? '') && /[^sui']s$/.test(reading.plain)
    const isOfMany = VERBS.has(reading.plain) && /[^s]s$|^(?:men|women|people|children)$/.test(before.plain)
    const isBeforeArticle = language === 'english' && ARTICLES.has(readings[i + 1]?.plain ?? '')
    if (isOfOne || isOfMany || isBeforeArticle) reading.kind = 'verb'
  }
  return readings
}

function getPlain(text: string): string {
  return text
    .normalize('NFD')
    .replace(/(?<=[a-z])[\u0300-\u036f]/giu, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(/['’]s$/u, '')
    .replace(/^(?:l|d|un|dell|nell|all)['’](?=\p{L}{2})/u, '')
    .replace(/[^\p{L}\p{N}\p{M}\p{Extended_Pictographic}-]/gu, '')
}

function getLanguage(plains: readonly string[]): Language {
  const languages = Object.keys(FUNCTION_WORDS) as Language[]
  const getCount = (language: Language) => plains.filter((plain) => FUNCTION_WORDS[language].has(plain)).length
  return languages.reduce((best, language) => (getCount(language) > getCount(best) ? language : best))
}

function getKind(plain: string, text: string, language: Language): Kind {
  if (plain === '' || FUNCTION_WORDS[language].has(plain) || /^[\p{N}-]+$/u.test(plain)) return 'joins'
  if (EMOJI.test(text)) return 'open'
  if (UNSPACED.test(plain)) return getKindOfUnspaced(plain)
  if (/\p{Script=Cyrillic}/u.test(plain)) return getKindOfCyrillic(plain)
  if (/\p{Script=Arabic}/u.test(plain)) return getKindOfArabic(plain)
  if (language === 'german') return /^\P{L}*\p{Lu}/u.test(text) ? 'open' : 'describes'
  if (NOUNS_BY_ENDING.has(plain)) return 'open'
  if (ADJECTIVES.has(plain) || /..(ly|ous|less|ful|ish|ical)$/.test(plain)) return 'describes'
  if (VERB_FORMS.has(plain) || /...ing$|...ed$/.test(plain)) return 'verb'
  return isCommon(plain) ? 'describes' : 'open'
}

const JAPANESE_ENDING = /(?:には|では|から|まで|が|は|を|の|に|で|と|へ|も|や)$/u

function getKindOfUnspaced(plain: string): Kind {
  const stem = plain.replace(/[的了着们]$/u, '').replace(JAPANESE_ENDING, '')
  if (stem === '') return 'joins'
  if (UNSPACED_OTHERS.has(plain) || UNSPACED_OTHERS.has(stem)) return 'verb'
  if (isCommon(stem)) return 'describes'
  if (/^\p{Script=Hiragana}+$/u.test(stem)) return 'joins'
  return /\p{Script=Hiragana}$/u.test(stem) ? (/[いな]$/u.test(stem) ? 'describes' : 'verb') : 'open'
}

const CYRILLIC_JOINS =
  /^(?:и|в|во|на|с|со|у|к|ко|о|об|от|до|из|за|под|над|по|при|для|как|что|это|не|но|или|а|же|бы|его|ее|её|их|он|она|они|мы|я|ты|вы|когда|где|котор\p{L}+|между|через|перед|рядом|очень|два|две|три|та|і|з|що|від)$/u
const CYRILLIC_VERB =
  /(?:ает|нит|рит|яет|ует|еет|ется|ётся|ится|ются|ятся|ают|яют|уют|еют|дит|дет|жит|тит|дят|жат|тят|ёт)$/u
const CYRILLIC_ADJECTIVE =
  /(?:ый|ий|ая|яя|ое|ее|ые|ого|его|ому|ему|ную|ской|ском|ной|ным|ным|ном|ных|ним|шой|рой|лой|той)$/u

function getKindOfCyrillic(plain: string): Kind {
  if (CYRILLIC_JOINS.test(plain)) return 'joins'
  if (plain.length > 3 && CYRILLIC_VERB.test(plain)) return 'verb'
  return plain.length > 4 && CYRILLIC_ADJECTIVE.test(plain) ? 'describes' : 'open'
}

function getKindOfArabic(plain: string): Kind {
  if (isCommon(plain) || plain.length < 3) return 'joins'
  // This matches present-tense verbs. Nouns of the same form end in ة.
  return /^[يت]\p{L}{2,5}$/u.test(plain) && !/[ةه]$/u.test(plain) ? 'verb' : 'open'
}

/** Returns a word's importance. Nouns have 1 or more. Words that are never stressed have -Infinity. */
function getScore(readings: readonly Reading[], index: number, language: Language): number {
  const { plain, kind, isCapital, isQuoted, clause } = readings[index] as Reading
  if (plain === '' || kind === 'absent') return Number.NEGATIVE_INFINITY
  const length = 0.15 * Math.min(1, plain.length / 12)
  if (kind !== 'open') return (kind === 'joins' ? -1 : kind === 'verb' ? 0.4 : 0.2) + length
  const isApart = UNSPACED.test(plain) || /[^\p{L}-]/u.test(plain)
  const isGroup = (at: number) => !isApart && readings[at]?.kind === 'open' && readings[at]?.clause === clause
  const hasBefore = isGroup(index - 1)
  const hasAfter = isGroup(index + 1)
  // In 'a coffee machine' the last word is the noun, and in 'una tazza rossa' the first. Of three words, the middle one
  // counts least.
  const head = language === 'english' ? (hasAfter ? (hasBefore ? 1 : 2) : 2.4) : hasBefore ? 1 : 2.4
  const subject = readings.findIndex((reading) => reading.kind === 'open' && !reading.isQuoted)
  const isInSubject = index === subject || (index === subject + 1 && hasBefore)
  return (
    head +
    (isInSubject ? (head > 2 ? 1 : 0.3) : 0) +
    (isCapital && index > 0 && readings[index - 1]?.clause === clause ? 0.2 : 0) +
    length -
    0.02 * Math.min(20, index) -
    0.2 * Math.min(3, clause) -
    (isQuoted ? 1.5 : 0)
  )
}

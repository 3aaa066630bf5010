// Splits text into words that a line break can separate, in scripts with and without spaces.
import { splitGraphemes } from './fonts.ts'

export interface Word {
  text: string
  /** Whether a space separates the word from the previous one. */
  hasSpace: boolean
  /** Whether a reader pauses after the word. */
  isClauseEnd: boolean
}

const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー\u3000-\u303f\uff00-\uffef\p{Script=Thai}]/u
/** Characters that must not start a line: closing marks, and endings of Japanese words. */
const TRAILING = /^[\p{Pe}\p{Pf}\p{Po}ーぁ-んっゃゅょ的了着们]+$/u
const OPENING = /^[\p{Ps}\p{Pi}]+$/u
const EMOJI = /\p{Extended_Pictographic}/u
const MAX_ATTACHED = 7
const CLAUSE_END = /[.,;:!?、。，；：！？،؛؟…]["'”’」』)）]*$/u

export function getWords(text: string): Word[] {
  const chunks = text.split(' ').filter((chunk) => chunk !== '')
  return chunks.flatMap((chunk) =>
    getParts(chunk).map((part, i) => ({ text: part, hasSpace: i === 0, isClauseEnd: CLAUSE_END.test(part) })),
  )
}

function getParts(chunk: string): string[] {
  if (EMOJI.test(chunk)) return splitOffEmoji(chunk)
  if (!UNSPACED.test(chunk)) return [chunk]
  const parts: string[] = []
  for (const { segment } of new Intl.Segmenter('ja', { granularity: 'word' }).segment(chunk)) {
    const last = parts.at(-1)
    const joins = last !== undefined && (OPENING.test(last) || TRAILING.test(segment))
    if (joins && last.length + segment.length <= MAX_ATTACHED) parts[parts.length - 1] = last + segment
    else if (last !== undefined && /^[\p{Pe}\p{Pf}\p{Po}]/u.test(segment)) parts[parts.length - 1] = last + segment
    else parts.push(segment)
  }
  return parts
}

function splitOffEmoji(chunk: string): string[] {
  const runs: { text: string; isEmoji: boolean }[] = []
  for (const text of splitGraphemes(chunk)) {
    const isEmoji = EMOJI.test(text)
    const last = runs.at(-1)
    if (last && !last.isEmoji && !isEmoji) last.text += text
    else runs.push({ text, isEmoji })
  }
  return runs.flatMap(({ text, isEmoji }) => (isEmoji ? [text] : getParts(text)))
}

export function isRightToLeft(text: string): boolean {
  const first = text.match(/\p{L}/u)?.[0] ?? ''
  return /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]/u.test(first)
}

/** Breaks words into the smallest number of lines. No line is wider than `width`, except for a single wide word. */
export function breakLines(
  words: readonly Word[],
  width: number,
  measureWidth: (words: readonly Word[]) => number,
): Word[][] {
  const lines: Word[][] = []
  for (const word of words) {
    const line = lines.at(-1)
    if (line && measureWidth([...line, word]) <= width) line.push(word)
    else lines.push([word])
  }
  return lines
}

export function joinWords(words: readonly Word[]): string {
  return words.map(({ text, hasSpace }, i) => (hasSpace && i > 0 ? ` ${text}` : text)).join('')
}

/** Splits words that don't fit into pieces that do, for example URLs, or scripts whose words aren't known. */
export function removeGiants(words: readonly Word[], fits: (text: string) => boolean): Word[] {
  return words.flatMap((word) => {
    if (fits(word.text)) return [word]
    const pieces: string[] = []
    for (const part of splitGraphemes(word.text)) {
      const longer = `${pieces.at(-1) ?? ''}${part}`
      if (pieces.length > 0 && fits(longer)) pieces[pieces.length - 1] = longer
      else pieces.push(part)
    }
    return pieces.map((text, i) => ({
      text,
      hasSpace: word.hasSpace && i === 0,
      isClauseEnd: word.isClauseEnd && i === pieces.length - 1,
    }))
  })
}

/** Shortens the words to `count`. An ellipsis replaces the rest. */
export function cut(words: readonly Word[], count: number): Word[] {
  if (words.length <= count) return [...words]
  const kept = words.slice(0, count)
  const last = kept.at(-1)
  if (last) kept[kept.length - 1] = { ...last, text: `${last.text.replace(/[\p{P}]+$/u, '')}…`, isClauseEnd: true }
  return kept
}

// Finds and completes the name that the user types after an `@`.
import { foldText } from '@/lib/text'

interface Mention {
  /** The position of the `@` in characters. */
  at: number
  /** The text between the `@` and the caret. */
  query: string
}

/** An `@` inside a word, as in an email address, names nobody (contract/cast-plan.ts). */
const MENTION = /(?<![\p{L}\p{M}\p{N}_])@((?:[^\s@][^\n@]*)?)$/u

/** Returns the name that the user types before the caret. */
export function findMention(text: string, caret: number): Mention | null {
  const found = MENTION.exec(text.slice(0, caret))
  return found && { at: found.index, query: found[1] ?? '' }
}

const fold = (text: string) => foldText(text).replaceAll('’', "'").replace(/\s+/g, ' ')

/** Returns the members of whose name a word begins with the query. Those whose first word does come first. */
export function matchMembers<Member extends { name: string }>(members: readonly Member[], query: string): Member[] {
  const wanted = fold(query)
  const first = members.filter(({ name }) => fold(name).startsWith(wanted))
  const later = members.filter(({ name }) => !fold(name).startsWith(wanted) && fold(name).includes(` ${wanted}`))
  const matches = [...first, ...later]
  // A complete name needs no help.
  return matches.length === 1 && fold(matches[0]?.name ?? '') === wanted ? [] : matches
}

/**
 * Returns what to insert before the caret, and where the text begins that it replaces. Names need a space before a
 * following letter.
 * @param isTyped whether the user types this name; otherwise only a bare `@` is replaced
 */
export function insertName(text: string, caret: number, name: string, isTyped: boolean) {
  const mention = findMention(text, caret)
  const from = mention && (isTyped || mention.query === '') ? mention.at : caret
  const before = /[\p{L}\p{M}\p{N}_]$/u.test(text.slice(0, from)) ? ' ' : ''
  const after = /^[\s.,;:!?)'’"”…]/.test(text.slice(caret)) ? '' : ' '
  return { from, inserted: `${before}@${name}${after}` }
}

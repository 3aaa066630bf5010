import houseWords from './house-words.json' with { type: 'json' }
import { type Prose, readDocument, readProse } from './prose.ts'

interface HouseWord {
  use: string
  /** A regular expression for the words that the project doesn't use. */
  not: string
  /** The only kind of prose in which the words are wrong. Without this field, they are wrong in comments and texts. */
  only?: Prose['kind']
}

export interface LanguageFault {
  line: number
  message: string
}

/** Excludes words in quotes, which are quotations or codes, like 'cancelled'. */
const dropQuotes = (words: string) => new RegExp(`(?<![\\w'"\`‘“-])(?:${words})(?![\\w'"\`’”-])`, 'i')

const HOUSE_WORDS = (houseWords as HouseWord[]).map((word) => ({ ...word, pattern: dropQuotes(word.not) }))

/**
 * Finds words that the project doesn't use, in comments, docstrings, test names, texts, declared names, and documents.
 */
export function findLanguageFaults(file: string, source: string): LanguageFault[] {
  const prose = file.endsWith('.md') ? readDocument(source) : readProse(file, source)
  return prose.flatMap(({ kind, start, text }) => {
    // A word in capitals is a code of another service.
    if (/^[A-Z_]+$/.test(text)) return []
    return HOUSE_WORDS.filter(({ only }) => (only ?? (kind === 'name' ? null : kind)) === kind).flatMap(
      ({ use, pattern }) => {
        const found = pattern.exec(text)
        if (!found) return []
        const line = source.slice(0, start + found.index).split('\n').length
        return [{ line, message: `use ${use}, not "${found[0]}"` }]
      },
    )
  })
}

import { isFragment } from './docstrings.ts'
import houseWords from './house-words.json' with { type: 'json' }
import { type Prose, readDocument, readProse } from './prose.ts'

interface HouseWord {
  use: string
  /** A regular expression for what the house does not write. */
  not: string
  /** The one kind of prose in which the words are wrong. Without it they are wrong everywhere. */
  only?: Prose['kind']
}

export interface LanguageFault {
  kind: 'docstring' | 'word' | 'test name'
  line: number
  message: string
}

/** Words in quotes are quoted or a code, and may stay: 'cancelled'. */
const dropQuotes = (words: string) => new RegExp(`(?<![\\w'"\`‘“-])(?:${words})(?![\\w'"\`’”-])`, 'i')

const HOUSE_WORDS = (houseWords as HouseWord[]).map((word) => ({ ...word, pattern: dropQuotes(word.not) }))
const ANY_HOUSE_WORD = dropQuotes(houseWords.map(({ not }) => not).join('|'))

/** Nouns and pronouns that look like a verb because they end with an s. */
const NO_VERBS =
  /^(its|this|as|always|besides|rows|jobs|tables|settings|credits|videos|images|files|users|models|errors|pages|accounts|words)$/

/** Finds docstrings that don't stand alone, test names without a verb in front, and words that the house does not use. */
export function findLanguageFaults(file: string, source: string): LanguageFault[] {
  const isDocument = file.endsWith('.md')
  const prose = isDocument ? readDocument(source) : readProse(file, source)
  return prose
    .flatMap((one) => [...findWords(one), ...findFragment(one), ...findTestName(one)])
    .map(({ start, ...fault }) => ({ ...fault, line: source.slice(0, start).split('\n').length }))
}

type Fault = Pick<LanguageFault, 'kind' | 'message'> & { start: number }

function findWords({ kind, start, text }: Prose): Fault[] {
  // A word in capitals is a code of another service.
  if (/^[A-Z_]+$/.test(text) || !ANY_HOUSE_WORD.test(text)) return []
  return HOUSE_WORDS.filter(({ only }) => !only || only === kind).flatMap(({ use, pattern }) => {
    const found = pattern.exec(text)
    return found ? [{ kind: 'word', start: start + found.index, message: `use ${use}, not "${found[0]}"` }] : []
  })
}

function findFragment({ kind, start, text }: Prose): Fault[] {
  if (kind !== 'docstring' || !isFragment(text)) return []
  return [{ kind: 'docstring', start, message: `write a docstring that stands alone, not "${text}"` }]
}

function findTestName({ kind, start, text }: Prose): Fault[] {
  if (kind !== 'test' || startsWithVerb(text)) return []
  return [{ kind: 'test name', start, message: `begin the test's name with a verb, not "${text}"` }]
}

/** Accepts a first word that looks like a verb of the third person: 'keeps', 'doesn't', 'cannot'. A plural noun passes as well. */
export function startsWithVerb(name: string): boolean {
  const first = /^[a-z-]+(?:n't)?(?=[\s:,]|$)/.exec(name)?.[0] ?? ''
  return /s$|n't$|^cannot$/.test(first) && !NO_VERBS.test(first)
}

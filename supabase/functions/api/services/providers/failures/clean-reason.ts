// A provider's words for the user, without what only the provider and the operator understand: ids, hosts, paths, JSON, and traces.
import { cleanText } from './plain-text.ts'

/** Stands for an address until its sentence is dropped. */
const ADDRESS = '\u0001'

const URL_TEXT = /\b[a-z][a-z\d+.-]*:\/\/[^\s"'<>)\]]*[^\s"'<>)\].,;:!?]/gi
/** Lower case alone: a sentence without a space after its full stop is no host. */
const HOST =
  /(?<![\w.@-])(?:[a-z\d](?:[a-z\d-]*[a-z\d])?\.)+(?:com|net|org|io|ai|dev|app|run|cloud|cn|co|eu|tech|xyz|internal|local|lan|test|supabase)(?::\d+)?(?:\/[^\s"'<>)]*)?(?![\w-])/g
const MACHINE = /\b(?:localhost|(?:\d{1,3}\.){3}\d{1,3})(?::\d+)?(?:\/[^\s"'<>)]*)?(?![\w.])/gi
const FILE_PATH = /(?<![\w/.:])\/(?:[\w.@+-]+\/)+[\w.@+-]*|\b[a-z]:\\[^\s"'<>]+/gi

const NAMED_ID =
  /[[(]?\b(?:x[ _-])?(?:request|req|trace|task|job|log|error|event|generation|prediction|session|correlation|support|reference|ray)[ _-]?(?:id|code|uuid)\b["']?(?:\s*[:=#]\s*["']?[^\s"',;)\]]+|\s+(?=[^\s]*\d)[\w-]{6,})["']?[)\]]?/gi
const UUID = /\b[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}\b/gi
const HEX_ID = /\b(?:0x)?(?=[a-f]*\d)[\da-f]{12,}\b/gi
/** Letters and digits in one long word, such as cgt-20260514101521-nk5ct. */
const LONG_ID = /\b(?=[\w-]*\d)(?=[\w-]*[a-z])[\w-]{18,}\b/gi

const TRACE_LINE = /^\s*(?:at\s+\S.*(?:\)|:\d+)|File ".*", line \d+.*|Traceback \(most recent call last\):?)\s*$/
const INLINE_TRACE = /\s+at (?:async )?[\w.$<>[\] ]+ \([^)]*:\d+(?::\d+)?\).*$/s
const SENTENCE_IN_JSON = /"(?:message|msg|detail|reason|error|fail_?msg)"\s*:\s*"((?:[^"\\]|\\.)*)"/i

/** Returns a provider's words as the user may read them; empty if nothing is left. The log keeps the original. */
export function cleanReason(said: string): string {
  const text = dropJson(dropTraces(said))
    .replace(/<[^>]*>/g, ' ')
    .replace(NAMED_ID, ' ')
    .replace(UUID, ' ')
    .replace(URL_TEXT, ADDRESS)
    .replace(HOST, ADDRESS)
    .replace(MACHINE, ADDRESS)
    .replace(FILE_PATH, ' ')
    .replace(LONG_ID, ' ')
    .replace(HEX_ID, ' ')
  return cleanText(tidy(dropAddresses(text)))
}

/** Returns a provider's words as the operator may read them, outside the log: without keys, ids, and addresses. */
export function cleanForOperator(said: string): string {
  const text = said
    .replace(/<[^>]*>/g, ' ')
    .replace(URL_TEXT, ' ')
    .replace(LONG_ID, ' ')
    .replace(HEX_ID, ' ')
  return cleanText(text.replace(/\s+/g, ' ').trim())
}

/** Returns an answer as text, for the sentence that quotes it: its fields without ids, keys, and addresses. */
export function quoteResponse(body: unknown): string {
  const quoted = JSON.stringify(body, (name, value) => {
    if (/(^|[a-z_-])(id|uuid|url|uri|token|key|secret|host|trace|stack)$/i.test(name)) return undefined
    return typeof value === 'string' ? cleanReason(value) : value
  })
  return cleanText(quoted ?? '')
}

/** Python repeats the source of each line below its place. */
function dropTraces(text: string): string {
  if (!text.includes('\n')) return text.replace(INLINE_TRACE, '')
  const lines = text.split(/\r?\n/)
  const isPlace = (line = '') => /^\s*File ".*", line \d+/.test(line)
  return lines.filter((line, i) => !TRACE_LINE.test(line) && !(isPlace(lines[i - 1]) && /^\s+/.test(line))).join(' ')
}

/** Puts the sentence that JSON holds in its place, and nothing where it holds none. */
function dropJson(text: string): string {
  return text.replace(/(?:\{\s*["']|\[\s*[{"'])[\s\S]*/, (json) => {
    const end = Math.max(json.lastIndexOf('}'), json.lastIndexOf(']'))
    return `${readSentence(json)}${end < 0 ? '' : json.slice(end + 1)}`
  })
}

function readSentence(json: string): string {
  const quoted = SENTENCE_IN_JSON.exec(json)?.[1] ?? ''
  try {
    return String(JSON.parse(`"${quoted}"`))
  } catch {
    return ''
  }
}

/** A sentence that sends the reader to an address says nothing without it. */
function dropAddresses(text: string): string {
  const sentences = text.split(/(?<=[.!?])\s+/)
  const others = sentences.filter((sentence) => !sentence.includes(ADDRESS))
  return (others.some((sentence) => /\p{L}/u.test(sentence)) ? others : sentences).join(' ').replaceAll(ADDRESS, ' ')
}

function tidy(text: string): string {
  const whole = text
    .replace(/[([{]\s*[,;:]?\s*[)\]}]/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/\s+([.,;:!?])/g, '$1')
    .replace(/([,;:])(?=[.,;:!?])/g, '')
    .replace(/\.(?=\.(?!\.))/g, '')
    .trim()
    .replace(/^[\s,;:.)\]}-]+/, '')
    .replace(/[\s,;:([{-]+$/, '')
  return /\p{L}/u.test(whole) ? whole : ''
}

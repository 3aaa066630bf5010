// Cleans a provider's message for users. Removes details for the provider and the operator: IDs, hosts, paths, JSON,
// and stack traces.
import { cleanText } from './plain-text.ts'

/** A placeholder for a URL, until the URL's sentence is removed. */
const ADDRESS = '\u0001'

const URL_TEXT = /\b[a-z][a-z\d+.-]*:\/\/[^\s"'<>)\]]*[^\s"'<>)\].,;:!?]/gi
/** Matches lowercase only, because a missing space between two sentences could look like a host. */
const HOST =
  /(?<![\w.@-])(?:[a-z\d](?:[a-z\d-]*[a-z\d])?\.)+(?:com|net|org|io|ai|dev|app|run|cloud|cn|co|eu|tech|xyz|internal|local|lan|test|supabase)(?::\d+)?(?:\/[^\s"'<>)]*)?(?![\w-])/g
const MACHINE = /\b(?:localhost|(?:\d{1,3}\.){3}\d{1,3})(?::\d+)?(?:\/[^\s"'<>)]*)?(?![\w.])/gi
const FILE_PATH = /(?<![\w/.:])\/(?:[\w.@+-]+\/)+[\w.@+-]*|\b[a-z]:\\[^\s"'<>]+/gi

const NAMED_ID =
  /[[(]?\b(?:x[ _-])?(?:request|req|trace|task|job|log|error|event|generation|prediction|session|correlation|support|reference|ray)[ _-]?(?:id|code|uuid)\b["']?(?:\s*[:=#]\s*["']?[^\s"',;)\]]+|\s+(?=[^\s]*\d)[\w-]{6,})["']?[)\]]?/gi
const UUID = /\b[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}\b/gi
const HEX_ID = /\b(?:0x)?(?=[a-f]*\d)[\da-f]{12,}\b/gi
/** One long word of letters and digits, such as cgt-20260514101521-nk5ct. */
const LONG_ID = /\b(?=[\w-]*\d)(?=[\w-]*[a-z])[\w-]{18,}\b/gi

const TRACE_LINE = /^\s*(?:at\s+\S.*(?:\)|:\d+)|File ".*", line \d+.*|Traceback \(most recent call last\):?)\s*$/
const INLINE_TRACE = /\s+at (?:async )?[\w.$<>[\] ]+ \([^)]*:\d+(?::\d+)?\).*$/s
const SENTENCE_IN_JSON = /"(?:message|msg|detail|reason|error|fail_?msg)"\s*:\s*"((?:[^"\\]|\\.)*)"/i

/** Returns a provider's message for users. Empty if nothing is left. The log keeps the original. */
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

/** Returns a provider's message for the operator, without keys, IDs, and URLs. */
export function cleanForOperator(said: string): string {
  const text = said
    .replace(/<[^>]*>/g, ' ')
    .replace(URL_TEXT, ' ')
    .replace(LONG_ID, ' ')
    .replace(HEX_ID, ' ')
  return cleanText(text.replace(/\s+/g, ' ').trim())
}

/** Returns a response as text for an error message, without IDs, keys, and URLs. */
export function quoteResponse(body: unknown): string {
  const quoted = JSON.stringify(body, (name, value) => {
    if (/(^|[a-z_-])(id|uuid|url|uri|token|key|secret|host|trace|stack)$/i.test(name)) return undefined
    return typeof value === 'string' ? cleanReason(value) : value
  })
  return cleanText(quoted ?? '')
}

/** Removes stack traces. Python repeats the source line below each location. */
function dropTraces(text: string): string {
  if (!text.includes('\n')) return text.replace(INLINE_TRACE, '')
  const lines = text.split(/\r?\n/)
  const isPlace = (line = '') => /^\s*File ".*", line \d+/.test(line)
  return lines.filter((line, i) => !TRACE_LINE.test(line) && !(isPlace(lines[i - 1]) && /^\s+/.test(line))).join(' ')
}

/** Replaces JSON with the message in it, or with an empty string. */
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

/** Removes sentences with a URL, which make no sense without the URL. */
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

const MOST = 80

/** Shortens a text for accessible names, because nobody listens to two thousand characters. */
export function shortenText(text: string): string {
  return text.length <= MOST ? text : `${text.slice(0, MOST).replace(/\s+\S*$/, '')}…`
}

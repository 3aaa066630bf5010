const MOST = 80

/** The beginning of a text, for the name of what belongs to it: nobody listens to two thousand characters. */
export function shortText(text: string): string {
  return text.length <= MOST ? text : `${text.slice(0, MOST).replace(/\s+\S*$/, '')}…`
}

const MOST = 80

/** Shortens a text for accessible names, because a screen reader reads them in full. */
export function shortenText(text: string): string {
  return text.length <= MOST ? text : `${text.slice(0, MOST).replace(/\s+\S*$/, '')}…`
}

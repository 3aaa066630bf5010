/** The longest accessible name, in characters. */
const MOST = 80

/** Removes line breaks, and characters that would change the direction of the surrounding text. */
export function toPlainText(text: string): string {
  return text.replace(/\p{Cc}+/gu, ' ').replace(/\p{Bidi_C}/gu, '')
}

/**
 * Returns the text for comparing and searching: case doesn't matter, and neither does the Unicode form. macOS file names
 * and some keyboards send `é` as two characters, and a Hangul syllable as up to three.
 */
export function foldText(text: string): string {
  return text.normalize('NFC').toLowerCase()
}

/** Shortens a text for accessible names, because a screen reader reads them in full. */
export function shortenText(text: string): string {
  return text.length <= MOST ? text : `${text.slice(0, MOST).replace(/\s+\S*$/, '')}…`
}

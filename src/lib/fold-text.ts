/**
 * Returns the text for comparing and searching: case doesn't matter, and neither does the Unicode form. macOS file names
 * and some keyboards send `é` as two characters, and a Hangul syllable as up to three.
 */
export function foldText(text: string): string {
  return text.normalize('NFC').toLowerCase()
}

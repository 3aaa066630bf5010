/** A letter of a script without spaces between words, with its marks. */
const UNSPACED_LETTER =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]\p{M}*/gu

/** Everything between words. */
const GAPS = /[^\p{L}\p{M}\p{N}*]+/gu

/**
 * Returns a text's words between single spaces, so that two texts can be compared: ` a red fox ` for `A red, “FOX”!`.
 * Letter case, invisible characters, and Unicode's several forms of one letter don't count. A letter of a script without
 * spaces, such as Chinese, is a word of its own. A phrase then matches anywhere in a text. Keeps `*`.
 */
export function foldWords(text: string): string {
  const folded = text
    .normalize('NFKC')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    // `ß` and `SS`, and the two forms of a Greek sigma, are equal only this way.
    .toUpperCase()
    .toLowerCase()
    .replaceAll('ς', 'σ')
    .normalize('NFKC')
  return ` ${folded.replace(UNSPACED_LETTER, ' $& ').replace(GAPS, ' ').trim()} `
}

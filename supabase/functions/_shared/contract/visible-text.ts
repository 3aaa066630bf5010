// Checks for visible text, for the browser and the API.

/** A visible character. U+2800 is an empty Braille pattern. */
const VISIBLE = /[^\p{Cc}\p{Cf}\p{Cs}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/u

export function hasVisibleText(text: string): boolean {
  return VISIBLE.test(text)
}

/** Returns the trimmed text. Text without visible characters becomes empty. */
export function trimText(text: string): string {
  return hasVisibleText(text) ? text.trim() : ''
}

// Tells whether a text shows anything, for the browser and the API alike.

/** A character that can be seen. U+2800 is a Braille pattern without a dot. */
const VISIBLE = /[^\p{Cc}\p{Cf}\p{Cs}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/u

export function hasVisibleText(text: string): boolean {
  return VISIBLE.test(text)
}

/** Returns the text without space around it. A text that shows nothing becomes empty. */
export function trimText(text: string): string {
  return hasVisibleText(text) ? text.trim() : ''
}

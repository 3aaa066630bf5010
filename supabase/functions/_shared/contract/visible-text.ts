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

/** Letters of any script with their marks, digits, spaces, hyphens, and apostrophes. Invisible letters don't count. */
const CAST_NAME = /^(?=.*[\p{L}\p{Nd}])(?:(?!\p{Default_Ignorable_Code_Point})[\p{L}\p{M}\p{Nd} '’-])+$/u

/** Returns a name in the normal form in which names are compared. Spaces around and between words become single ones. */
export function tidyCastName(name: string): string {
  return name.normalize('NFC').replace(/\s+/g, ' ').trim()
}

/** Returns whether a tidy name has only characters that a prompt can name a member of the cast with. */
export function isCastName(name: string): boolean {
  return CAST_NAME.test(name)
}

const SHOWN_CHARACTERS = 300

/** Leaves no lone surrogate at the end, which the database would refuse. */
export function shortenText(text: string, max = SHOWN_CHARACTERS): string {
  return text.slice(0, max).toWellFormed()
}

/** A provider's words without line breaks and characters that would turn the text around them. */
export function cleanText(text: string): string {
  return shortenText(text.replace(/\p{Cc}+/gu, ' ').replace(/\p{Bidi_Control}/gu, ''))
}

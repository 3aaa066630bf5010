const SHOWN_CHARACTERS = 300

/** Shortens a text. Removes a lone surrogate at the end, which the database would refuse. */
export function shortenText(text: string, max = SHOWN_CHARACTERS): string {
  return text.slice(0, max).toWellFormed()
}

/** Removes line breaks and bidirectional control characters from a provider's message. */
export function cleanText(text: string): string {
  return shortenText(text.replace(/\p{Cc}+/gu, ' ').replace(/\p{Bidi_Control}/gu, ''))
}

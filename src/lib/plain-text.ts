/** Removes line breaks, and characters that would change the direction of the surrounding text. */
export function toPlainText(text: string): string {
  return text.replace(/\p{Cc}+/gu, ' ').replace(/\p{Bidi_C}/gu, '')
}

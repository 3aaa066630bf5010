/** Removes line breaks and characters that would reverse the text around them. */
export function toPlainText(text: string): string {
  return text.replace(/\p{Cc}+/gu, ' ').replace(/\p{Bidi_C}/gu, '')
}

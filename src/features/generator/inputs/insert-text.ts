/** Replaces a range of a text area with text, and focuses it. */
export function insertText(field: HTMLTextAreaElement, [from, to]: readonly [number, number], text: string): void {
  field.focus()
  field.setSelectionRange(from, to)
  // Only execCommand preserves the undo history.
  if (document.execCommand?.('insertText', false, text)) return
  field.setRangeText(text, from, to, 'end')
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

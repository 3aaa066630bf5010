import { useEffect } from 'react'
import type { Form } from '../../inputs/form-store'
import { acceptDrop, hasFiles } from './dropped-files'

/** Accepts images pasted anywhere on the page. Pasted text works as usual. */
export function useImagePaste(form: Form): void {
  useEffect(() => {
    const onPaste = (event: ClipboardEvent) => {
      const { clipboardData, target } = event
      if (!hasFiles(clipboardData)) return
      // Word processors copy text together with an image of it. In a text field, paste the text.
      if (isTextField(target) && clipboardData.types.includes('text/plain')) return
      event.preventDefault()
      acceptDrop(form, clipboardData)
    }
    document.addEventListener('paste', onPaste)
    return () => document.removeEventListener('paste', onPaste)
  }, [form])
}

function isTextField(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches('input, textarea, [contenteditable]')
}

import { useEffect } from 'react'
import type { Form } from '../form/form-store'
import { bringsFiles, takeHandedOver } from './dropped-files'

/** Takes a picture that is pasted anywhere on the page. Text goes where it would go without this. */
export function useImagePaste(form: Form): void {
  useEffect(() => {
    const onPaste = (event: ClipboardEvent) => {
      const { clipboardData, target } = event
      if (!bringsFiles(clipboardData)) return
      // A word processor puts text and a picture of it on the clipboard: into a field goes the text.
      if (isTextField(target) && clipboardData.types.includes('text/plain')) return
      event.preventDefault()
      takeHandedOver(form, clipboardData)
    }
    document.addEventListener('paste', onPaste)
    return () => document.removeEventListener('paste', onPaste)
  }, [form])
}

function isTextField(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches('input, textarea, [contenteditable]')
}

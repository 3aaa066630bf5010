import { type RefObject, useCallback } from 'react'
import { useServices } from '@/state/services-context'
import { getForm, type Reuse } from './inputs/form-store'
import { useScrollIntoView } from './use-scroll-into-view'

/** Returns a function that puts a job into the form and scrolls to it. */
export function useReuse(prompt: RefObject<HTMLTextAreaElement | null>): (input: Reuse) => void {
  const form = getForm(useServices())
  const backToPrompt = useScrollIntoView(prompt)
  return useCallback(
    (input) => {
      form.reuse(input)
      backToPrompt()
    },
    [form, backToPrompt],
  )
}

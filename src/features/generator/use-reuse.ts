import { type RefObject, useCallback } from 'react'
import { useServices } from '@/state/services-context'
import { formFor, type Reuse } from './form/form-store'
import { useBringIntoSight } from './use-bring-into-sight'

/** Answers what takes a job over into the form, and brings the person to it. */
export function useReuse(prompt: RefObject<HTMLTextAreaElement | null>): (input: Reuse) => void {
  const form = formFor(useServices())
  const backToPrompt = useBringIntoSight(prompt)
  return useCallback(
    (input) => {
      form.reuse(input)
      backToPrompt()
    },
    [form, backToPrompt],
  )
}

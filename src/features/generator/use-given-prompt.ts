import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import * as s from '@/lib/shape'
import { useServices } from '@/state/services-context'
import { formFor } from './inputs/form-store'

const givenShape = s.object({ prompt: s.filled })

/** Puts a prompt from another page's link into the form, once: a reload must not undo what was typed since. */
export function useGivenPrompt(): void {
  const form = formFor(useServices())
  const { state, pathname } = useLocation()
  const navigate = useNavigate()
  useEffect(() => {
    const given = s.read(givenShape, state)
    if (!given) return
    if (form.fields.get().prompt !== given.prompt) form.reuse({ fields: { mode: 'text', prompt: given.prompt } })
    navigate(pathname, { replace: true })
  }, [form, state, pathname, navigate])
}

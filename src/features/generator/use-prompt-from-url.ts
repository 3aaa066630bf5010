import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { PROMPT_PARAMETER } from '@/config/paths'
import { useServices } from '@/state/services-context'
import { getForm } from './inputs/form-store'

/**
 * Puts the prompt of a link's query into the form, once. A reload must not overwrite text that the user typed since.
 */
export function usePromptFromUrl(): void {
  const form = getForm(useServices())
  const { search, pathname, hash } = useLocation()
  const navigate = useNavigate()
  useEffect(() => {
    const parameters = new URLSearchParams(search)
    const prompt = parameters.get(PROMPT_PARAMETER)?.trim()
    if (prompt === undefined) return
    if (prompt && form.fields.get().prompt !== prompt) form.reuse({ fields: { mode: 'text', prompt } })
    parameters.delete(PROMPT_PARAMETER)
    navigate({ pathname, search: `${parameters}`, hash }, { replace: true })
  }, [form, search, pathname, hash, navigate])
}

import { useRef } from 'react'
import { Navigate, useLocation } from 'react-router-dom'
import { useFormUses } from '@/app/library/use-form-uses'
import { getRowId, getVideoPath } from '@/config/paths'
import { Generator } from '@/features/generator/generator'
import { getForm } from '@/features/generator/inputs/form-store'
import { usePromptFromUrl } from '@/features/generator/use-prompt-from-url'
import { useReuse } from '@/features/generator/use-reuse'
import { useScrollIntoView } from '@/features/generator/use-scroll-into-view'
import { Library } from '@/features/library/library'
import { useServices } from '@/state/services-context'
import { useRestoredFocus } from './use-restored-focus'

/** Videos once had no page of their own. This hash prefix is their old address. */
const OLD_VIDEO = `#${getRowId('')}`

export function Page() {
  const prompt = useRef<HTMLTextAreaElement>(null)
  const reuse = useReuse(prompt)
  const services = useServices()
  const backToPrompt = useScrollIntoView(prompt)
  const page = useRef<HTMLDivElement>(null)
  const { hash } = useLocation()
  useRestoredFocus(page)
  usePromptFromUrl()
  const uses = useFormUses(reuse)

  if (hash.startsWith(OLD_VIDEO)) return <Navigate to={getVideoPath(hash.slice(OLD_VIDEO.length))} replace />
  return (
    <div ref={page}>
      <Generator prompt={prompt} />
      <Library uses={getForm(services).advanced} onTaken={backToPrompt} {...uses} />
    </div>
  )
}

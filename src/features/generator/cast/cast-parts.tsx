import { type RefObject, useEffect } from 'react'
import type { Model } from '@/config/models'
import { useServices } from '@/state/services-context'
import type { Form } from '../inputs/form-store'
import { CastList } from './cast-list'
import { CastSummary } from './cast-summary'
import { getPromptCast } from './prompt-cast'

type CastPartsProps =
  | { part: 'summary'; form: Form; models: readonly Model[] }
  | {
      part: 'list'
      promptRef: RefObject<HTMLTextAreaElement | null>
      popup: RefObject<HTMLDivElement | null>
      wasOpened: boolean
    }

/** The parts of the form that use the cast. Their code loads with the first `@` in the prompt. */
export function CastParts(props: CastPartsProps) {
  const promptCast = getPromptCast(useServices())
  useEffect(() => promptCast.open(), [promptCast])
  return props.part === 'list' ? <CastList {...props} /> : <CastSummary {...props} />
}

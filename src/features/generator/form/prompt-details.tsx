import { ListPlus } from 'lucide-react'
import { type RefObject, useId, useRef, useState } from 'react'
import { useCode } from '@/components/hooks/use-code'
import { MissingCode } from '@/components/missing-code/missing-code'
import type { Model } from '@/config/models'
import { helpClass } from '../help-class'
import type { Form } from '../inputs/form-store'

interface PromptDetailsProps {
  form: Form
  model: Model
  promptRef: RefObject<HTMLTextAreaElement | null>
}

/** Loads the code for prompt details at the form's first focus, so that it works offline later. */
export const loadPhrases = () => import('./prompt-phrases').then(({ PromptPhrases }) => PromptPhrases)

/** A button that opens details to insert into the prompt at the caret. */
export function PromptDetails({ form, model, promptRef }: PromptDetailsProps) {
  const id = useId()
  const panel = useRef<HTMLDivElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  const phrases = useCode(loadPhrases, isOpen)

  return (
    <>
      <button type="button" popoverTarget={id} className={helpClass}>
        <ListPlus aria-hidden="true" className="size-4" />
        Add details
      </button>
      <div
        ref={panel}
        id={id}
        popover="auto"
        onToggle={({ newState }) => setIsOpen(newState === 'open')}
        className="form-popup"
      >
        {isOpen && phrases.code && (
          <phrases.code {...{ form, model, promptRef }} onInserted={() => panel.current?.hidePopover()} />
        )}
        {phrases.isMissing && (
          <MissingCode
            code={phrases}
            text="We couldn't load the details. Check your connection."
            className="p-2 text-sm"
          />
        )}
      </div>
    </>
  )
}

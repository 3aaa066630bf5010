import { Lightbulb } from 'lucide-react'
import { useId, useRef } from 'react'
import { helpClass } from '../help-class'
import type { Form } from '../inputs/form-store'
import { PROMPT_IDEAS } from '../inputs/prompt-ideas'
import { useFieldValue } from '../inputs/use-field-value'

interface PromptExamplesProps {
  form: Form
  onTaken: () => void
}

export function PromptExamples({ form, onTaken }: PromptExamplesProps) {
  const id = useId()
  const panel = useRef<HTMLDivElement>(null)
  const mode = useFieldValue(form, 'mode')
  return (
    <>
      <button type="button" popoverTarget={id} className={helpClass}>
        <Lightbulb aria-hidden="true" className="size-4" />
        Examples
      </button>
      <div ref={panel} id={id} popover="auto" className="form-popup">
        <ul aria-label="Examples to start from">
          {PROMPT_IDEAS[mode].map(({ title, prompt }) => (
            <li key={title}>
              <button
                type="button"
                onClick={() => {
                  panel.current?.hidePopover()
                  form.takeIdea(prompt)
                  onTaken()
                }}
                className="block w-full rounded-md px-3 py-2.5 text-left transition-colors duration-150 hover:bg-panel"
              >
                <span className="block text-[0.9375rem] font-semibold">{title}</span>
                <span className="mt-0.5 block text-sm text-soft">{prompt}</span>
              </button>
            </li>
          ))}
        </ul>
      </div>
    </>
  )
}

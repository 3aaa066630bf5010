import { describeLongText } from '@contract/sentences'
import { trimText } from '@contract/visible-text'
import { type ReactNode, type Ref, useId } from 'react'
import { controlClass } from '@/components/control-class'
import { joinClasses } from '@/components/join-classes'
import { PROMPT_ID } from '@/config/paths'
import type { Form } from '../inputs/form-store'
import { useFieldValue } from '../inputs/use-field-value'

/** The fraction of the limit from which the counter warns. */
const NEAR = 0.9

/** Attributes of a text area with suggestions. A text area can't be a combobox. */
const LIST = { 'aria-autocomplete': 'list', 'aria-haspopup': 'listbox' } as const

interface PromptFieldProps {
  form: Form
  name: 'prompt' | 'negativePrompt'
  label: string
  placeholder: string
  /** The limit in characters, or null. Longer text isn't cut, because the user would lose the end of a pasted text. */
  limit: number | null
  modelName: string
  problem: string | null
  hint?: string
  help?: ReactNode
  undo?: ReactNode
  /** Further lines, below the help. */
  below?: ReactNode
  /** Whether a list of names opens when the user types an `@`. */
  hasList?: boolean
  textareaRef?: Ref<HTMLTextAreaElement>
  className: string
}

export function PromptField(props: PromptFieldProps) {
  const { form, name, label, placeholder, limit, modelName, problem, hint, help, undo, textareaRef, className } = props
  const { below, hasList = false } = props
  const ownId = useId()
  const id = name === 'prompt' ? PROMPT_ID : ownId
  const value = useFieldValue(form, name)
  const length = trimText(value).length
  const isOver = limit !== null && length > limit
  const isNear = limit !== null && !isOver && length >= limit * NEAR
  const wrong = isOver
    ? describeLongText(name === 'prompt' ? 'prompt' : 'negative prompt', length, limit, modelName)
    : problem
  const said = wrong ?? hint
  return (
    // In a wide form, two other fields are next to the prompt.
    <div className={name === 'prompt' ? '@min-[50rem]:row-span-2' : undefined}>
      <div className="mb-2 flex items-baseline justify-between gap-3 text-sm text-soft">
        <label htmlFor={id}>{label}</label>
        {length > 0 && limit !== null && (
          <span className={joinClasses('tabular-nums', isOver ? 'text-bad' : isNear && 'text-amber')}>
            {length.toLocaleString('en')} / {limit.toLocaleString('en')}
          </span>
        )}
        {/* Screen readers announce this once, not at every key. */}
        <span role="status" className="sr-only">
          {isNear && 'Near the character limit'}
          {isOver && 'Over the character limit'}
        </span>
      </div>
      <textarea
        id={id}
        ref={textareaRef}
        name={name}
        dir="auto"
        value={value}
        rows={1}
        placeholder={placeholder}
        aria-invalid={wrong !== null || undefined}
        {...(hasList && LIST)}
        aria-describedby={said ? `${id}-below` : undefined}
        onChange={({ target }) => form.change({ [name]: target.value })}
        className={joinClasses(controlClass, 'field-sizing-content max-h-80 scroll-mt-64 resize-y', className)}
      />
      {(said || help) && (
        <div
          className={joinClasses(
            'mt-1 -mb-2 flex min-h-9 flex-wrap items-center gap-x-4 text-sm pointer-coarse:min-h-11',
            help !== undefined && 'prompt-help',
          )}
        >
          {said && (
            <p id={`${id}-below`} className={wrong ? 'text-bad' : 'text-soft'}>
              {said}
            </p>
          )}
          {help}
          {undo}
        </div>
      )}
      {below}
    </div>
  )
}

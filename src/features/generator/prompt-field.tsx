import type { Ref } from 'react'
import { classNames } from '@/components/class-names'
import { controlClass } from '@/components/control-class'
import { Field } from '@/components/field'
import type { Form } from './form-store'
import { useFieldValue } from './use-field-value'

interface PromptFieldProps {
  form: Form
  name: 'prompt' | 'negativePrompt'
  label: string
  placeholder: string
  /** In characters. Typing beyond it is shown, not cut off: a pasted text must not lose its end in silence. */
  limit: number
  /** What Generate had to say about it. */
  problem: string | null
  textareaRef?: Ref<HTMLTextAreaElement>
  className: string
}

export function PromptField(props: PromptFieldProps) {
  const { form, name, label, placeholder, limit, problem, textareaRef, className } = props
  const value = useFieldValue(form, name)
  const length = value.trim().length
  const isOver = length > limit
  return (
    <Field
      label={label}
      error={problem}
      aside={
        length > 0 && (
          <span className={classNames(isOver && 'text-bad')}>
            {length.toLocaleString('en')} / {limit.toLocaleString('en')}
          </span>
        )
      }
    >
      {(control) => (
        <textarea
          {...control}
          ref={textareaRef}
          name={name}
          value={value}
          rows={1}
          placeholder={placeholder}
          aria-invalid={problem !== null || isOver || undefined}
          onChange={({ target }) => form.change({ [name]: target.value })}
          className={classNames(controlClass, 'field-sizing-content max-h-80 resize-y', className)}
        />
      )}
    </Field>
  )
}

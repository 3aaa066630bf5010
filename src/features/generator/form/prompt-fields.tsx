import { Redo2, Undo2 } from 'lucide-react'
import type { ReactNode, RefObject } from 'react'
import { useStore } from '@/components/hooks/use-store'
import type { Model } from '@/config/models'
import type { Fields } from '@/state/jobs/fields'
import { helpClass } from '../help-class'
import type { Form } from '../inputs/form-store'
import { PromptDetails } from './prompt-details'
import { PromptExamples } from './prompt-examples'
import { PromptField } from './prompt-field'

interface PromptFieldsProps {
  form: Form
  mode: Fields['mode']
  model: Model
  promptRef: RefObject<HTMLTextAreaElement | null>
  problem: string | null
  negativeProblem: string | null
  /** The fields between the prompt and the negative prompt. Required fields come first. */
  children: ReactNode
}

const PLACEHOLDER = {
  image: 'Describe the motion and the sound',
  text: "Describe the scene, who's in it, and what we hear",
}

export function PromptFields(props: PromptFieldsProps) {
  const { form, mode, model, promptRef, problem, negativeProblem, children } = props
  const advanced = useStore(form.advanced)
  const negativeLimit = model.maxNegativePromptLength[mode]
  return (
    <>
      <PromptField
        form={form}
        name="prompt"
        label="Prompt"
        placeholder={advanced?.promptHint ?? PLACEHOLDER[mode]}
        limit={model.maxPromptLength}
        modelName={model.name}
        problem={problem}
        help={
          <>
            <PromptExamples form={form} onTaken={() => promptRef.current?.focus()} />
            <PromptDetails {...{ form, model, promptRef }} />
          </>
        }
        undo={<UndoButton form={form} />}
        textareaRef={promptRef}
        className={mode === 'image' ? 'min-h-20' : 'min-h-28'}
      />
      {children}
      <PromptField
        form={form}
        name="negativePrompt"
        label="Negative Prompt (Optional)"
        placeholder="What to leave out"
        limit={negativeLimit}
        modelName={model.name}
        problem={negativeProblem}
        // Google's Veo guide says to name the thing itself, because "no" and "don't" don't work here.
        hint={
          negativeLimit === null
            ? `${model.name} doesn't support negative prompts, so this is ignored`
            : 'Just name things: "text, blur", not "no text"'
        }
        className="min-h-12"
      />
    </>
  )
}

function UndoButton({ form }: { form: Form }) {
  const replaced = useStore(form.replaced)
  if (!replaced) return null
  const Arrow = replaced.isUndone ? Redo2 : Undo2
  return (
    <button type="button" onClick={form.undo} className={helpClass}>
      <Arrow aria-hidden="true" className="size-4" />
      {replaced.isUndone ? 'Redo' : 'Undo'}
    </button>
  )
}

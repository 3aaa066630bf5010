import { Redo2, Undo2 } from 'lucide-react'
import type { ReactNode, RefObject } from 'react'
import { useStore } from '@/components/hooks/use-store'
import { findFieldModel, type Model } from '@/config/models'
import type { Fields } from '@/state/jobs/fields'
import { helpClass } from '../help-class'
import type { Form } from '../inputs/form-store'
import { CastButton, CastSummary, useCastCode } from './prompt-cast'
import { PromptDetails } from './prompt-details'
import { PromptExamples } from './prompt-examples'
import { PromptField } from './prompt-field'

interface PromptFieldsProps {
  form: Form
  mode: Fields['mode']
  models: readonly [Model, ...Model[]]
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
  const { form, mode, models, promptRef, problem, negativeProblem, children } = props
  const advanced = useStore(form.advanced)
  const cast = useCastCode(form)
  const [model] = models
  const reader = findFieldModel(models, ({ maxNegativePromptLength }) => maxNegativePromptLength[mode] !== null)
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
            {cast && <CastButton {...{ cast, promptRef }} />}
          </>
        }
        undo={<UndoButton form={form} />}
        below={cast && <CastSummary {...{ cast, form, models }} />}
        hasList={cast !== null}
        textareaRef={promptRef}
        className={mode === 'image' ? 'min-h-20' : 'min-h-26'}
      />
      {children}
      {reader && (
        <PromptField
          form={form}
          name="negativePrompt"
          label="Negative Prompt (Optional)"
          // Google's Veo guide says to name the thing itself, because "no" and "don't" don't work here.
          placeholder={'What to leave out, such as "text, blur"'}
          limit={reader.maxNegativePromptLength[mode]}
          modelName={reader.name}
          problem={negativeProblem}
          {...(reader.maxNegativePromptLength[mode] === null && {
            hint: `${reader.name} doesn't support negative prompts, so this is ignored`,
          })}
          className="min-h-12"
        />
      )}
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

import { useEffect } from 'react'
import { useStore } from '@/components/hooks/use-store'
import type { Model } from '@/config/models'
import { useServices } from '@/state/services-context'
import { getAdvancedInputsStore } from '../../advanced-inputs/advanced-inputs-store'
import { describeUnusedInput } from '../../advanced-inputs/text'
import type { Form } from '../../inputs/form-store'
import { useFieldValue } from '../../inputs/use-field-value'
import { ResolutionField } from './resolution-field'
import { StartFields } from './start-fields'

interface AdvancedFieldsProps {
  /** The part of the form: the note below the model, the fields that replace the image field, or the resolution. */
  part: 'note' | 'start' | 'resolution'
  form: Form
  model: Model
  problem?: string | null
}

/** The fields that only some models have. Their code loads with the first such model. */
export function AdvancedFields({ part, form, model, problem = null }: AdvancedFieldsProps) {
  const advanced = getAdvancedInputsStore(useServices())
  useEffect(() => advanced.open(), [advanced])
  if (part === 'start') return <StartFields {...{ advanced, form, model, problem }} />
  if (part === 'resolution') return <ResolutionField {...{ advanced, model }} />
  return <UnusedInputNote form={form} model={model} />
}

/** Shows which inputs the chosen model can't use. */
function UnusedInputNote({ form, model }: { form: Form; model: Model }) {
  const inputs = useStore(getAdvancedInputsStore(useServices()).inputs)
  const mode = useFieldValue(form, 'mode')
  return (
    <p role="status" className="text-sm text-amber not-empty:mt-1">
      {describeUnusedInput(model, inputs, mode === 'image')}
    </p>
  )
}

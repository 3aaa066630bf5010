import type { ModelId } from '@contract'
import { ChevronDown, Volume2, VolumeX } from 'lucide-react'
import { useId } from 'react'
import { useHydrated } from '@/components/hooks/use-hydrated'
import { MODELS, type Model, modelById } from '@/config/models'
import type { Form } from './form-store'
import './model-picker.css'
import { useFieldValue } from './use-field-value'

interface ModelPickerProps {
  form: Form
  prices: Partial<Record<ModelId, number>>
}

const boxClass = 'model-picker rounded-md border border-hairline bg-ink text-text transition-colors hover:border-edge'

/** A native select, for keyboard, touch and screen readers; browsers that can style it show columns. */
export function ModelPicker({ form, prices }: ModelPickerProps) {
  const id = useId()
  const isUsable = useHydrated()
  const chosen = modelById(useFieldValue(form, 'model'))
  const creditsOf = (model: Model) => prices[model.id] ?? model.credits
  const face = (
    <>
      <ModelLine model={chosen} credits={creditsOf(chosen)} />
      <ChevronDown aria-hidden="true" className="size-4 shrink-0 text-soft" />
    </>
  )
  return (
    <div>
      <label htmlFor={id} className="mb-2 block text-sm text-soft">
        Model
      </label>
      {isUsable ? (
        <select
          id={id}
          value={chosen.id}
          onChange={({ target }) => {
            const model = MODELS.find((candidate) => candidate.id === target.value)
            if (model) form.change({ model: model.id })
          }}
          className={boxClass}
        >
          <button type="button" className="model-face">
            {face}
          </button>
          {MODELS.map((model) => (
            // A closed, styled list has no text to read out.
            <option
              key={model.id}
              value={model.id}
              aria-label={`${model.name} · ${model.description} · ${creditsOf(model)} credits`}
            >
              <ModelLine model={model} credits={creditsOf(model)} />
            </option>
          ))}
        </select>
      ) : (
        // Older browsers drop elements inside a prerendered select, and hydration would fail.
        <div className={boxClass}>
          <span className="model-face">{face}</span>
        </div>
      )}
    </div>
  )
}

function ModelLine({ model, credits }: { model: Model; credits: number }) {
  // The description says it in words.
  const Sound = model.hasSound ? Volume2 : VolumeX
  return (
    <span className="model-line">
      <img src={model.logo} alt="" width="36" height="36" />
      <span className="model-name">
        {model.name}
        <Sound aria-hidden="true" />
      </span>
      <span className="model-gap"> · </span>
      <span className="model-description">{model.description}</span>
      <span className="model-gap"> · </span>
      <span className="model-credits">{credits} credits</span>
    </span>
  )
}

import { useId } from 'react'
import { classNames } from '@/components/class-names'
import type { Model } from '@/config/models'
import type { Form } from './form-store'
import { useFittedValue } from './use-field-value'

const NAMES: Record<string, string> = { '16:9': 'Landscape', '9:16': 'Portrait', '1:1': 'Square' }

/** The shape of the frame, for models that make more than one. */
export function AspectField({ form, model }: { form: Form; model: Model }) {
  const id = useId()
  const chosen = useFittedValue(form, model, 'aspectRatio')
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend cannot stand in this grid
    <div role="group" aria-labelledby={id}>
      <p id={id} className="mb-2 text-sm text-soft">
        Aspect Ratio
      </p>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,5rem),1fr))] gap-2">
        {model.aspectRatios.map((aspectRatio) => (
          <button
            key={aspectRatio}
            type="button"
            aria-label={`${NAMES[aspectRatio] ?? 'Frame'} ${aspectRatio}`}
            aria-pressed={aspectRatio === chosen}
            onClick={() => form.change({ aspectRatio })}
            className={classNames(
              'flex min-h-11 items-center justify-center gap-2.5 rounded-md border px-2 text-[0.9375rem] whitespace-nowrap tabular-nums transition-colors duration-150',
              aspectRatio === chosen
                ? 'border-amber bg-raise font-semibold text-text'
                : 'border-hairline text-soft hover:border-edge hover:text-text',
            )}
          >
            <span className="shrink-0 rounded-xs border-2 border-current" style={frame(aspectRatio)} />
            {aspectRatio}
          </button>
        ))}
      </div>
    </div>
  )
}

/** The longer side is 1.25rem. */
function frame(aspectRatio: string) {
  const [width = 16, height = 9] = aspectRatio.split(':').map(Number)
  return { aspectRatio: `${width} / ${height}`, [width >= height ? 'width' : 'height']: '1.25rem' }
}

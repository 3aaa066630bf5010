import type { Model } from '@/config/models'
import type { Form } from '../inputs/form-store'
import { useFittedValue } from '../inputs/use-field-value'
import { ChoiceField } from './choice-field'

const NAMES: Record<string, string> = { '16:9': 'Landscape', '9:16': 'Portrait', '1:1': 'Square' }

/** The aspect ratio, for models with more than one. */
export function AspectField({ form, model }: { form: Form; model: Model }) {
  const chosen = useFittedValue(form, model, 'aspectRatio')
  return (
    <ChoiceField
      label="Aspect Ratio"
      columns="gap-2 grid-cols-[repeat(auto-fit,minmax(min(100%,5rem),1fr))]"
      chosen={chosen}
      onChange={(aspectRatio) => form.change({ aspectRatio })}
      choices={model.aspectRatios.map((aspectRatio) => ({
        value: aspectRatio,
        name: `${NAMES[aspectRatio] ?? 'Frame'} ${aspectRatio}`,
        content: (
          <span className="flex items-center justify-center gap-2.5">
            <span className="shrink-0 rounded-xs border-2 border-current" style={getFrame(aspectRatio)} />
            {aspectRatio}
          </span>
        ),
      }))}
    />
  )
}

/** Returns the size of a frame whose longer side is 1.25rem. */
function getFrame(aspectRatio: string) {
  const [width = 16, height = 9] = aspectRatio.split(':').map(Number)
  return { aspectRatio: `${width} / ${height}`, [width >= height ? 'width' : 'height']: '1.25rem' }
}

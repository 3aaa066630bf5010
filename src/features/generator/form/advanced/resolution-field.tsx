import { useStore } from '@/components/hooks/use-store'
import type { Model } from '@/config/models'
import type { AdvancedInputsStore } from '../../advanced-inputs/advanced-inputs-store'
import { ChoiceField } from '../choice-field'
import { AddedCredits } from './added-credits'

/** The model's resolutions, each with the credits that it adds. */
export function ResolutionField({ advanced, model }: { advanced: AdvancedInputsStore; model: Model }) {
  const { resolution } = useStore(advanced.inputs)
  const resolutions = model.inputs?.resolutions ?? []
  const [first] = resolutions
  if (!first || resolutions.length < 2) return null
  const chosen = resolutions.find(({ name }) => name === resolution) ?? first
  return (
    <ChoiceField
      label="Resolution"
      columns="gap-2 grid-cols-[repeat(auto-fit,minmax(min(100%,5.25rem),1fr))]"
      chosen={chosen.name}
      onChange={(name) => advanced.change({ resolution: name === first.name ? null : name })}
      choices={resolutions.map(({ name, adds }) => ({
        value: name,
        content: <AddedCredits name={name} adds={adds} />,
      }))}
    />
  )
}

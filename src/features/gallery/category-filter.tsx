import type { Ref } from 'react'
import { Pill } from '@/components/pill'
import { FILTERS, type Filter } from './showcase'

interface CategoryFilterProps {
  ref: Ref<HTMLDivElement>
  chosen: Filter
  onChoose: (filter: Filter) => void
}

export function CategoryFilter({ ref, chosen, onChoose }: CategoryFilterProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields of a form
    <div ref={ref} role="group" aria-label="Category" className="flex flex-wrap gap-2">
      {FILTERS.map(({ id, label }) => (
        <Pill key={id} pressed={id === chosen} onClick={() => onChoose(id)}>
          {label}
        </Pill>
      ))}
    </div>
  )
}

import { useState } from 'react'
import { Pill } from '@/components/pill'
import { CATEGORIES } from './effects'

/** A click only toggles a pill: there is nothing to filter yet. */
export function CategoryPills() {
  return (
    <fieldset>
      <legend className="sr-only">Categories</legend>
      <div className="flex flex-wrap gap-2">
        {CATEGORIES.map((category) => (
          <CategoryPill key={category.name} {...category} />
        ))}
      </div>
    </fieldset>
  )
}

function CategoryPill({ name, isNew }: (typeof CATEGORIES)[number]) {
  const [isChosen, setIsChosen] = useState(name === 'All')
  return (
    <Pill pressed={isChosen} onClick={() => setIsChosen(!isChosen)} {...(isNew ? { badge: 'NEW' } : {})}>
      {name}
    </Pill>
  )
}

import { useState } from 'react'
import { Pill } from '@/components/pill'
import { CATEGORIES } from './effects'

/** One is chosen, and filters nothing yet. */
export function CategoryPills() {
  const [chosen, setChosen] = useState('All')
  return (
    <fieldset>
      <legend className="sr-only">Categories</legend>
      <div className="flex flex-wrap gap-2">
        {CATEGORIES.map(({ name, isNew }) => (
          <Pill key={name} pressed={name === chosen} onClick={() => setChosen(name)} {...(isNew && { badge: 'NEW' })}>
            {name}
          </Pill>
        ))}
      </div>
    </fieldset>
  )
}

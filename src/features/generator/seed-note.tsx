import { X } from 'lucide-react'
import type { Form } from './form-store'
import { useFieldValue } from './use-field-value'

/** Only there when a seed is set, which 'use again' does: a job without one draws its own. */
export function SeedNote({ form }: { form: Form }) {
  const seed = useFieldValue(form, 'seed')
  if (seed === null) return null
  return (
    <p className="flex items-center gap-1 text-sm text-soft tabular-nums">
      Seed {seed}
      <button
        type="button"
        aria-label={`Clear seed ${seed}`}
        onClick={() => form.change({ seed: null })}
        className="grid size-11 place-items-center rounded-full hover:bg-raise hover:text-text"
      >
        <X aria-hidden="true" className="size-4" />
      </button>
    </p>
  )
}

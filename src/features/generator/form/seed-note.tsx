import { X } from 'lucide-react'
import type { Model } from '@/config/models'
import type { Form } from '../inputs/form-store'
import { useTakes } from '../inputs/takes'
import { useFieldValue } from '../inputs/use-field-value'

/**
 * Shows the seed of a reused video, if a chosen model uses seeds. The form keeps it for other models. If the form has no
 * seed, each take uses a random one.
 */
export function SeedNote({ form, models }: { form: Form; models: readonly [Model, ...Model[]] }) {
  const seed = useFieldValue(form, 'seed')
  const { takes } = useTakes(form, models.length)
  if (seed === null || !models.some(({ takesSeed }) => takesSeed)) return null
  return (
    <p className="flex items-center gap-3 text-sm text-soft">
      <span className="flex items-center rounded-full border border-edge pl-4 whitespace-nowrap text-text tabular-nums">
        <span>Seed {seed}</span>
        <button
          type="button"
          aria-label={`Clear seed ${seed}`}
          onClick={() => form.change({ seed: null })}
          className="grid size-11 place-items-center rounded-full text-soft transition-colors duration-150 hover:text-text"
        >
          <X aria-hidden="true" className="size-4" />
        </button>
      </span>
      <span>{takes > 1 ? 'Take 1 uses' : 'Uses'} the same seed, so the result should be similar.</span>
    </p>
  )
}

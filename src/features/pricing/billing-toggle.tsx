import { useId, useLayoutEffect, useRef } from 'react'
import { Badge } from '@/components/badge'
import { YEARLY_SAVING_PERCENT } from '@/config/plans'

export type Billing = 'monthly' | 'yearly'

interface BillingToggleProps {
  billing: Billing
  onChange: (billing: Billing) => void
}

const CHOICES = [
  { billing: 'monthly', label: 'Monthly', saving: null },
  { billing: 'yearly', label: 'Yearly', saving: `Save ${YEARLY_SAVING_PERCENT}%` },
] as const

export function BillingToggle({ billing, onChange }: BillingToggleProps) {
  const name = useId()
  const choices = useRef<HTMLFieldSetElement>(null)
  // The browser may have changed the buttons before hydration.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page is taken over
  useLayoutEffect(() => {
    const chosen = choices.current?.querySelector<HTMLInputElement>('input:checked')?.value
    if (chosen !== billing && (chosen === 'monthly' || chosen === 'yearly')) onChange(chosen)
  }, [])
  return (
    <fieldset
      ref={choices}
      className="inline-flex max-w-full flex-wrap gap-1 rounded-lg border border-hairline bg-ink p-1"
    >
      <legend className="sr-only">Billing</legend>
      {CHOICES.map((choice) => (
        <label
          key={choice.billing}
          className="flex min-h-11 grow cursor-pointer flex-wrap items-center justify-center gap-x-2 rounded-md px-4 text-[0.9375rem] text-soft transition-colors duration-150 hover:text-text has-checked:bg-raise has-checked:font-semibold has-checked:text-text has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-amber"
        >
          <input
            type="radio"
            name={name}
            value={choice.billing}
            checked={billing === choice.billing}
            onChange={() => onChange(choice.billing)}
            className="sr-only"
          />
          <span>{choice.label}</span>
          {choice.saving && <Badge>{choice.saving}</Badge>}
        </label>
      ))}
    </fieldset>
  )
}

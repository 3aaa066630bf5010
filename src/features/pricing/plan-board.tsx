import { useId, useState } from 'react'
import { PLANS } from '@/config/plans'
import { type Billing, BillingToggle } from './billing-toggle'
import { PlanColumn } from './plan-column'
import { PAYMENT_NOTE } from './purchase-button'

export function PlanBoard() {
  const [billing, setBilling] = useState<Billing>('monthly')
  const headingId = useId()
  const noteId = useId()
  return (
    <section aria-labelledby={headingId}>
      <h2 id={headingId} className="sr-only">
        Plans
      </h2>
      <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-4">
        <BillingToggle billing={billing} onChange={setBilling} />
        <p id={noteId} className="text-soft">
          {PAYMENT_NOTE}
        </p>
      </div>
      <div className="mt-6 grid grid-cols-1 divide-y divide-hairline overflow-hidden rounded-xl border border-hairline lg:grid-cols-3 lg:divide-x lg:divide-y-0">
        {PLANS.map((plan) => (
          <PlanColumn key={plan.id} plan={plan} billing={billing} noteId={noteId} />
        ))}
      </div>
    </section>
  )
}

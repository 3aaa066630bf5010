import type { Plan } from '@/config/plans'
import type { Billing } from './billing-toggle'
import { formatExact, formatPrice } from './format-price'

export function PlanPrice({ plan, billing }: { plan: Plan; billing: Billing }) {
  const { monthlyPrice, yearlyPrice } = plan
  const isYearly = billing === 'yearly'
  return (
    <div key={billing} className="mt-6">
      <p className="flex flex-wrap items-baseline gap-x-3">
        <span className="text-[min(2.75rem,14vw)] leading-none wide tracking-tight tabular-nums">
          {formatPrice(isYearly ? yearlyPrice : monthlyPrice)}
        </span>
        <span className="text-soft">{isYearly ? 'a year' : 'a month'}</span>
      </p>
      <p className="mt-3 text-sm text-soft tabular-nums">
        {isYearly
          ? `${formatExact(yearlyPrice / 12)} a month, instead of ${formatPrice(monthlyPrice)}`
          : `or ${formatPrice(yearlyPrice)} a year`}
      </p>
    </div>
  )
}

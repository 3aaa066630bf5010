import { useId } from 'react'
import { Badge } from '@/components/badge'
import { joinClasses } from '@/components/join-classes'
import { PLANS, type Plan } from '@/config/plans'
import { formatCredits } from '@/lib/format-credits'
import { useModelFacts } from '@/state/capabilities'
import { joinNames, type ModelFacts } from '@/state/model-facts'
import type { Billing } from './billing-toggle'
import { countVideos } from './count-videos'
import { formatExact, formatPrice } from './format-price'
import { PurchaseButton } from './purchase-button'
import { Reel } from './reel'

interface PlanColumnProps {
  plan: Plan
  billing: Billing
  noteId: string
}

const MOST_CREDITS = Math.max(...PLANS.map(({ credits }) => credits))

export function PlanColumn({ plan, billing, noteId }: PlanColumnProps) {
  const nameId = useId()
  const facts = useModelFacts()
  const videos = countVideos(facts, plan.credits)
  return (
    <article
      aria-labelledby={nameId}
      className={joinClasses(
        'relative flex flex-col p-[min(1.5rem,7vw)] sm:p-8 md:max-lg:grid md:max-lg:grid-cols-[1fr_1.4fr] md:max-lg:gap-x-10',
        plan.recommended &&
          'bg-panel before:absolute before:inset-x-0 before:top-0 before:h-0.5 before:bg-linear-to-r before:from-amber before:to-coral',
      )}
    >
      <div>
        <div className="flex min-h-7 flex-wrap items-center justify-between gap-x-3 gap-y-1">
          <h3 id={nameId} className="text-heading">
            {plan.name}
          </h3>
          {plan.recommended && <Badge>Most popular</Badge>}
        </div>
        <PlanPrice plan={plan} billing={billing} />
      </div>
      <div className="mt-8 md:max-lg:row-span-3 md:max-lg:mt-1">
        <Reel count={videos[0]?.count ?? 0} room={countVideos(facts, MOST_CREDITS)[0]?.count ?? 0} />
        <p className="mt-4 text-lg">
          <span className="wide tabular-nums">{formatCredits(plan.credits)} credits</span>{' '}
          <span className="text-soft">each month</span>
        </p>
        <dl className="mt-2 text-[0.9375rem]">
          {videos.map(({ model, count }, index) => (
            <div key={model.id} className="flex justify-between gap-4 border-t border-hairline py-2 first:border-0">
              <dt className="text-soft">{index === 0 ? `${model.name} videos` : `or ${model.name} videos`}</dt>
              <dd className="tabular-nums">{count}</dd>
            </div>
          ))}
        </dl>
      </div>
      <ul className="mt-6 grid gap-1.5 text-[0.9375rem]">
        {[...plan.features, ...describePlanModels(facts)].map((feature) => (
          <li key={feature}>{feature}</li>
        ))}
      </ul>
      <div className="mt-8 grow content-end md:max-lg:mt-6">
        <PurchaseButton
          label="Coming Soon"
          nameId={nameId}
          noteId={noteId}
          isFirstChoice={plan.recommended}
          className="w-full"
        />
      </div>
    </article>
  )
}

function describePlanModels({ models, count }: ModelFacts): string[] {
  const all = models.length < 3 ? joinNames(models.map(({ name }) => name)) : `All ${count} models`
  const hasImages = models.some(({ makesFrom }) => makesFrom.image)
  return [all, hasImages ? 'Text to video and image to video' : 'Text to video']
}

function PlanPrice({ plan, billing }: { plan: Plan; billing: Billing }) {
  const { monthlyPrice, yearlyPrice } = plan
  const isYearly = billing === 'yearly'
  return (
    <div key={billing} className="mt-6">
      <p className="flex flex-wrap items-baseline gap-x-3">
        <span className="text-[min(2.75rem,14vw)] leading-none wide tracking-tight tabular-nums">
          {formatPrice(isYearly ? yearlyPrice : monthlyPrice)}
        </span>
        <span className="text-soft">{isYearly ? 'per year' : 'per month'}</span>
      </p>
      <p className="mt-3 text-sm text-soft tabular-nums">
        {isYearly
          ? `${formatExact(yearlyPrice / 12)} per month instead of ${formatPrice(monthlyPrice)}`
          : `or ${formatPrice(yearlyPrice)} per year`}
      </p>
    </div>
  )
}

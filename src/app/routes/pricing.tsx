import { PlainPage } from '@/app/plain-page'
import { ButtonLink } from '@/components/button-link'
import { MODELS } from '@/config/models'
import { paths } from '@/config/paths'

export function PricingPage() {
  return (
    <PlainPage title="Plans & Pricing" path={paths.pricing} heading="Plans & Pricing">
      <p>Payment system coming soon. Until then, this is what a video costs in credits.</p>
      <dl className="w-full divide-y divide-hairline border-y border-hairline text-base">
        {MODELS.map((model) => (
          <div key={model.id} className="flex items-baseline justify-between gap-4 py-3">
            <dt className="text-text">{model.name}</dt>
            <dd className="tabular-nums">{model.credits} credits</dd>
          </div>
        ))}
      </dl>
      <ButtonLink to={paths.createVideo}>Create a video</ButtonLink>
    </PlainPage>
  )
}

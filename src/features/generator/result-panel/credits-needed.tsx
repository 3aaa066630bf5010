import { ButtonLink } from '@/components/button-link'
import { paths } from '@/config/paths'
import { useCapabilities } from '@/state/capabilities'
import { getCreditsStore } from '@/state/credits/credits'
import { describeCreditsNeeded } from '@/state/jobs/job-text'
import { useJobs } from '@/state/jobs/use-jobs'
import { useServices } from '@/state/services-context'
import { useSession } from '@/state/session/use-session'
import { useSelector } from '@/state/use-selector'
import { getPrice } from '../inputs/chosen-models'
import { countSpendable } from '../submit-generation'

/** Shows the prices, and how to get credits, to a user who can't pay for any model. */
export function CreditsNeeded() {
  const session = useSession()
  const credits = useSelector(getCreditsStore(useServices()), (state) => countSpendable(session, state))
  const { models } = useCapabilities()
  const prices = useJobs((state) => state.prices)
  const offered = models.filter(({ isOn }) => isOn).map((model) => getPrice(model, prices))
  const cheapest = Math.min(...offered)
  if (credits === null || credits >= cheapest) return null
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-lg border border-amber/35 p-4">
      <p className="max-w-md min-w-0 flex-1 basis-56 text-[0.9375rem]">
        {describeCreditsNeeded(credits, cheapest, Math.max(...offered))}
      </p>
      <ButtonLink to={paths.pricing} variant="secondary">
        See plans and packs
      </ButtonLink>
    </div>
  )
}

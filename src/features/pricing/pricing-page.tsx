import { Link } from 'react-router-dom'
import { Accordion } from '@/components/accordion'
import { ButtonLink } from '@/components/button-link'
import { useCode } from '@/components/hooks/use-code'
import { PageMeta } from '@/components/page-meta'
import { Section } from '@/components/section'
import { formatTitle } from '@/config/env'
import { paths } from '@/config/paths'
import { useModelFacts } from '@/state/capabilities'
import { useSession } from '@/state/session/use-session'
import { ModelPrices } from './model-prices'
import { PackList } from './pack-list'
import { PlanBoard } from './plan-board'
import { listQuestions } from './questions'
import { pricingAsData } from './structured-data'

export function PricingPage() {
  const facts = useModelFacts()
  return (
    <>
      <PageMeta
        title={formatTitle('Plans & Pricing')}
        path={paths.pricing}
        description="What each model costs per video, three monthly or yearly plans, and three credit packs. You pay only for videos that arrive."
        structuredData={import.meta.env.SSR ? pricingAsData() : undefined}
      />
      <div className="frame pt-14 sm:pt-20">
        <div className="mb-10 flex flex-wrap items-end justify-between gap-x-12 gap-y-8 sm:mb-14">
          <div>
            <h1 className="text-display">Plans & Pricing</h1>
            <p className="mt-5 max-w-2xl text-lg text-balance text-soft">
              Credits are held when you start a video and charged only when it arrives. Failed videos cost nothing.
            </p>
          </div>
          <Balance />
        </div>
        <PlanBoard />
      </div>
      <ModelPrices />
      <PackList />
      <Section layout="beside" title="Billing questions">
        <div>
          <Accordion
            items={listQuestions(facts).map(({ question, answer }) => ({ title: question, content: answer }))}
          />
          <p className="mt-6 text-soft">
            For the full rules, see the{' '}
            <Link
              to={paths.refund}
              className="text-text underline decoration-edge underline-offset-4 hover:decoration-amber"
            >
              Refund Policy
            </Link>
            .
          </p>
        </div>
      </Section>
      <div className="frame">
        <div className="flex flex-wrap items-center justify-between gap-x-12 gap-y-6 border-t border-hairline pt-10">
          <p className="max-w-2xl text-lg text-balance text-soft">
            You can open the generator without an account. Its button always shows the price.
          </p>
          <ButtonLink to={paths.createVideo} size="lg">
            Create a video
          </ButtonLink>
        </div>
      </div>
    </>
  )
}

const loadBalance = () => import('./known-balance')

/** Reserves the balance's space until the session is known and the code has loaded. The plans below then don't move. */
function Balance() {
  const { isSignedIn, status } = useSession()
  const { code } = useCode(loadBalance, isSignedIn)
  if (!isSignedIn && status !== 'loading') return null
  return (
    <div className={`grid min-h-36 w-full grid-cols-1 sm:w-80 ${isSignedIn ? '' : 'visitor:hidden'}`}>
      {isSignedIn && code && <code.KnownBalance />}
    </div>
  )
}

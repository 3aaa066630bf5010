import { Link } from 'react-router-dom'
import { Button } from '@/components/button'
import { useHydrated } from '@/components/hooks/use-hydrated'
import { useStore } from '@/components/hooks/use-store'
import { joinClasses } from '@/components/join-classes'
import type { Model } from '@/config/models'
import { FROM_GENERATOR, paths, RESULT_PANEL_ID } from '@/config/paths'
import { useCapabilities } from '@/state/capabilities'
import { type CreditsState, getCreditsStore } from '@/state/credits/credits'
import { countOpen, findUnconfirmed } from '@/state/jobs/job'
import { describeOpenJobs, formatNotEnough, MESSAGES, SEE_BELOW } from '@/state/jobs/job-text'
import { getPanelState, isComparingJobs } from '@/state/jobs/panel'
import { useJobs } from '@/state/jobs/use-jobs'
import { useServices } from '@/state/services-context'
import { useSession } from '@/state/session/use-session'
import { useSelector } from '@/state/use-selector'
import { getPricedModels } from '../inputs/chosen-models'
import type { Form } from '../inputs/form-store'
import { useTakes } from '../inputs/takes'
import { useFieldValue } from '../inputs/use-field-value'
import type { FormProblem } from '../inputs/validate'
import { countSpendable, getSubmitStore } from '../submit-generation'
import { useIsDirectMode } from '../use-is-direct-mode'
import { describeTakes } from './takes-field'

/** Problems that no field of the form shows. */
const ELSEWHERE: ReadonlySet<FormProblem['field']> = new Set(['session', 'credits', 'jobs', 'connection'] as const)

const PLAIN = { advanced: null, cast: null }

const selectAll = (state: CreditsState) => state

const linkClass = 'font-semibold text-amber underline decoration-edge underline-offset-4 hover:decoration-amber'

interface GenerateBarProps {
  form: Form
  models: readonly Model[]
  problem: FormProblem | null
  /** The ID of the note below the button, which also describes the takes. */
  noteId: string
}

/** The button, and one line that says what happens next or why nothing can start. Fields show their own problems. */
export function GenerateBar({ form, models, problem, noteId }: GenerateBarProps) {
  const services = useServices()
  const stage = useJobs(getPanelState)
  const isPanelAdjacent = !useJobs(isComparingJobs)
  const prices = useJobs((state) => state.prices)
  const openJobs = useJobs(({ jobs }) => countOpen(jobs))
  const { maxOpenJobs } = useCapabilities()
  const openNote = useJobs(({ jobs }) => describeOpenJobs(countOpen(jobs), maxOpenJobs, findUnconfirmed(jobs)))
  const { takes, room } = useTakes(form, models.length)
  const takesNote = room && openJobs < maxOpenJobs ? describeTakes(models, takes, room) : null
  const advanced = useStore(form.advanced)
  const isDirect = useIsDirectMode()
  const cast = useStore(form.cast)
  const fields = {
    mode: useFieldValue(form, 'mode'),
    prompt: useFieldValue(form, 'prompt'),
    length: useFieldValue(form, 'length'),
  }
  const priced = getPricedModels(models, prices, { fields, ...(isDirect ? PLAIN : { advanced, cast }) })
  const price = takes * priced.reduce((sum, offer) => sum + offer.price, 0)
  const videos = takes * models.length
  const session = useSession()
  const spendable = countSpendable(session, useSelector(getCreditsStore(services), selectAll))
  const isWaiting = useSelector(getSubmitStore(services), ({ waiting }) => waiting !== null)
  const isSignedOut = session.status !== 'loading' && !session.isSignedIn
  const isGenerating = stage === 'generating'
  const hasImage = useStore(form.image) !== null
  const isEmpty = !fields.prompt && !hasImage && (advanced?.hasFirstImage ?? true)
  const isShort = !isGenerating && !isSignedOut && spendable !== null && spendable < price
  const needsSignIn = !isGenerating && isSignedOut
  const isUsable = useHydrated()
  const wrong = problem && ELSEWHERE.has(problem.field) ? problem.message : null
  const hint = isWaiting
    ? MESSAGES.startsSoon
    : needsSignIn
      ? 'Please login to generate videos'
      : isShort
        ? formatNotEnough(spendable, price)
        : isDirect
          ? null
          : isGenerating
            ? MESSAGES.editToStartAnother
            : (takesNote ?? (openJobs > 0 ? openNote : MESSAGES.paidOnArrival))
  /** Whether a link next to the message fixes the problem. */
  const hasWayOut = needsSignIn || isShort
  const below = hasWayOut ? null : SEE_BELOW[stage]
  return (
    <div className="generate-bar mt-auto rounded-b-xl border-t border-hairline bg-panel px-[min(1rem,4.5vw)] py-3 sm:px-5">
      <Button type="submit" size="lg" busy={isGenerating || isWaiting} className="w-full sm:px-3">
        <span>
          <span className="whitespace-nowrap">{videos > 1 ? `Generate ${videos} Videos` : 'Generate Video'}</span>
          {/* The price of an empty form would look like the price of the job that is generated. */}
          {!(isGenerating && isEmpty) && (
            <>
              {' '}
              <span className="font-normal whitespace-nowrap tabular-nums opacity-80">{price} credits</span>
            </>
          )}
        </span>
      </Button>
      <p className={`mt-1.5 text-sm text-soft tabular-nums ${isShort ? 'min-h-10' : 'min-h-5'}`}>
        {!isUsable && (
          <span className="[animation:rise_0.2s_1s_both] noscript:hidden">The page is still loading… </span>
        )}
        {/* The live region must exist before its text, or screen readers ignore the text. */}
        <span aria-live="assertive" className="text-bad">
          {wrong}
        </span>
        {isUsable && !wrong && below && (
          // The link is for layouts in which the result panel isn't next to the form.
          <a href={`#${RESULT_PANEL_ID}`} className={joinClasses(linkClass, isPanelAdjacent && 'lg:hidden')}>
            {below}
          </a>
        )}
        {isUsable && !wrong && (
          <span id={noteId} className={below ? (isPanelAdjacent ? 'max-lg:hidden' : 'hidden') : undefined}>
            {hint}
          </span>
        )}{' '}
        {needsSignIn && (
          <Link to={paths.login} state={FROM_GENERATOR} className={linkClass}>
            Login
          </Link>
        )}
        {isShort && (
          <Link to={paths.pricing} className={linkClass}>
            Buy Credits
          </Link>
        )}
      </p>
    </div>
  )
}

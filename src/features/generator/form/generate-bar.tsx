import { Link } from 'react-router-dom'
import { Button } from '@/components/button'
import { useHydrated } from '@/components/hooks/use-hydrated'
import { paths } from '@/config/paths'
import './generate-bar.css'
import { BELOW, MESSAGES, notEnoughHint, openJobsHint } from '@/state/jobs/job-text'
import { STAGE_ID } from '../stage/stage'
import type { useGenerator } from '../use-generator'
import type { Problem } from './validate'

/** Problems that no field of the form shows. */
const ELSEWHERE: ReadonlySet<Problem['field']> = new Set(['session', 'credits', 'jobs', 'connection'] as const)

const linkClass = 'font-semibold text-amber underline decoration-amber/40 underline-offset-4 hover:decoration-amber'

/** In a place of fixed height, so that nothing moves. Problems of a field are shown at the field. */
export function GenerateBar({ generator }: { generator: ReturnType<typeof useGenerator> }) {
  const { stage, models, price, problem, spendable, openJobs, maxOpenJobs, isWaiting, isSignedOut, isDirect } =
    generator
  const isGenerating = stage.status === 'generating'
  const isShort = !isGenerating && !isSignedOut && spendable !== null && spendable < price
  const needsSignIn = !isGenerating && isSignedOut
  const isUsable = useHydrated()
  const wrong = problem && ELSEWHERE.has(problem.field) ? problem.message : null
  const hint = isWaiting
    ? MESSAGES.startsSoon
    : needsSignIn
      ? 'Please login to generate videos'
      : isShort
        ? notEnoughHint(spendable, price)
        : isDirect
          ? null
          : openJobs > 0 && !isGenerating
            ? openJobsHint(openJobs, maxOpenJobs)
            : MESSAGES.paidOnArrival
  /** The way out stays beside the sentence that says what is wrong. */
  const hasWayOut = needsSignIn || isShort
  const below = hasWayOut ? null : BELOW[stage.status]
  return (
    <div className="generate-bar relative rounded-b-xl bg-panel p-[min(1rem,4.5vw)] sm:px-5">
      <Button type="submit" size="lg" busy={isGenerating || isWaiting} className="w-full max-sm:px-[min(0.75rem,2vw)]">
        <span>
          {models.length > 1 ? `Generate ${models.length} Videos` : 'Generate Video'}{' '}
          <span className="font-normal whitespace-nowrap tabular-nums opacity-80">{price} credits</span>
        </span>
      </Button>
      <p
        className={`mt-2 text-sm text-soft tabular-nums ${isShort ? 'min-h-15' : needsSignIn ? 'min-h-10' : 'min-h-5'}`}
      >
        {!isUsable && (
          <span className="[animation:rise_0.2s_1s_both] noscript:hidden">
            One moment, this page is still loading.{' '}
          </span>
        )}
        {isUsable && !wrong && below && (
          // Where the monitor is not beside the form, it is out of sight.
          <a href={`#${STAGE_ID}`} className={`lg:hidden ${linkClass}`}>
            {below}
          </a>
        )}
        {isUsable && (hasWayOut || !wrong) && <span className={below ? 'max-lg:hidden' : undefined}>{hint}</span>}{' '}
        {needsSignIn && (
          <Link to={paths.login} className={linkClass}>
            Login
          </Link>
        )}
        {isShort && (
          <Link to={paths.pricing} className={linkClass}>
            Buy Credits
          </Link>
        )}
        {/* The live region must exist before its text, or it is not read out. */}
        <span aria-live="assertive" className="block text-bad">
          {wrong}
        </span>
      </p>
    </div>
  )
}

import { Link } from 'react-router-dom'
import { Button } from '@/components/button'
import { classNames } from '@/components/class-names'
import { paths } from '@/config/paths'
import { MESSAGES, notEnoughHint } from './messages'
import type { useGenerator } from './use-generator'

const linkClass = 'font-semibold text-amber underline-offset-4 hover:underline'
const lineClass = 'flex flex-wrap justify-between gap-x-4 tabular-nums'

/**
 * The press and what stands in its way. On a phone it stays in reach at the bottom of the screen, if that is high enough
 * to leave room for the rest. What is wrong with a field is said at the field.
 */
export function GenerateBar({ generator }: { generator: ReturnType<typeof useGenerator> }) {
  const { state, price, problem, spendable, isSignedOut, isDirect } = generator
  const isGenerating = state.status === 'generating'
  const isShort = spendable !== null && spendable < price
  const wrong = problem?.field === 'session' || problem?.field === 'credits' ? problem.message : null
  const hasHint = !isGenerating && (isSignedOut || isShort)
  return (
    <div className="bottom-0 rounded-b-xl border-t border-hairline bg-panel/95 p-4 backdrop-blur-sm sm:px-6 sm:py-5 max-lg:[@media(min-height:30rem)]:sticky">
      <Button type="submit" size="lg" busy={isGenerating} className="w-full max-sm:px-3">
        <span>Generate Video</span> <span className="font-normal tabular-nums opacity-80">{price} credits</span>
      </Button>
      {/* Beside the monitor there is room for the longest that is said, so that nothing below moves when it is. */}
      <div className={classNames('mt-3 text-sm text-soft', isShort ? 'lg:min-h-15' : 'lg:min-h-10')}>
        {!isGenerating && isSignedOut && (
          <div className={lineClass}>
            <p>Please login to generate videos</p>
            <Link to={paths.login} className={linkClass}>
              Login
            </Link>
          </div>
        )}
        {!isGenerating && isShort && (
          <div className={lineClass}>
            <p>{notEnoughHint(spendable, price)}</p>
            <Link to={paths.pricing} className={linkClass}>
              Buy Credits
            </Link>
          </div>
        )}
        {!hasHint && !wrong && !isDirect && <p className="max-lg:hidden">{MESSAGES.paidOnArrival}</p>}
        <div aria-live="assertive">{wrong && <p className="text-bad">{wrong}</p>}</div>
      </div>
    </div>
  )
}

import { Link } from 'react-router-dom'
import { Button } from '@/components/button'
import { paths } from '@/config/paths'
import { notEnoughHint } from './messages'
import type { useGenerator } from './use-generator'

const linkClass = 'font-semibold text-amber underline-offset-4 hover:underline'

/** The press and what stands in its way. On a phone it stays in reach at the bottom of the screen. */
export function GenerateBar({ generator }: { generator: ReturnType<typeof useGenerator> }) {
  const { state, price, problem, spendable, isSignedOut } = generator
  const isGenerating = state.status === 'generating'
  const isOfAccount = problem?.field === 'session' || problem?.field === 'credits'
  const isShort = spendable !== null && spendable < price
  return (
    <div className="sticky bottom-0 rounded-b-xl border-t border-hairline bg-panel/95 p-4 backdrop-blur-sm sm:px-6 sm:py-5 lg:static">
      <Button type="submit" size="lg" busy={isGenerating} className="w-full max-sm:px-3">
        <span>Generate Video</span> <span className="font-normal tabular-nums opacity-80">{price} credits</span>
      </Button>
      <div aria-live="assertive">{isOfAccount && <p className="mt-3 text-sm text-bad">{problem.message}</p>}</div>
      {!isGenerating && isSignedOut && (
        <div className="mt-3 flex flex-wrap justify-between gap-x-4 text-sm text-soft">
          <p>Please login to generate videos</p>
          <Link to={paths.login} className={linkClass}>
            Login
          </Link>
        </div>
      )}
      {!isGenerating && isShort && (
        <div className="mt-3 flex flex-wrap justify-between gap-x-4 text-sm text-soft tabular-nums">
          <p>{notEnoughHint(spendable, price)}</p>
          <Link to={paths.pricing} className={linkClass}>
            Buy Credits
          </Link>
        </div>
      )}
    </div>
  )
}

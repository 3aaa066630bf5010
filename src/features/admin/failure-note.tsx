import { CircleAlert } from 'lucide-react'
import { useNow } from '@/components/hooks/use-now'
import type { AdminFailure } from './failure'
import { useTexts } from './texts/texts'

export function FailureNote({ failure }: { failure: AdminFailure }) {
  const text = useTexts()
  return (
    <div className="flex gap-2.5 rounded-md border border-bad/40 bg-bad/10 px-3.5 py-3">
      <CircleAlert aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-bad" />
      <div>
        <p role="alert">{text.failure[failure.sentence]}</p>
        {failure.detail && (
          <p lang="en" className="mt-0.5 text-sm text-soft wrap-anywhere">
            {failure.detail}
          </p>
        )}
        {failure.lockedUntil !== undefined && <LockCountdown until={failure.lockedUntil} />}
      </div>
    </div>
  )
}

const SECOND_MS = 1000

/** Counts down to `until`, in milliseconds since the epoch. */
function LockCountdown({ until }: { until: number }) {
  const text = useTexts().login
  const seconds = Math.ceil((until - useNow(SECOND_MS)) / SECOND_MS)
  return (
    <p className="mt-0.5 text-soft tabular-nums">
      {seconds > 0 ? text.retryIn(Math.floor(seconds / 60), seconds % 60) : text.retryNow}
    </p>
  )
}

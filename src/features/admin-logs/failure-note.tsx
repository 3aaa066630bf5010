import { CircleAlert } from 'lucide-react'
import type { AdminFailure } from './failure'
import { LockCountdown } from './lock-countdown'
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

import { useNow } from '@/components/hooks/use-now'
import { useTexts } from './texts/texts'

const SECOND_MS = 1000

/** `until`: milliseconds since the epoch. */
export function LockCountdown({ until }: { until: number }) {
  const text = useTexts().login
  const seconds = Math.ceil((until - useNow(SECOND_MS)) / SECOND_MS)
  return (
    <p className="mt-0.5 text-soft tabular-nums">
      {seconds > 0 ? text.retryIn(Math.floor(seconds / 60), seconds % 60) : text.retryNow}
    </p>
  )
}

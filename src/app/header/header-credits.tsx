import { CreditCard } from 'lucide-react'
import { Skeleton } from '@/components/skeleton'
import { formatCredits } from '@/lib/format-credits'
import { useCredits } from '@/state/credits/use-credits'
import { useSession } from '@/state/session/use-session'

export function HeaderCredits() {
  const { credits, status, pending } = useCredits()
  const { localUser } = useSession()
  const isUnknown = status === 'idle' || (status === 'loading' && localUser === null)
  return (
    <p
      className="flex min-h-9 min-w-0 items-center gap-[min(0.5rem,2vw)] rounded-full border border-hairline bg-panel/70 px-[min(0.75rem,3vw)] text-sm text-text tabular-nums"
      title={status === 'stale' ? 'The last known balance' : undefined}
    >
      <CreditCard aria-hidden="true" className="size-[min(1rem,5vw)] shrink-0 text-amber" />
      {isUnknown ? (
        <Skeleton className="h-4 w-9" />
      ) : (
        <span key={credits}>
          {formatCredits(credits)}
          <span className="sr-only"> credits</span>
        </span>
      )}
      {pending > 0 && (
        <span key={pending} className="border-l border-hairline pl-2 text-amber">
          −{formatCredits(pending)}
          <span className="max-sm:sr-only"> pending</span>
        </span>
      )}
    </p>
  )
}

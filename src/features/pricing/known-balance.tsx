import { Skeleton } from '@/components/skeleton'
import { formatCredits } from '@/lib/format-credits'
import { useModelFacts } from '@/state/capabilities'
import { useCredits } from '@/state/credits/use-credits'
import { useSession } from '@/state/session/use-session'
import { describeVideos } from './count-videos'

export function KnownBalance() {
  const { localUser } = useSession()
  const { credits, status } = useCredits()
  const facts = useModelFacts()
  const videos = describeVideos(facts, credits)
  const isUnknown = status === 'idle' || (status === 'loading' && localUser === null)
  return (
    <dl className="rounded-lg border border-hairline bg-panel p-5">
      <dt className="text-sm text-soft">{status === 'stale' ? 'Your last known balance' : 'Your balance'}</dt>
      {isUnknown ? (
        <dd>
          <Skeleton className="mt-2 h-8 w-36" />
        </dd>
      ) : (
        <>
          <dd key={credits} className="mt-1 text-2xl wide tabular-nums">
            {formatCredits(credits)} credits
          </dd>
          <dd key={`videos for ${credits}`} className="mt-1.5 text-sm text-soft">
            {videos ? `Enough for ${videos}.` : 'Not enough for a video yet.'}
          </dd>
        </>
      )}
    </dl>
  )
}

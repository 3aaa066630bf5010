import { CloudOff } from 'lucide-react'
import { isCutOff, type Stage } from '@/state/jobs/job'
import { MESSAGES } from '@/state/jobs/job-text'
import { useOnline } from '@/state/use-online'

export function ConnectionNote({ stage }: { stage: Stage }) {
  const isOnline = useOnline()
  const text = !isOnline
    ? MESSAGES.offline
    : stage.status === 'generating' && isCutOff(stage.job)
      ? MESSAGES.unreachable
      : null
  return (
    <div role="status" aria-label="Connection" className="sticky top-header z-30">
      {text && (
        <p className="animate-rise border-y border-hairline bg-raise/95 backdrop-blur-sm">
          <span className="frame flex items-start gap-3 py-3 text-[0.9375rem]">
            <CloudOff aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-amber" />
            {text}
          </span>
        </p>
      )}
    </div>
  )
}

import { CloudOff } from 'lucide-react'
import { MESSAGES } from '@/state/jobs/job-text'
import { isPanelCutOff } from '@/state/jobs/panel'
import { useJobs } from '@/state/jobs/use-jobs'
import { useOnline } from '@/state/use-online'

export function ConnectionNote() {
  const isOnline = useOnline()
  const isCutOff = useJobs(isPanelCutOff)
  const text = !isOnline ? MESSAGES.offline : isCutOff ? MESSAGES.unreachable : null
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

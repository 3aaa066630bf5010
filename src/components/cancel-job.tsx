import { isCancelRequested, type Job, mayCancel } from '@/state/jobs/job'
import { describeCancelRefund } from '@/state/jobs/job-text'
import { Button } from './button'

interface CancelJobProps {
  job: Job
  onCancel: () => void
  /** The job's name for screen readers, when several jobs are side by side. */
  of?: string
  className?: string
}

/** The cancel button. It appears only while the provider may still cancel the job. */
export function CancelJob({ job, onCancel, of, className }: CancelJobProps) {
  const isAsking = isCancelRequested(job)
  if (!isAsking && !mayCancel(job)) return null
  return (
    <Button
      variant="quiet"
      size="sm"
      busy={isAsking}
      onClick={onCancel}
      title={describeCancelRefund(job.credits)}
      {...(className ? { className } : {})}
    >
      Cancel
      {of && (
        <>
          {' '}
          <span className="sr-only">{of}</span>
        </>
      )}
    </Button>
  )
}

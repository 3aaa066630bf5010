import { Button } from '@/components/button'
import { backIfStopped } from '@/state/jobs/job-text'
import type { Generating } from './machine'

interface CancelJobProps {
  state: Generating
  onCancel: () => void
}

/** The way out of a job that runs. Before the vendor has the job there is nothing to stop. */
export function CancelJob({ state, onCancel }: CancelJobProps) {
  if (state.phase !== 'polling' || state.canceling === 'too_late' || state.canceling === 'ended') return null
  return (
    <Button
      variant="quiet"
      size="sm"
      className="-mr-[min(0.875rem,4vw)] ml-auto"
      busy={state.canceling === 'asking'}
      onClick={onCancel}
      title={backIfStopped(state.job.credits)}
    >
      Cancel
    </Button>
  )
}

import { isActive, type Job } from '@/state/jobs/job'
import { getFailure, getShownFailure } from '@/state/jobs/panel'
import { useJobActions } from '@/state/jobs/use-jobs'
import type { Form } from '../inputs/form-store'
import { useIsDirectMode } from '../use-is-direct-mode'
import { PanelCanceled } from './panel-canceled'
import { PanelError } from './panel-error'
import { PanelGenerating } from './panel-generating'

interface PanelJobProps {
  job: Job
  form: Form
  onReset: () => void
  onMoveToBackground: () => void
}

/** A single job in the panel, until its video is ready. */
export function PanelJob({ job, form, onReset, onMoveToBackground }: PanelJobProps) {
  const actions = useJobActions()
  const isDirect = useIsDirectMode()
  if (job.status === 'stopped') return <PanelCanceled job={job} onReset={onReset} />
  if (isActive(job)) {
    const onCancel = () => void actions.cancel(job.id)
    return (
      <PanelGenerating
        job={job}
        form={form}
        isDirect={isDirect}
        onCancel={onCancel}
        onMoveToBackground={onMoveToBackground}
      />
    )
  }
  const failure = getFailure(job)
  return failure && <PanelError failure={getShownFailure(failure, isDirect)} onReset={onReset} />
}

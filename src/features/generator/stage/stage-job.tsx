import { isUnderWay, type Job } from '@/state/jobs/job'
import { getFailure, getShownFailure } from '@/state/jobs/panel'
import { useJobActions } from '@/state/jobs/use-jobs'
import type { Form } from '../inputs/form-store'
import { useIsDirect } from '../use-is-direct'
import { StageError } from './stage-error'
import { StageGenerating } from './stage-generating'
import { StageStopped } from './stage-stopped'

interface StageJobProps {
  job: Job
  form: Form
  onReset: () => void
  onSetAside: () => void
}

/** A single job in the panel, until it is a video. */
export function StageJob({ job, form, onReset, onSetAside }: StageJobProps) {
  const actions = useJobActions()
  const isDirect = useIsDirect()
  if (job.status === 'stopped') return <StageStopped job={job} onReset={onReset} />
  if (isUnderWay(job)) {
    const onCancel = () => void actions.cancel(job.id)
    return <StageGenerating job={job} form={form} isDirect={isDirect} onCancel={onCancel} onSetAside={onSetAside} />
  }
  const failure = getFailure(job)
  return failure && <StageError failure={getShownFailure(failure, isDirect)} onReset={onReset} />
}

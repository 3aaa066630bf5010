import type { RefObject } from 'react'
import { Button } from '@/components/button'
import { useCode } from '@/components/hooks/use-code'
import { joinClasses } from '@/components/join-classes'
import { STAGE_ID } from '@/config/paths'
import { isUnderWay } from '@/state/jobs/job'
import { MESSAGES } from '@/state/jobs/job-text'
import {
  getFailure,
  getPanelJob,
  getPanelStage,
  getShownFailure,
  isComparingJobs,
  listComparedJobs,
} from '@/state/jobs/panel'
import { useJobActions, useJobs } from '@/state/jobs/use-jobs'
import { hasSameItems } from '@/state/use-selector'
import type { Form } from '../inputs/form-store'
import { useIsDirect } from '../use-is-direct'
import { StageError } from './stage-error'
import { StageGenerating } from './stage-generating'
import { StageIdle } from './stage-idle'
import { StageNotice } from './stage-notice'
import { StageStopped } from './stage-stopped'

interface StageProps {
  form: Form
  stageRef: RefObject<HTMLElement | null>
  onIdea: (prompt: string) => void
  onReset: () => void
  onSetAside: () => void
}

export function Stage({ stageRef, ...props }: StageProps) {
  const stage = useJobs(getPanelStage)
  const isComparing = useJobs(isComparingJobs)
  return (
    <section
      ref={stageRef}
      id={STAGE_ID}
      tabIndex={-1}
      aria-label="Your video"
      className={joinClasses(
        'overflow-hidden rounded-xl border border-hairline bg-panel outline-none',
        // Beside the form it stays in sight. Videos side by side stand below the form.
        isComparing ? 'scroll-mt-20' : 'max-lg:scroll-mt-20 lg:sticky lg:top-24',
      )}
    >
      {/* The live region must exist before its text, or it is not read out. Failures are alerts of their own. */}
      <p aria-live="polite" className="sr-only">
        {stage === 'success' && MESSAGES.finishedAnnounced}
        {stage === 'stopped' && MESSAGES.stoppedAnnounced}
      </p>
      <StagePanel {...props} />
    </section>
  )
}

const loadVideos = () => import('./stage-videos').then(({ StageVideos }) => StageVideos)

function StagePanel({ form, onIdea, onReset, onSetAside }: Omit<StageProps, 'stageRef'>) {
  const actions = useJobActions()
  const compared = useJobs(listComparedJobs, hasSameItems)
  const job = useJobs(getPanelJob)
  const isDirect = useIsDirect()
  const { code: StageVideos, isMissing, retry } = useCode(loadVideos, job !== undefined)
  const video = job?.status === 'succeeded' && job.videoUrl ? job : null
  if (compared.length > 0 || video) {
    if (StageVideos) return <StageVideos {...{ compared, video, onReset, onSetAside }} />
    return <StageWaiting retry={isMissing ? retry : null} />
  }
  if (!job) return <StageIdle form={form} onIdea={onIdea} />
  if (job.status === 'stopped') return <StageStopped job={job} onReset={onReset} />
  if (isUnderWay(job)) {
    const onCancel = () => void actions.cancel(job.id)
    return <StageGenerating job={job} form={form} isDirect={isDirect} onCancel={onCancel} onSetAside={onSetAside} />
  }
  const failure = getFailure(job)
  return failure && <StageError failure={getShownFailure(failure, isDirect)} onReset={onReset} />
}

/** The panel while its code loads. `retry`: the code did not arrive. */
function StageWaiting({ retry }: { retry: (() => void) | null }) {
  return (
    <StageNotice kind="waiting">
      {retry && (
        <>
          <p role="alert">{MESSAGES.playerMissing}</p>
          <Button onClick={retry}>Try Again</Button>
        </>
      )}
    </StageNotice>
  )
}

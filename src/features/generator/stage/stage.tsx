import type { RefObject } from 'react'
import { Button } from '@/components/button'
import { useCode } from '@/components/hooks/use-code'
import { Dusk } from '@/components/tracks/dusk'
import { stageOf } from '@/state/jobs/job'
import { MESSAGES } from '@/state/jobs/job-text'
import { useJobActions, useJobs } from '@/state/jobs/use-jobs'
import { hasSameItems } from '@/state/use-selector'
import type { Form } from '../form/form-store'
import { comparedJobs, panelJob, panelStatus, shownFailure } from '../panel'
import { useIsDirect } from '../use-is-direct'
import { StageError } from './stage-error'
import { StageGenerating } from './stage-generating'
import { StageIdle } from './stage-idle'
import { StageStopped } from './stage-stopped'

interface StageProps {
  form: Form
  stageRef: RefObject<HTMLElement | null>
  onIdea: (prompt: string) => void
  onReset: () => void
  onSetAside: () => void
}

export const STAGE_ID = 'monitor'

export function Stage({ stageRef, ...props }: StageProps) {
  const status = useJobs(panelStatus)
  return (
    <section
      ref={stageRef}
      id={STAGE_ID}
      tabIndex={-1}
      aria-label="Your video"
      className="overflow-hidden rounded-xl border border-hairline bg-panel outline-none max-lg:scroll-mt-20 lg:sticky lg:top-24"
    >
      {/* The live region must exist before its text, or it is not read out. Failures are alerts of their own. */}
      <p aria-live="polite" className="sr-only">
        {status === 'success' && MESSAGES.finishedAnnounced}
        {status === 'stopped' && MESSAGES.stoppedAnnounced}
      </p>
      <StagePanel {...props} />
    </section>
  )
}

const loadVideos = () => import('./stage-videos').then(({ StageVideos }) => StageVideos)

function StagePanel({ form, onIdea, onReset, onSetAside }: Omit<StageProps, 'stageRef'>) {
  const actions = useJobActions()
  const compared = useJobs(comparedJobs, hasSameItems)
  const stage = stageOf(useJobs(panelJob))
  const isDirect = useIsDirect()
  const { code: StageVideos, isMissing, retry } = useCode(loadVideos, stage.status !== 'idle')
  if (compared.length > 0 || stage.status === 'success') {
    const made = stage.status === 'success' ? stage : null
    if (StageVideos) return <StageVideos {...{ compared, made, onReset, onSetAside }} />
    return <StageWaiting retry={isMissing ? retry : null} />
  }
  switch (stage.status) {
    case 'idle':
      return <StageIdle form={form} onIdea={onIdea} />
    case 'generating': {
      const { job } = stage
      const onCancel = () => void actions.cancel(job.id)
      return <StageGenerating job={job} form={form} isDirect={isDirect} onCancel={onCancel} onSetAside={onSetAside} />
    }
    case 'stopped':
      return <StageStopped job={stage.job} onReset={onReset} />
    case 'error':
      return <StageError failure={shownFailure(stage.failure, isDirect)} onReset={onReset} />
    default:
      return stage satisfies never
  }
}

/** `retry`: the code did not arrive. */
function StageWaiting({ retry }: { retry: (() => void) | null }) {
  return (
    <div className="relative isolate grid min-h-80 grid-cols-1 content-center justify-items-start gap-6 p-[min(1.5rem,6.5vw)] sm:min-h-104 sm:p-10">
      <Dusk className="absolute inset-0 -z-10 size-full opacity-25 saturate-0" />
      {retry && (
        <>
          <p role="alert">{MESSAGES.playerMissing}</p>
          <Button onClick={retry}>Try again</Button>
        </>
      )}
    </div>
  )
}

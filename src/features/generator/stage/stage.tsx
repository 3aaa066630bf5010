import type { RefObject } from 'react'
import { MESSAGES } from '@/state/jobs/job-text'
import type { useGenerator } from '../use-generator'
import { Comparison } from './comparison'
import { StageError } from './stage-error'
import { StageGenerating } from './stage-generating'
import { StageIdle } from './stage-idle'
import { StageStopped } from './stage-stopped'
import { StageSuccess } from './stage-success'

interface StageProps {
  generator: ReturnType<typeof useGenerator>
  stageRef: RefObject<HTMLElement | null>
  onIdea: (prompt: string) => void
  onReset: () => void
  onSetAside: () => void
}

export const STAGE_ID = 'monitor'

export function Stage({ stageRef, ...props }: StageProps) {
  const { status } = props.generator.stage
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

function StagePanel({ generator, onIdea, onReset, onSetAside }: Omit<StageProps, 'stageRef'>) {
  const { stage, compared, form, isDirect, actions } = generator
  if (compared.length > 0) return <Comparison jobs={compared} {...{ actions, onReset, onSetAside }} />
  switch (stage.status) {
    case 'idle':
      return <StageIdle form={form} onIdea={onIdea} />
    case 'generating': {
      const { job } = stage
      const onCancel = () => void actions.cancel(job.id)
      return <StageGenerating job={job} form={form} isDirect={isDirect} onCancel={onCancel} onSetAside={onSetAside} />
    }
    case 'success': {
      const { job, videoUrl } = stage
      const renew = () => actions.renew(job.id).catch(() => null)
      return <StageSuccess key={job.id} {...{ job, videoUrl, isDirect, renew, onReset }} />
    }
    case 'stopped':
      return <StageStopped job={stage.job} onReset={onReset} />
    case 'error':
      return <StageError failure={stage.failure} onReset={onReset} />
    default:
      return stage satisfies never
  }
}

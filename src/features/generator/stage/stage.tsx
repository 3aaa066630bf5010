import type { RefObject } from 'react'
import { MESSAGES } from '@/state/jobs/job-text'
import type { useGenerator } from '../use-generator'
import type { State } from './machine'
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
}

/** Of the monitor in the page. */
export const STAGE_ID = 'monitor'

/** The monitor and what stands under it: one panel for each state of the machine. */
export function Stage({ generator, stageRef, onIdea, onReset }: StageProps) {
  return (
    <section
      ref={stageRef}
      id={STAGE_ID}
      tabIndex={-1}
      aria-label="Your video"
      className="overflow-hidden rounded-xl border border-hairline bg-panel outline-none max-lg:scroll-mt-20 lg:sticky lg:top-24"
    >
      {/* There all the time: what is put into a new place is not read out. What failed is an alert of its own. */}
      <p aria-live="polite" className="sr-only">
        {generator.state.status === 'success' && MESSAGES.finishedAnnounced}
        {generator.state.status === 'stopped' && MESSAGES.stoppedAnnounced}
      </p>
      <StageState state={generator.state} generator={generator} onIdea={onIdea} onReset={onReset} />
    </section>
  )
}

function StageState({ state, generator, onIdea, onReset }: Omit<StageProps, 'stageRef'> & { state: State }) {
  switch (state.status) {
    case 'idle':
      return <StageIdle form={generator.form} onIdea={onIdea} />
    case 'generating':
      return (
        <StageGenerating
          state={state}
          form={generator.form}
          isDirect={generator.isDirect}
          onCancel={generator.cancel}
        />
      )
    case 'success':
      return (
        <StageSuccess
          key={state.runId}
          state={state}
          isDirect={generator.isDirect}
          renew={generator.renew}
          onReset={onReset}
        />
      )
    case 'stopped':
      return <StageStopped credits={state.credits} isElsewhere={state.isElsewhere} onReset={onReset} />
    case 'error':
      return <StageError failure={state.failure} onReset={onReset} />
    default:
      return state satisfies never
  }
}

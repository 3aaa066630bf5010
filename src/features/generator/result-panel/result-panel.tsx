import { type RefObject, useState } from 'react'
import { Button } from '@/components/button'
import { type LateCode, useCode } from '@/components/hooks/use-code'
import { joinClasses } from '@/components/join-classes'
import { useMissingCode } from '@/components/missing-code/missing-code'
import { RESULT_PANEL_ID } from '@/config/paths'
import { isActive } from '@/state/jobs/job'
import { MESSAGES } from '@/state/jobs/job-text'
import { getPanelJob, getPanelState, isComparingJobs, listComparedJobs } from '@/state/jobs/panel'
import { useJobs } from '@/state/jobs/use-jobs'
import { hasSameItems } from '@/state/use-selector'
import type { Form } from '../inputs/form-store'
import { loadPanelJob } from './load-panel-job'
import { PanelIdle } from './panel-idle'
import { PanelNotice } from './panel-notice'

interface ResultPanelProps {
  form: Form
  panelRef: RefObject<HTMLElement | null>
  onIdea: (prompt: string) => void
  onReset: () => void
  onMoveToBackground: () => void
}

export function ResultPanel({ panelRef, ...props }: ResultPanelProps) {
  const stage = useJobs(getPanelState)
  const isComparing = useJobs(isComparingJobs)
  return (
    <section
      ref={panelRef}
      id={RESULT_PANEL_ID}
      tabIndex={-1}
      aria-label="Your video"
      className={joinClasses(
        'overflow-hidden rounded-xl border border-hairline bg-panel outline-none',
        // Next to the form, the panel stays visible, or ends with the form. A comparison is below the form.
        isComparing ? 'scroll-mt-20' : 'max-lg:scroll-mt-20 lg:sticky lg:top-24',
        stage !== 'idle' && 'lg:self-start',
      )}
    >
      {/* The live region must exist before its text, or screen readers ignore the text. Failures are separate alerts. */}
      <p aria-live="polite" className="sr-only">
        {stage === 'success' && MESSAGES.finishedAnnounced}
        {stage === 'stopped' && MESSAGES.stoppedAnnounced}
      </p>
      <PanelContent {...props} />
    </section>
  )
}

const loadVideos = () => import('./panel-videos').then(({ PanelVideos }) => PanelVideos)

function PanelContent({ form, onIdea, onReset, onMoveToBackground }: Omit<ResultPanelProps, 'panelRef'>) {
  const compared = useJobs(listComparedJobs, hasSameItems)
  const job = useJobs(getPanelJob)
  const [startedId, setStartedId] = useState('')
  if (job && isActive(job) && job.id !== startedId) setStartedId(job.id)
  const videos = useCode(loadVideos, job !== undefined)
  const single = useCode(loadPanelJob, job !== undefined)
  if (!job) return <PanelIdle form={form} onIdea={onIdea} />
  const video = job.status === 'succeeded' && job.videoUrl ? job : null
  if (compared.length > 0 || video) {
    if (videos.code)
      return <videos.code {...{ compared, video, onReset, onMoveToBackground }} isNew={job.id === startedId} />
    return <PanelWaiting code={videos} missing={MESSAGES.playerMissing} />
  }
  if (single.code) return <single.code {...{ job, form, onReset, onMoveToBackground }} />
  return <PanelWaiting code={single} missing={MESSAGES.panelMissing} />
}

interface PanelWaitingProps {
  code: LateCode
  /** The message if the code couldn't load. */
  missing: string
}

/** The panel while its code loads. */
function PanelWaiting({ code, missing }: PanelWaitingProps) {
  const { sentence, button } = useMissingCode(code, missing)
  return (
    <PanelNotice kind="waiting">
      {code.isMissing && (
        <>
          <p role="alert">{sentence}</p>
          {button && <Button onClick={code.retry}>{code.isOutdated ? button : 'Try Again'}</Button>}
        </>
      )}
    </PanelNotice>
  )
}

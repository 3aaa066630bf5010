import { describeStop } from '@contract/sentences'
import { CircleStop } from 'lucide-react'
import { Button } from '@/components/button'
import type { CanceledJob } from '@/state/jobs/job'
import { MESSAGES } from '@/state/jobs/job-text'
import { PanelNotice } from './panel-notice'

interface PanelCanceledProps {
  job: CanceledJob
  onReset: () => void
}

export function PanelCanceled({ job: { credits, isStoppedHere }, onReset }: PanelCanceledProps) {
  return (
    <PanelNotice kind="ended">
      <CircleStop aria-hidden="true" className="size-8 text-soft" />
      <div className="grid max-w-xl gap-2">
        <h2 className="text-heading tabular-nums">{describeStop(credits)}</h2>
        {!isStoppedHere && <p className="text-soft">{MESSAGES.stoppedElsewhere}</p>}
        <p className="text-ok">{MESSAGES.notCharged}</p>
      </div>
      <Button onClick={onReset}>Generate New</Button>
    </PanelNotice>
  )
}

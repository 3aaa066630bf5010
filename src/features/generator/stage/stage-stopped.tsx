import { stopped } from '@contract/sentences'
import { CircleStop } from 'lucide-react'
import { Button } from '@/components/button'
import { Dusk } from '@/components/tracks/dusk'
import type { StoppedJob } from '@/state/jobs/job'
import { MESSAGES } from '@/state/jobs/job-text'

interface StageStoppedProps {
  job: StoppedJob
  onReset: () => void
}

export function StageStopped({ job: { credits, isStoppedHere }, onReset }: StageStoppedProps) {
  return (
    <div className="relative isolate grid min-h-80 grid-cols-1 content-center justify-items-start gap-6 p-[min(1.5rem,6.5vw)] sm:min-h-104 sm:p-10">
      <Dusk className="absolute inset-0 -z-10 size-full opacity-25 saturate-0" />
      <CircleStop aria-hidden="true" className="size-8 text-soft" />
      <div className="grid max-w-xl gap-2">
        <h2 className="text-heading tabular-nums">{stopped(credits)}</h2>
        {!isStoppedHere && <p className="text-soft">{MESSAGES.stoppedElsewhere}</p>}
        <p className="text-ok">{MESSAGES.notCharged}</p>
      </div>
      <Button onClick={onReset}>Generate New</Button>
    </div>
  )
}

import { describeStop } from '@contract/sentences'
import { Download, Play } from 'lucide-react'
import { useRef } from 'react'
import { Button } from '@/components/button'
import { CancelJob } from '@/components/cancel-job'
import { useNow } from '@/components/hooks/use-now'
import { BlankFrame } from '@/components/job-picture/blank-frame'
import { JobPicture } from '@/components/job-picture/job-picture'
import { Player } from '@/components/player/player'
import { useDownload } from '@/components/player/use-download'
import { TakeTracks, toSeed } from '@/components/tracks/take-tracks'
import { estimateProgress, estimateText, formatElapsed } from '@/lib/estimate'
import { estimateOf, useCapabilities } from '@/state/capabilities'
import { getAspect, getProgress, isInQueue, isUnderWay, type Job, type UnderWayJob } from '@/state/jobs/job'
import { describeReceipt } from '@/state/jobs/job-text'
import type { Jobs } from '@/state/jobs/jobs'
import { getFailure, getStage } from '@/state/jobs/panel'
import { describePhase } from './progress-note'

interface ComparisonProps {
  /** The compared jobs, in the order in which their models were chosen. */
  jobs: readonly Job[]
  actions: Jobs
  onReset: () => void
  /** Leaves the jobs to their rows in the library. */
  onSetAside: () => void
}

/** One prompt's videos by several models, side by side. */
export function Comparison({ jobs, actions, onReset, onSetAside }: ComparisonProps) {
  const list = useRef<HTMLUListElement>(null)
  const [first] = jobs
  const isOver = !jobs.some(isUnderWay)
  const made = jobs.filter((job) => getStage(job) === 'success').length

  function playAll() {
    for (const video of list.current?.querySelectorAll('video') ?? []) {
      video.currentTime = 0
      video.play().catch(() => undefined)
    }
  }

  return (
    <div className="@container grid grid-cols-1 gap-5 p-[min(1.25rem,5.5vw)] sm:p-6">
      <div>
        <h2 className="text-heading">{isOver ? 'Side by side' : `Generating ${jobs.length} videos...`}</h2>
        {first?.prompt && <p className="mt-1 line-clamp-3 text-[0.9375rem] text-soft">{first.prompt}</p>}
      </div>
      <ul ref={list} className="grid grid-cols-1 gap-x-4 gap-y-8 @lg:grid-flow-col @lg:auto-cols-fr @lg:grid-cols-none">
        {jobs.map((job) => (
          <ComparedJob key={job.id} job={job} actions={actions} />
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        {isOver ? (
          <>
            <Button onClick={onReset}>Generate New</Button>
            {made > 1 && (
              <Button variant="secondary" onClick={playAll}>
                <Play aria-hidden="true" className="size-4" />
                Play all from the start
              </Button>
            )}
          </>
        ) : (
          <Button variant="quiet" size="sm" onClick={onSetAside} className="-ml-[min(0.875rem,4vw)]">
            Start another video
          </Button>
        )}
      </div>
    </div>
  )
}

function ComparedJob({ job, actions }: { job: Job; actions: Jobs }) {
  const { id, modelName, credits } = job
  const renew = () => actions.renew(id).catch(() => null)
  return (
    <li aria-labelledby={`compared-${id}`} className="grid grid-cols-1 content-start gap-3">
      <h3 id={`compared-${id}`} className="flex items-baseline justify-between gap-3 text-base font-semibold">
        {modelName}
        <span className="text-sm font-normal text-amber tabular-nums">{credits} credits</span>
      </h3>
      {job.status === 'succeeded' && job.videoUrl ? (
        // Several soundtracks at once say nothing about any of them.
        <Player
          src={job.videoUrl}
          label={`Video by ${modelName}`}
          hasSound={job.hasSound}
          aspect={getAspect(job)}
          poster={job.imageUrl}
          renew={renew}
          jobId={id}
          isOneOfSeveral
          isInset
          className="rounded-md"
        />
      ) : isUnderWay(job) ? (
        <JobPicture job={job} className="aspect-video rounded-md" />
      ) : (
        <BlankFrame kind={getFailure(job) ? 'failed' : 'ended'} className="aspect-video rounded-md" />
      )}
      {isUnderWay(job) ? (
        <Progress job={job} onCancel={() => void actions.cancel(id)} />
      ) : (
        <Outcome job={job} renew={renew} />
      )}
    </li>
  )
}

function Progress({ job, onCancel }: { job: UnderWayJob; onCancel: () => void }) {
  const elapsedMs = useNow(1000) - job.startedAt
  const estimate = estimateOf(useCapabilities(), job)
  return (
    <>
      <TakeTracks
        progress={getProgress(job) ?? estimateProgress(elapsedMs, estimate)}
        isWaiting={isInQueue(job)}
        isSilent={!job.hasSound}
        seed={toSeed(job.id)}
        label={`${job.modelName}: estimated progress`}
        image={job.imageUrl}
      />
      <p className="flex flex-wrap gap-x-3 text-sm text-soft tabular-nums">
        <span role="timer" className="text-text">
          {formatElapsed(elapsedMs)}
        </span>
        <span>Estimated time: {estimateText(estimate)}</span>
      </p>
      <p role="status" className="min-h-[1.55em] text-sm text-soft">
        {describePhase(job, elapsedMs, estimate)}
      </p>
      <CancelJob
        job={job}
        onCancel={onCancel}
        of={job.modelName}
        className="-ml-[min(0.875rem,4vw)] justify-self-start"
      />
    </>
  )
}

interface OutcomeProps {
  job: Job
  renew: () => Promise<{ videoUrl: string | null; downloadUrl: string | null } | null>
}

function Outcome({ job, renew }: OutcomeProps) {
  const { isDownloading, download } = useDownload(renew)
  const { settlement } = job
  const failure = getFailure(job)
  if (failure) {
    return (
      <div role="alert" className="grid gap-1 text-sm wrap-anywhere">
        <p className="font-semibold">{failure.message}</p>
        {failure.detail && <p className="text-soft">{failure.detail}</p>}
        {failure.charge && <p className="text-ok">{failure.charge}</p>}
      </div>
    )
  }
  if (job.status !== 'succeeded') return <p className="text-sm text-soft">{describeStop(job.credits)}</p>
  return (
    <>
      <p className="text-sm text-soft tabular-nums">
        Generated in {formatElapsed(job.elapsedSeconds * 1000)}
        {!job.hasSound && ', no sound'}
        {settlement !== 'pending' && ` · ${describeReceipt({ ...job, settlement })}`}
      </p>
      <Button
        variant="secondary"
        size="sm"
        busy={isDownloading}
        onClick={() => download(job)}
        className="justify-self-start"
      >
        {!isDownloading && <Download aria-hidden="true" className="size-4" />}
        Download <span className="sr-only">the video by {job.modelName}</span>
      </Button>
    </>
  )
}

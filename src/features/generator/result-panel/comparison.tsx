import { describeStop } from '@contract/sentences'
import { Download, Play } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Button } from '@/components/button'
import { CancelJob } from '@/components/cancel-job'
import { useMediaQuery } from '@/components/hooks/use-media-query'
import { useNow } from '@/components/hooks/use-now'
import { BlankFrame } from '@/components/job-picture/blank-frame'
import { JobPicture } from '@/components/job-picture/job-picture'
import { JobPlayer } from '@/components/player/job-player'
import { useDownload } from '@/components/player/use-download'
import { TakeTracks, toSeed } from '@/components/tracks/take-tracks'
import { describeEstimate, estimateProgress, formatElapsed } from '@/lib/estimate'
import { estimateOf, useCapabilities } from '@/state/capabilities'
import {
  type ActiveJob,
  getEstimateStart,
  getInputImage,
  getProgress,
  isActive,
  isInQueue,
  isQueuedAtProvider,
  type Job,
} from '@/state/jobs/job'
import { describeMark, describeReceipt } from '@/state/jobs/job-text'
import type { Jobs } from '@/state/jobs/jobs'
import { getFailure, getPanelStateOf } from '@/state/jobs/panel'
import { areMutedAndPlaying, playTogether } from './play-together'
import { describePhase } from './progress-note'
import { StarTakeButton } from './star-take-button'
import { useStarredTake } from './use-starred-take'

interface ComparisonProps {
  /** The compared jobs, in the order in which their models were chosen. */
  jobs: readonly Job[]
  actions: Jobs
  onReset: () => void
  /** Moves the jobs to the background. Their rows in the library remain. */
  onMoveToBackground: () => void
}

/** The columns by number of jobs. The first breakpoint is a phone in landscape. */
const COLUMNS: Record<number, string> = {
  2: '@lg:grid-cols-2',
  3: '@lg:grid-cols-2 @3xl:grid-cols-3',
  4: '@lg:grid-cols-2',
}
const MANY_COLUMNS = '@lg:grid-cols-2 @3xl:grid-cols-3'

/** Compares the videos of one prompt: takes, videos by several models, or both. */
export function Comparison({ jobs, actions, onReset, onMoveToBackground }: ComparisonProps) {
  const list = useRef<HTMLUListElement>(null)
  const playing = useRef(new AbortController())
  const isStill = useMediaQuery('(prefers-reduced-motion: reduce)')
  const { models } = useCapabilities()
  const [first] = jobs
  const isOver = !jobs.some(isActive)
  const made = jobs.filter((job) => getPanelStateOf(job) === 'success').length
  const names = nameJobs(jobs)
  const { starredIds, toggleStar } = useStarredTake(jobs, actions)

  function playAll() {
    playing.current.abort()
    playing.current = new AbortController()
    void playTogether([...(list.current?.querySelectorAll('video') ?? [])], playing.current.signal)
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the last one is there
  useEffect(() => {
    if (isOver && !isStill && areMutedAndPlaying([...(list.current?.querySelectorAll('video') ?? [])])) playAll()
    return () => playing.current.abort()
  }, [isOver])

  return (
    <div className="@container grid grid-cols-1 gap-5 p-[min(1.25rem,5.5vw)] sm:p-6">
      <div>
        <div className="flex min-h-9 flex-wrap items-center gap-x-6 gap-y-2">
          <h2 className="mr-auto text-heading">{isOver ? 'Side by side' : `Generating ${jobs.length} videos...`}</h2>
          <p role="status" className="text-[0.9375rem] text-soft tabular-nums">
            {made} of {jobs.length} ready
          </p>
          {made > 1 && (
            <Button variant="secondary" size="sm" onClick={playAll}>
              <Play aria-hidden="true" className="size-4" />
              Play all from the start
            </Button>
          )}
        </div>
        {first && isOneModel(jobs) && (
          <p className="mt-1 text-sm text-soft tabular-nums">
            {first.modelName} · {first.length} seconds
          </p>
        )}
        {first?.prompt && <p className="mt-1 line-clamp-3 text-[0.9375rem] text-soft">{first.prompt}</p>}
      </div>
      <ul ref={list} className={`grid grid-cols-1 gap-x-4 gap-y-8 ${COLUMNS[jobs.length] ?? MANY_COLUMNS}`}>
        {jobs.map((job, place) => (
          <ComparedJob
            key={job.id}
            job={job}
            isStarred={starredIds.includes(job.id)}
            onKeep={() => toggleStar(job.id)}
            name={names[place] ?? job.modelName}
            hasSeed={models.find(({ id }) => id === job.model)?.takesSeed ?? true}
            actions={actions}
          />
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        {isOver ? (
          <Button onClick={onReset}>Generate New</Button>
        ) : (
          <Button variant="quiet" size="sm" onClick={onMoveToBackground} className="-ml-[min(0.875rem,4vw)]">
            Start another video
          </Button>
        )}
      </div>
    </div>
  )
}

function isOneModel(jobs: readonly Job[]): boolean {
  return jobs.every(({ model }) => model === jobs[0]?.model)
}

/** Names each job by its model, its take, or both, whichever differs among the jobs. */
function nameJobs(jobs: readonly Job[]): string[] {
  return jobs.map((job) => {
    const takes = jobs.filter(({ model }) => model === job.model)
    const take = takes.indexOf(job) + 1
    if (isOneModel(jobs)) return `Take ${take}`
    return takes.length > 1 ? `${job.modelName}, take ${take}` : job.modelName
  })
}

interface ComparedJobProps {
  job: Job
  isStarred: boolean
  onKeep: () => void
  name: string
  /** Whether the model supports seeds. */
  hasSeed: boolean
  actions: Jobs
}

function ComparedJob({ job, isStarred, onKeep, name, hasSeed, actions }: ComparedJobProps) {
  const { id, modelName, credits } = job
  const renew = () => actions.renew(id).catch(() => null)
  return (
    <li aria-labelledby={`compared-${id}`} className="grid grid-cols-1 content-start gap-3">
      <h3 id={`compared-${id}`} className="flex items-baseline justify-between gap-3 text-base font-semibold">
        <span>
          {name} {hasSeed && <span className="ml-2 text-sm font-normal text-soft tabular-nums">Seed {job.seed}</span>}
        </span>{' '}
        <span className="shrink-0 text-sm font-normal text-amber tabular-nums">{credits} credits</span>
      </h3>
      {job.status === 'succeeded' && job.videoUrl ? (
        // Several soundtracks at once say nothing about any of them.
        <JobPlayer
          job={job}
          label={name.startsWith(modelName) ? `Video by ${name}` : `${name}: video by ${modelName}`}
          isOneOfSeveral
          isInset
          className="rounded-md"
        />
      ) : isActive(job) ? (
        <JobPicture job={job} className="aspect-video rounded-md" />
      ) : (
        <BlankFrame kind={getFailure(job) ? 'failed' : 'ended'} className="aspect-video rounded-md" />
      )}
      {isActive(job) ? (
        <Progress job={job} name={name} onCancel={() => void actions.cancel(id)} />
      ) : (
        <Outcome {...{ job, isStarred, onKeep, name, renew }} />
      )}
    </li>
  )
}

function Progress({ job, name, onCancel }: { job: ActiveJob; name: string; onCancel: () => void }) {
  const now = useNow(1000)
  const elapsedMs = now - getEstimateStart(job)
  const isQueued = isQueuedAtProvider(job)
  const estimate = estimateOf(useCapabilities(), job)
  return (
    <>
      <TakeTracks
        progress={getProgress(job) ?? (isQueued ? 0 : estimateProgress(elapsedMs, estimate))}
        isWaiting={isInQueue(job)}
        isSilent={!job.hasSound}
        seed={toSeed(job.id)}
        label={`${name}: estimated progress`}
        image={getInputImage(job)}
      />
      <p className="flex flex-wrap gap-x-3 text-sm text-soft tabular-nums">
        <span role="timer" className="text-text">
          {formatElapsed(now - job.startedAt)}
        </span>
        <span>{describeEstimate('Estimated time:', estimate, { elapsedMs, isQueued })}</span>
      </p>
      <p role="status" className="min-h-[1.55em] text-sm text-soft">
        {describePhase(job, elapsedMs, estimate)}
      </p>
      <CancelJob job={job} onCancel={onCancel} of={name} className="-ml-[min(0.875rem,4vw)] justify-self-start" />
    </>
  )
}

interface OutcomeProps {
  job: Job
  isStarred: boolean
  onKeep: () => void
  name: string
  renew: () => Promise<{ videoUrl: string | null; downloadUrl: string | null } | null>
}

function Outcome({ job, isStarred, onKeep, name, renew }: OutcomeProps) {
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
        {settlement !== 'pending' && ` · ${describeReceipt({ ...job, settlement })}`} · {describeMark(job)}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button variant="secondary" size="sm" busy={isDownloading} onClick={() => download(job)}>
          {!isDownloading && <Download aria-hidden="true" className="size-4" />}
          Download <span className="sr-only">{name}</span>
        </Button>
        {job.isListed && <StarTakeButton {...{ name, isStarred }} onToggle={onKeep} />}
      </div>
    </>
  )
}

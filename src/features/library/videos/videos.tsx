import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { Button } from '@/components/button'
import { useCode } from '@/components/hooks/use-code'
import { useInView } from '@/components/hooks/use-in-view'
import { Pill } from '@/components/pill'
import { useToast } from '@/components/toast/use-toast'
import { MODELS } from '@/config/models'
import { forgetPeaks } from '@/lib/video/kept-peaks'
import type { Job } from '@/state/jobs/job'
import { listedJobs, missedCount } from '@/state/jobs/job-list'
import { shotsOf } from '@/state/jobs/shots'
import { useJobs } from '@/state/jobs/use-jobs'
import { DeleteVideo } from '../delete-video'
import { FilterBar } from '../filter/filter-bar'
import { FoundLine } from '../filter/found-line'
import { useFilter } from '../filter/use-filter'
import { LibraryNotice } from '../library-notice'
import { LIBRARY_TEXT } from '../library-text'
import { PlayerDialog } from '../player-dialog'
import { forgetPoster } from '../posters'
import { SelectionBar } from '../selection/selection-bar'
import { useSelection } from '../selection/use-selection'
import { VIDEO_TEXT } from '../video-text'
import { linesOf } from './lines'
import { type LibraryProps, useHandlers } from './use-handlers'
import { useRowFocus } from './use-row-focus'
import { useView } from './use-view'
import { VideoLines } from './video-lines'
import { VideoRow } from './video-row'

const loadJoinDialog = () => import('../join/join-dialog').then(({ JoinDialog }) => JoinDialog)

interface VideosProps extends LibraryProps {
  focusTitle: () => void
  /** A job that is to be shown, wherever it stands. */
  goal: string | null
  onGoal: () => void
}

/** The videos of who is signed in, and what can be done with them. */
export function Videos({ onReuse, onContinue, focusTitle, goal, onGoal }: VideosProps) {
  const { jobs: known, found, oldest, nextCursor, more, actions } = useJobs()
  const { show } = useToast()
  const [playing, setPlaying] = useState<Job | null>(null)
  const [deleting, setDeleting] = useState<readonly Job[]>([])
  const [joining, setJoining] = useState<readonly Job[]>([])
  const jobs = useMemo(() => listedJobs({ jobs: known, found, oldest }), [known, found, oldest])
  const { view, columns, choose } = useView()
  const lines = useMemo(() => linesOf(jobs, columns), [jobs, columns])
  const rows = useRowFocus(jobs, focusTitle, deleting.length > 0)
  const selection = useSelection(known)
  const { filter, change, clear } = useFilter(found, actions.find)
  const { code: JoinDialog, isMissing } = useCode(loadJoinDialog, selection.isOn || joining.length > 1)
  const shots = useMemo(() => shotsOf(known), [known])
  const handlers = useHandlers({ onReuse, onContinue, onPlay: setPlaying, onDelete: setDeleting, onJoin: setJoining })
  const hasMore = (found ? found.nextCursor : nextCursor) !== null
  const end = useRef<HTMLDivElement>(null)
  // Not when the statement below was gone to.
  const isEndNear = useInView(end, { rootMargin: '-20% 0px 1200px 0px' })

  useEffect(() => {
    if (isEndNear && hasMore && more === 'idle') void actions.more()
  }, [isEndNear, hasMore, more, actions])

  const { focus } = rows
  // biome-ignore lint/correctness/useExhaustiveDependencies: gone to once
  useEffect(() => {
    if (goal === null) return
    onGoal()
    if (jobs.some(({ id }) => id === goal)) return focus(goal)
    actions.findOne(goal).then(
      () => focus(goal),
      () => show({ tone: 'bad', text: VIDEO_TEXT.notFound }),
    )
  }, [goal])

  async function remove(jobId: string) {
    await actions.remove(jobId)
    forgetPoster(jobId)
    void forgetPeaks(jobId)
    rows.awaitGone(jobId)
  }

  const models = useMemo(() => modelsOf(known), [known])
  const renewNow = useCallback((jobId: string) => actions.renew(jobId), [actions])
  return (
    <>
      {(known.filter(({ isListed }) => isListed).length > 1 || found) && (
        <FilterBar filter={filter} models={models} onChange={change} view={view} onView={choose}>
          <Pill pressed={selection.isOn} onClick={selection.isOn ? selection.end : selection.begin}>
            Select
          </Pill>
        </FilterBar>
      )}
      <FoundLine found={found} count={jobs.length} missed={missedCount({ jobs: known, found })} onClear={clear} />
      {found?.status === 'failed' && (
        <LibraryNotice title={VIDEO_TEXT.searchFailed} hint={LIBRARY_TEXT.failedHint} isAlert>
          <Button variant="secondary" onClick={() => actions.find(found.filter)}>
            Try again
          </Button>
        </LibraryNotice>
      )}
      {found?.status === 'ready' && jobs.length === 0 && (
        <LibraryNotice title={VIDEO_TEXT.nothingFound} hint={VIDEO_TEXT.nothingFoundHint}>
          <Button variant="secondary" onClick={clear}>
            Clear filters
          </Button>
        </LibraryNotice>
      )}
      {/* The bar of the selection stays within it. */}
      <div>
        {lines.length > 0 && (
          <VideoLines
            key={`${view} ${columns}`}
            lines={lines}
            columns={columns}
            total={hasMore ? null : jobs.length}
            wanted={rows.wanted}
            onFocused={() => focus(null)}
            isBusy={found?.status === 'loading'}
          >
            {(job) => (
              <VideoRow
                {...{ job, view, actions, handlers }}
                shots={shots.get(job.id)}
                place={selection.placeOf(job)}
                onSelect={selection.toggle}
              />
            )}
          </VideoLines>
        )}
        <div ref={end}>
          {hasMore && (
            <div className="grid justify-items-center gap-3 border-t border-hairline pt-8">
              {more === 'failed' && <p className="text-bad">{VIDEO_TEXT.moreFailed}</p>}
              <Button
                variant="secondary"
                busy={more === 'loading'}
                onClick={() => {
                  rows.awaitMore()
                  void actions.more()
                }}
              >
                More videos
              </Button>
            </div>
          )}
        </div>
        {selection.isOn && (
          <SelectionBar
            chosen={selection.chosen}
            renew={renewNow}
            onJoin={() => setJoining(selection.chosen)}
            onDelete={() => setDeleting(selection.chosen)}
            onEnd={selection.end}
          />
        )}
      </div>
      <DeleteVideo jobs={deleting} remove={remove} onClose={() => setDeleting([])} />
      {joining.length > 1 && JoinDialog && (
        <JoinDialog shots={joining} renew={actions.renew} onClose={() => setJoining([])} />
      )}
      {joining.length > 1 && isMissing && (
        <p role="alert" className="mt-4 text-bad">
          {VIDEO_TEXT.joinMissing}
        </p>
      )}
      {playing && known.some(({ id }) => id === playing.id) && (
        <PlayerDialog
          key={playing.id}
          job={playing}
          renew={() => actions.renew(playing.id).catch(() => null)}
          onClose={() => setPlaying(null)}
        />
      )}
    </>
  )
}

/** Those of the catalogue, and others that the user's jobs were made with. */
function modelsOf(jobs: readonly Job[]): { id: string; name: string }[] {
  const own = jobs.map(({ model, modelName }) => [model, modelName] as const)
  const names = new Map([...own, ...MODELS.map(({ id, name }) => [id, name] as const)])
  return [...names].map(([id, name]) => ({ id, name })).sort((a, b) => a.name.localeCompare(b.name))
}

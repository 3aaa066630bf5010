import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { Button } from '@/components/button'
import { useCode } from '@/components/hooks/use-code'
import { useInView } from '@/components/hooks/use-in-view'
import { Pill } from '@/components/pill'
import { STAGE_ID } from '@/config/paths'
import { forgetPeaks } from '@/lib/video/kept-peaks'
import { forgetPoster } from '@/lib/video/posters'
import { hasSucceeded, type Job, type SucceededJob } from '@/state/jobs/job'
import { countMissed } from '@/state/jobs/job-list'
import { findShots } from '@/state/jobs/shots'
import { useJobActions, useJobs } from '@/state/jobs/use-jobs'
import { hasSameItems } from '@/state/use-selector'
import { DeleteVideo } from '../delete-video'
import { countShownAbove, listEntries, listFinishedJobs, listModels } from '../entries'
import { FilterBar } from '../filter/filter-bar'
import { FoundLine } from '../filter/found-line'
import { useFilter } from '../filter/use-filter'
import { LibraryNotice } from '../library-notice'
import { LIBRARY_TEXT } from '../library-text'
import { PlayerDialog } from '../player-dialog'
import { SelectionBar } from '../selection/selection-bar'
import { useSelection } from '../selection/use-selection'
import { createTitleDrafts, TitleDraftsContext } from '../title-drafts'
import { useView } from '../use-view'
import { describeShownAbove, VIDEO_TEXT } from '../video-text'
import { FailedFold } from './failed-fold'
import { countItems, layOutLines } from './lines'
import { type LibraryProps, useHandlers } from './use-handlers'
import { useFocusBeside } from './use-row-focus'
import { VideoLines } from './video-lines'
import { VideoRow } from './video-row'

const loadShareDialog = () => import('../share/share-dialog').then(({ ShareDialog }) => ShareDialog)
const loadJoinDialog = () => import('../join/join-dialog').then(({ JoinDialog }) => JoinDialog)

interface VideosProps extends LibraryProps {
  focusTitle: () => void
  /** The job whose row gets the focus, wherever it is in the list. */
  wanted: string | null
  onWanted: (jobId: string | null) => void
}

/** The signed-in user's videos and their actions. */
export function Videos({ focusTitle, wanted, onWanted, ...props }: VideosProps) {
  const actions = useJobActions()
  const entries = useJobs(listEntries, hasSameItems)
  const finished = useJobs(listFinishedJobs, hasSameItems)
  const models = useJobs(listModels, hasSameItems)
  const hasSeveral = useJobs(({ jobs }) => jobs.filter(({ isListed }) => isListed).length > 1)
  const missed = useJobs(countMissed)
  const shownAbove = useJobs(countShownAbove)
  const found = useJobs((state) => state.found)
  const more = useJobs((state) => state.more)
  const hasMore = useJobs((state) => (state.found ?? state).nextCursor !== null)
  const [drafts] = useState(createTitleDrafts)
  const [playing, setPlaying] = useState<SucceededJob | null>(null)
  const [deleting, setDeleting] = useState<readonly Job[]>([])
  const [joining, setJoining] = useState<readonly SucceededJob[]>([])
  const [sharing, setSharing] = useState<SucceededJob | null>(null)
  const share = useCode(loadShareDialog, sharing !== null)
  const { view, columns, choose } = useView()
  const [isUnfolded, setIsUnfolded] = useState(false)
  // A folded job may be gone to.
  if (!isUnfolded && entries.some(({ id, kind }) => id === wanted && kind === 'failed')) setIsUnfolded(true)
  const lines = useMemo(() => layOutLines(entries, { columns, isUnfolded }), [entries, columns, isUnfolded])
  const rows = useMemo(() => lines.flatMap((line) => (line.kind === 'folded' ? [] : line.entries)), [lines])
  const focusBeside = useFocusBeside(rows, onWanted, focusTitle, deleting.length > 0)
  const selection = useSelection()
  const isPlayable = useJobs(({ jobs }) => jobs.some(({ id }) => id === playing?.id))
  const { filter, change, clear } = useFilter(found, actions.find)
  const { code: JoinDialog, isMissing } = useCode(loadJoinDialog, selection.isOn || joining.length > 1)
  const shots = useMemo(() => findShots(finished), [finished])
  const handlers = useHandlers({
    ...props,
    onPlay: setPlaying,
    onDelete: setDeleting,
    onJoin: setJoining,
    onShare: setSharing,
    onStarted: onWanted,
  })
  const end = useRef<HTMLDivElement>(null)
  // Not when the statement below was gone to.
  const isEndNear = useInView(end, { rootMargin: '-20% 0px 1200px 0px' })

  useEffect(() => {
    if (isEndNear && hasMore && more === 'idle') void actions.more()
  }, [isEndNear, hasMore, more, actions])

  /** Loads more videos. The first new row gets the focus. */
  async function loadMore() {
    await actions.more()
    const fresh = listEntries(actions.get()).slice(entries.length)
    const first = fresh.find(({ kind }) => kind !== 'failed') ?? fresh[0]
    if (first) onWanted(first.id)
  }

  async function remove(jobId: string) {
    await actions.remove(jobId)
    forgetPoster(jobId)
    void forgetPeaks(jobId)
    focusBeside(jobId)
  }

  const renewNow = useCallback((jobId: string) => actions.renew(jobId), [actions])
  return (
    <TitleDraftsContext value={drafts}>
      {(hasSeveral || found) && (
        <FilterBar filter={filter} models={models} onChange={change} view={view} onView={choose}>
          <Pill pressed={selection.isOn} onClick={selection.isOn ? selection.end : selection.begin}>
            Select
          </Pill>
        </FilterBar>
      )}
      {shownAbove > 0 && (
        <p className="mb-3 text-sm text-soft">
          <a href={`#${STAGE_ID}`} className="underline underline-offset-4 hover:text-amber">
            {describeShownAbove(shownAbove)}
          </a>
        </p>
      )}
      <FoundLine found={found} count={entries.length} missed={missed} onClear={clear} />
      {found?.status === 'failed' && (
        <LibraryNotice title={VIDEO_TEXT.searchFailed} hint={LIBRARY_TEXT.failedHint} isAlert>
          <Button variant="secondary" onClick={() => actions.find(found.filter)}>
            Try again
          </Button>
        </LibraryNotice>
      )}
      {found?.status === 'ready' && entries.length === 0 && (
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
            total={hasMore ? null : countItems(lines)}
            wanted={wanted}
            onFocused={() => onWanted(null)}
            isBusy={found?.status === 'loading'}
            fold={(failed) => (
              <FailedFold
                entries={failed}
                isUnfolded={isUnfolded}
                onToggle={() => setIsUnfolded(!isUnfolded)}
                onDelete={setDeleting}
              />
            )}
          >
            {(entry) => (
              <VideoRow
                jobId={entry.id}
                {...{ view, handlers }}
                shots={shots.get(entry.id)}
                place={selection.placeOf(entry)}
                onSelect={selection.toggle}
              />
            )}
          </VideoLines>
        )}
        <div ref={end}>
          {hasMore && (
            <div className="grid justify-items-center gap-3 border-t border-hairline pt-8">
              {more === 'failed' && <p className="text-bad">{VIDEO_TEXT.moreFailed}</p>}
              <Button variant="secondary" busy={more === 'loading'} onClick={loadMore}>
                More videos
              </Button>
            </div>
          )}
        </div>
        {selection.isOn && (
          <SelectionBar
            chosen={selection.chosen}
            renew={renewNow}
            onJoin={() => setJoining(selection.chosen.filter(hasSucceeded))}
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
      {sharing && share.code && (
        <share.code
          key={sharing.id}
          job={sharing}
          renew={() => actions.renew(sharing.id)}
          onClose={() => setSharing(null)}
        />
      )}
      {sharing && share.isMissing && (
        <p role="alert" className="mt-4 text-bad">
          {VIDEO_TEXT.shareMissing}
        </p>
      )}
      {playing && isPlayable && (
        <PlayerDialog
          key={playing.id}
          job={playing}
          renew={() => actions.renew(playing.id).catch(() => null)}
          onClose={() => setPlaying(null)}
        />
      )}
    </TitleDraftsContext>
  )
}

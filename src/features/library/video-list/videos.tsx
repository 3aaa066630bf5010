import { useCallback, useEffect, useRef } from 'react'
import { Button } from '@/components/button'
import { useInView } from '@/components/hooks/use-in-view'
import { Pill } from '@/components/pill'
import { Notice } from '@/components/tracks/notice'
import type { JobFilter } from '@/lib/jobs-api'
import { hasSucceeded } from '@/state/jobs/job'
import { countUnlistedJobs } from '@/state/jobs/job-list'
import { useJobActions, useJobs } from '@/state/jobs/use-jobs'
import { hasSameItems } from '@/state/use-selector'
import { listEntries, listModels } from '../entries'
import { FilterBar } from '../filter/filter-bar'
import { FoundLine } from '../filter/found-line'
import { useFilter } from '../filter/use-filter'
import { leavesVideosOut, type View, writeFilterUrl } from '../filter-url/filter-url'
import { useFilterUrl } from '../filter-url/use-filter-url'
import { SelectionBar } from '../selection/selection-bar'
import { useSelection } from '../selection/use-selection'
import { LIBRARY_TEXT } from '../signed-out/library-text'
import { useView } from '../use-view'
import { VIDEO_TEXT } from '../video-text'
import type { ListProps } from './newest-videos'
import { useDialogs } from './use-dialogs'
import { useLines } from './use-lines'
import { useFocusAdjacent } from './use-row-focus'
import { VideoList } from './video-list'

/** The list of all the user's videos, with the search, the selection, and the view from the URL. */
export function Videos({ focusTitle, wanted, onWanted, ...props }: ListProps) {
  const actions = useJobActions()
  const { address, change: changeAddress } = useFilterUrl()
  const entries = useJobs(listEntries, hasSameItems)
  const models = useJobs(listModels, hasSameItems)
  const hasSeveral = useJobs(({ jobs }) => jobs.filter(({ isListed }) => isListed).length > 1)
  const missed = useJobs(countUnlistedJobs)
  const found = useJobs((state) => state.found)
  const more = useJobs((state) => state.more)
  const hasMore = useJobs((state) => (state.found ?? state).nextCursor !== null)
  const { view, keep } = useView(address.view)
  const layout = useLines(entries, view, wanted, address.filter.isFailed)
  const select = useCallback(
    (update: (before: readonly string[] | null) => readonly string[] | null) =>
      changeAddress(({ selection }) => ({ selection: update(selection) }), { replace: true }),
    [changeAddress],
  )
  const selection = useSelection(address.selection, select)
  const uses = useDialogs({
    ...props,
    onStarted: onWanted,
    onRemoved: (jobId) => focusAdjacent(jobId),
    isJoinNear: selection.isOn,
  })
  const focusAdjacent = useFocusAdjacent({
    entries: layout.rows,
    focusRow: onWanted,
    focusTitle,
    isAsking: uses.isDeleting,
  })
  const onAsk = (filter: JobFilter, isTyped: boolean) => changeAddress(() => ({ filter }), { replace: isTyped })
  const { filter, change, clear } = useFilter({ asked: address.filter, onAsk, found, find: actions.find })
  const search = writeFilterUrl({ filter: address.filter, view: null, selection: null })
  const end = useRef<HTMLDivElement>(null)
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

  function choose(next: View) {
    keep(next)
    changeAddress(() => ({ view: next }))
  }

  const renewNow = useCallback((jobId: string) => actions.renew(jobId), [actions])
  const isAll = !leavesVideosOut(address.filter)
  return (
    <>
      {(hasSeveral || found) && (
        <FilterBar filter={filter} models={models} onChange={change} view={view} onView={choose}>
          <Pill pressed={selection.isOn} onClick={selection.isOn ? selection.end : selection.begin}>
            Select
          </Pill>
        </FilterBar>
      )}
      <FoundLine found={found} isAll={isAll} count={entries.length} missed={missed} onClear={clear} />
      {found?.status === 'failed' && (
        <Notice level="h2" title={VIDEO_TEXT.searchFailed} hint={LIBRARY_TEXT.failedHint} isAlert>
          <Button variant="secondary" onClick={() => actions.find(found.filter)}>
            Try again
          </Button>
        </Notice>
      )}
      {found?.status === 'ready' && entries.length === 0 && (
        <Notice level="h2" title={VIDEO_TEXT.nothingFound} hint={VIDEO_TEXT.nothingFoundHint}>
          <Button variant="secondary" onClick={clear}>
            Clear filters
          </Button>
        </Notice>
      )}
      {/* Limits the sticky selection bar to the list. */}
      <div>
        <VideoList
          {...{ layout, view, uses, hasMore, wanted, onWanted, search, selection }}
          isBusy={found?.status === 'loading'}
          hasNextSteps={!found && !selection.isOn}
        />
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
            onJoin={() => uses.openJoin(selection.chosen.filter(hasSucceeded))}
            onDelete={() => uses.askToDelete(selection.chosen)}
            onEnd={selection.end}
          />
        )}
      </div>
      {uses.dialogs}
    </>
  )
}

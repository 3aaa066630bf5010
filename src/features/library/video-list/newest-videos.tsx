import { RESULT_PANEL_ID } from '@/config/paths'
import { useJobs } from '@/state/jobs/use-jobs'
import { hasSameItems } from '@/state/use-selector'
import { countShownAbove, listNewest } from '../entries'
import { describeShownAbove } from '../video-text'
import { useDialogs } from './use-dialogs'
import type { LibraryProps } from './use-handlers'
import { useLines } from './use-lines'
import { useFocusAdjacent } from './use-row-focus'
import { VideoList } from './video-list'

export interface ListProps extends LibraryProps {
  focusTitle: () => void
  wanted: string | null
  onWanted: (jobId: string | null) => void
}

/** The newest videos, below the generator. */
export function NewestVideos({ focusTitle, wanted, onWanted, ...props }: ListProps) {
  const entries = useJobs(listNewest, hasSameItems)
  const shownAbove = useJobs(countShownAbove)
  const layout = useLines(entries, 'grid', wanted)
  const uses = useDialogs({ ...props, onStarted: onWanted, onRemoved: (jobId) => focusAdjacent(jobId) })
  const focusAdjacent = useFocusAdjacent({
    entries: layout.rows,
    focusRow: onWanted,
    focusTitle,
    isAsking: uses.isDeleting,
  })
  return (
    <>
      {shownAbove > 0 && (
        <p className="mb-3 text-sm text-soft">
          <a href={`#${RESULT_PANEL_ID}`} className="underline underline-offset-4 hover:text-amber">
            {describeShownAbove(shownAbove)}
          </a>
        </p>
      )}
      <VideoList view="grid" {...{ layout, uses, wanted, onWanted }} />
      {uses.dialogs}
    </>
  )
}

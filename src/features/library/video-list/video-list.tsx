import { useState } from 'react'
import type { Entry } from '../entries'
import type { View } from '../filter-url/filter-url'
import { createTitleDrafts, TitleDraftsContext } from '../title-drafts'
import { FailedFold } from './failed-fold'
import { countItems } from './lines'
import type { useDialogs } from './use-dialogs'
import type { useLines } from './use-lines'
import { VideoLines } from './video-lines'
import { VideoRow } from './video-row'

interface VideoListProps {
  layout: ReturnType<typeof useLines>
  view: View
  uses: Pick<ReturnType<typeof useDialogs>, 'handlers' | 'shots' | 'askToDelete'>
  /** Whether there are more jobs to load. */
  hasMore?: boolean
  isBusy?: boolean
  wanted: string | null
  onWanted: (jobId: string | null) => void
  /** The query string that the pages of the videos keep. */
  search?: string
  /** The selection. Missing if videos can't be selected. */
  selection?: { placeOf: (entry: Entry) => number | undefined; toggle: (jobId: string) => void }
}

export function VideoList({ layout, view, uses, hasMore = false, isBusy = false, ...props }: VideoListProps) {
  const { wanted, onWanted, search = '', selection } = props
  const { lines, columns, isUnfolded, toggleFold } = layout
  const [drafts] = useState(createTitleDrafts)
  if (lines.length === 0) return null
  return (
    <TitleDraftsContext value={drafts}>
      <VideoLines
        key={`${view} ${columns}`}
        lines={lines}
        columns={columns}
        total={hasMore ? null : countItems(lines)}
        wanted={wanted}
        onFocused={() => onWanted(null)}
        isBusy={isBusy}
        fold={(failed) => (
          <FailedFold entries={failed} isUnfolded={isUnfolded} onToggle={toggleFold} onDelete={uses.askToDelete} />
        )}
      >
        {(entry) => (
          <VideoRow
            jobId={entry.id}
            handlers={uses.handlers}
            shots={uses.shots.get(entry.id)}
            {...{ view, search }}
            place={selection?.placeOf(entry)}
            onSelect={selection?.toggle}
          />
        )}
      </VideoLines>
    </TitleDraftsContext>
  )
}

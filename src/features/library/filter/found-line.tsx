import { Button } from '@/components/button'
import type { SearchResult } from '@/state/jobs/jobs-state'

interface FoundLineProps {
  found: SearchResult | null
  /** Whether the search excludes no videos, and only changes their order. */
  isAll?: boolean
  count: number
  /** The number of new jobs that the search didn't include. */
  missed: number
  onClear: () => void
}

/**
 * Shows how many videos a search found. The element is always rendered, because screen readers ignore a live region
 * that is added together with its text.
 */
export function FoundLine({ found, isAll = false, count, missed, onClear }: FoundLineProps) {
  return (
    <div className={found && (!isAll || missed > 0) ? 'mb-4 flex flex-wrap items-center gap-x-4' : ''}>
      <p role="status" className="text-[0.9375rem] text-soft tabular-nums">
        {found && [isAll ? '' : describeFound(found, count), describeMissed(missed)].filter(Boolean).join('. ')}
      </p>
      {found && !isAll && count + missed > 0 && (
        <Button variant="quiet" size="sm" onClick={onClear}>
          Clear filters
        </Button>
      )}
    </div>
  )
}

function describeFound({ status, nextCursor }: SearchResult, count: number): string {
  if (status === 'loading') return 'Searching…'
  if (status === 'failed') return ''
  const videos = count === 1 ? 'video' : 'videos'
  return nextCursor === null ? `${count} ${videos} found` : `More than ${count} ${videos} found`
}

function describeMissed(count: number): string {
  if (count === 0) return ''
  return count === 1 ? "1 new video isn't shown." : `${count} new videos aren't shown.`
}

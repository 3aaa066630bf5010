import { ChevronDown, Trash2 } from 'lucide-react'
import { useMemo } from 'react'
import { Button } from '@/components/button'
import { joinClasses } from '@/components/join-classes'
import type { Job } from '@/state/jobs/job'
import { MESSAGES } from '@/state/jobs/job-text'
import { useJobs } from '@/state/jobs/use-jobs'
import { hasSameItems } from '@/state/use-selector'
import type { Entry } from '../entries'

interface FailedFoldProps {
  entries: readonly Entry[]
  isUnfolded: boolean
  onToggle: () => void
  onDelete: (jobs: readonly Job[]) => void
}

/** The header that folds all failed jobs of the list. */
export function FailedFold({ entries, isUnfolded, onToggle, onDelete }: FailedFoldProps) {
  const ids = useMemo(() => new Set(entries.map(({ id }) => id)), [entries])
  const jobs = useJobs(({ jobs }) => jobs.filter(({ id }) => ids.has(id)), hasSameItems)
  const isFree = jobs.every(({ settlement }) => settlement === 'released')
  return (
    <div className="flex flex-wrap items-center gap-x-4 border-t border-hairline py-1.5">
      <button
        type="button"
        aria-expanded={isUnfolded}
        onClick={onToggle}
        className="flex min-h-11 min-w-0 flex-1 basis-60 items-center gap-2 text-left text-[0.9375rem] text-soft hover:text-amber"
      >
        <ChevronDown
          aria-hidden="true"
          className={joinClasses('size-4 shrink-0 transition-transform duration-150', isUnfolded && 'rotate-180')}
        />
        <span>
          <strong className="font-semibold text-text">{foldText(jobs)}</strong>{' '}
          {isFree && <span className="text-ok">{MESSAGES.notCharged}</span>}
        </span>
      </button>
      {isUnfolded && (
        <Button variant="quiet" size="sm" onClick={() => onDelete(jobs)}>
          <Trash2 aria-hidden="true" className="size-4" />
          Delete all {jobs.length}
        </Button>
      )}
    </div>
  )
}

function foldText(jobs: readonly Job[]): string {
  const canceled = jobs.filter(({ status }) => status === 'stopped').length
  if (canceled === jobs.length) return `${canceled} videos canceled.`
  return canceled === 0 ? `${jobs.length} videos failed.` : `${jobs.length} videos failed or were canceled.`
}

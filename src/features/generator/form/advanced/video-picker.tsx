import { Film } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { Spinner } from '@/components/spinner'
import { getJobName, hasSucceeded, type SucceededJob } from '@/state/jobs/job'
import { useJobActions, useJobs } from '@/state/jobs/use-jobs'
import { hasSameItems } from '@/state/use-selector'
import { drawLastFrame } from '@/state/videos/last-frame'
import { ADVANCED_TEXT } from '../../advanced-inputs/text'
import { helpClass } from '../../help-class'
import { Poster } from './source-field'

/** The maximum number of videos in the list, newest first. */
const MOST_SHOWN = 12

interface VideoPickerProps {
  /** The CSS anchor name of the element below which the list opens. */
  anchor: string
  onFrame: (frame: File) => void
}

/** A button that opens the user's videos, to use a frame of one. Hidden if the user has no videos. */
export function VideoPicker({ anchor, onFrame }: VideoPickerProps) {
  const id = useId()
  const panel = useRef<HTMLDivElement>(null)
  const actions = useJobActions()
  const videos = useJobs(
    ({ jobs }) => jobs.filter((job) => hasSucceeded(job) && job.isListed && job.videoUrl).slice(0, MOST_SHOWN),
    hasSameItems,
  ) as readonly SucceededJob[]
  const [isOpen, setIsOpen] = useState(false)
  const [drawnId, setDrawnId] = useState<string | null>(null)
  const [hasFailed, setHasFailed] = useState(false)
  if (videos.length === 0) return null

  async function take(job: SucceededJob) {
    setDrawnId(job.id)
    setHasFailed(false)
    try {
      onFrame(await drawLastFrame(job, () => actions.renew(job.id)))
      panel.current?.hidePopover()
    } catch {
      setHasFailed(true)
    }
    setDrawnId(null)
  }

  return (
    <>
      <button type="button" popoverTarget={id} className={helpClass}>
        <Film aria-hidden="true" className="size-4" />
        From your videos
      </button>
      <div
        ref={panel}
        id={id}
        popover="auto"
        onToggle={({ newState }) => setIsOpen(newState === 'open')}
        className="form-popup"
        style={{ positionAnchor: anchor }}
      >
        {isOpen && (
          <ul className="grid grid-cols-2 gap-1.5">
            {videos.map((job) => (
              <li key={job.id}>
                <button
                  type="button"
                  disabled={drawnId !== null}
                  onClick={() => take(job)}
                  className="block w-full rounded-md p-1.5 text-left hover:bg-panel"
                >
                  <span className="relative block aspect-video overflow-hidden rounded bg-ink">
                    <Poster job={job} />
                    {drawnId === job.id && (
                      <span className="absolute inset-0 grid place-items-center bg-ink/60">
                        <Spinner />
                      </span>
                    )}
                  </span>
                  <span className="mt-1 line-clamp-2 text-sm text-soft wrap-anywhere">
                    <span className="sr-only">Use a frame of </span>
                    {getJobName(job)}
                  </span>
                </button>
              </li>
            ))}
          </ul>
        )}
        <p role="status" className="text-sm text-bad not-empty:p-2">
          {hasFailed && ADVANCED_TEXT.frameFailed}
        </p>
      </div>
    </>
  )
}

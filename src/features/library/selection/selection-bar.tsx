import { Button } from '@/components/button'
import { hasSucceeded, type Job } from '@/state/jobs/job'
import type { Addresses } from '@/state/jobs/job-store'
import { useZip } from '../download/use-zip'

interface SelectionBarProps {
  chosen: readonly Job[]
  renew: (jobId: string) => Promise<Addresses>
  onJoin: () => void
  onDelete: () => void
  onEnd: () => void
}

export function SelectionBar({ chosen, renew, onJoin, onDelete, onEnd }: SelectionBarProps) {
  const zip = useZip(renew)
  const videos = chosen.filter(hasSucceeded)
  const hasFailed = videos.length < chosen.length
  const said = zip.progress
    ? `Downloading ${zip.progress.tried + 1} of ${zip.progress.all}…`
    : chosen.length === 0
      ? 'Select videos in the order you want to join them.'
      : hasFailed && chosen.length > 1
        ? `${chosen.length} selected. Only finished videos can be joined.`
        : `${chosen.length} selected.`
  return (
    <section
      tabIndex={-1}
      aria-label="Selected videos"
      className="sticky bottom-3 z-10 mt-4 flex flex-wrap items-center gap-3 rounded-xl border border-edge bg-raise p-3 pl-5 shadow-float outline-none"
    >
      <p role="status" className="mr-auto text-[0.9375rem] tabular-nums">
        {said}
      </p>
      {zip.progress ? (
        <Button variant="secondary" size="sm" onClick={zip.cancel}>
          Cancel
        </Button>
      ) : (
        <>
          <Button size="sm" disabled={videos.length === 0} onClick={() => void zip.download(videos)}>
            Download
          </Button>
          <Button variant="secondary" size="sm" disabled={chosen.length < 2 || hasFailed} onClick={onJoin}>
            Join
          </Button>
          <Button variant="secondary" size="sm" disabled={chosen.length === 0} onClick={onDelete}>
            Delete
          </Button>
        </>
      )}
      <Button variant="quiet" size="sm" onClick={onEnd}>
        Done
      </Button>
    </section>
  )
}

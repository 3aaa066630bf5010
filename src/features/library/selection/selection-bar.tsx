import { Button } from '@/components/button'
import type { Job } from '@/state/jobs/job'

interface SelectionBarProps {
  chosen: readonly Job[]
  onJoin: () => void
  onDelete: () => void
  onEnd: () => void
}

export function SelectionBar({ chosen, onJoin, onDelete, onEnd }: SelectionBarProps) {
  const hasFailed = chosen.some(({ status }) => status === 'failed')
  const said =
    chosen.length === 0
      ? 'Choose videos in the order in which they should play.'
      : hasFailed && chosen.length > 1
        ? `${chosen.length} chosen. Only finished videos can be joined.`
        : `${chosen.length} chosen.`
  return (
    <section
      aria-label="Chosen videos"
      className="sticky bottom-3 z-10 mt-4 flex flex-wrap items-center gap-3 rounded-xl border border-edge bg-raise p-3 pl-5 shadow-float"
    >
      <p role="status" className="mr-auto text-[0.9375rem] tabular-nums">
        {said}
      </p>
      <Button size="sm" disabled={chosen.length < 2 || hasFailed} onClick={onJoin}>
        Join
      </Button>
      <Button variant="secondary" size="sm" disabled={chosen.length === 0} onClick={onDelete}>
        Delete
      </Button>
      <Button variant="quiet" size="sm" onClick={onEnd}>
        Done
      </Button>
    </section>
  )
}

import { X } from 'lucide-react'
import { type CSSProperties, useEffect } from 'react'
import { useModal } from '@/components/hooks/use-modal'
import { usePoster } from '@/components/job-picture/use-poster'
import { JobPlayer } from '@/components/player/job-player'
import { getAspect, getJobName, type SucceededJob } from '@/state/jobs/job'
import { describeMark } from '@/state/jobs/job-text'

interface PlayerDialogProps {
  job: SucceededJob
  onClose: () => void
}

export function PlayerDialog({ job, onClose }: PlayerDialogProps) {
  const { modal, close } = useModal(onClose)
  const { poster } = usePoster(job)
  const label = `Your video: ${getJobName(job)}`

  // Focus the player, so that its keys work at once.
  useEffect(() => modal.ref.current?.querySelector<HTMLElement>('[role=group]')?.focus(), [modal.ref])

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a click beside the player; the keyboard has Escape
    <dialog
      {...modal}
      aria-label={label}
      onClick={({ target, currentTarget }) => target === currentTarget && close()}
      style={{ '--aspect': getAspect(job) } as CSSProperties}
      className="m-auto w-[min(calc(100%-1.5rem),max(18rem,calc((100dvh-15.5rem)*var(--aspect))),80rem)] rounded-xl border border-edge bg-panel shadow-float backdrop:bg-ink/90 open:animate-rise"
    >
      <JobPlayer job={job} label={label} poster={poster} className="rounded-t-xl" />
      <div className="flex items-start gap-4 p-4 sm:px-6">
        <div className="grid min-w-0 flex-1 gap-1 text-[0.9375rem] text-soft">
          <p dir="auto" className="line-clamp-2 wrap-anywhere">
            {job.prompt}
          </p>
          <p className="text-sm">{describeMark(job)}</p>
        </div>
        <button
          type="button"
          aria-label="Close player"
          onClick={close}
          className="grid size-11 shrink-0 place-items-center rounded-full border border-edge hover:bg-raise"
        >
          <X aria-hidden="true" className="size-4" />
        </button>
      </div>
    </dialog>
  )
}

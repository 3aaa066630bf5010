import { X } from 'lucide-react'
import { type CSSProperties, useEffect, useRef, useState } from 'react'
import { shortText } from '@/lib/short-text'
import { aspectOf, type Job } from '@/state/jobs/job'
import { LIBRARY_TEXT } from './library-text'

interface PlayerDialogProps {
  job: Job
  renew: () => Promise<{ videoUrl: string | null } | null>
  onClose: () => void
}

export function PlayerDialog({ job, renew, onClose }: PlayerDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [src, setSrc] = useState(job.videoUrl)
  const [isBroken, setIsBroken] = useState(false)
  const hasRenewed = useRef(false)

  useEffect(() => {
    dialog.current?.showModal()
  }, [])

  async function onBroken() {
    const fresh = hasRenewed.current ? null : (await renew())?.videoUrl
    hasRenewed.current = true
    if (fresh) setSrc(fresh)
    else setIsBroken(true)
  }

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a click beside the player; the keyboard has Escape
    <dialog
      ref={dialog}
      aria-label={job.prompt ? `Your video: ${shortText(job.prompt)}` : 'Your video'}
      onClose={onClose}
      onClick={(event) => event.target === dialog.current && dialog.current.close()}
      style={{ '--aspect': aspectOf(job) } as CSSProperties}
      className="m-auto w-[min(calc(100%-1.5rem),calc((100dvh-9rem)*var(--aspect)),80rem)] rounded-xl border border-edge bg-panel shadow-float backdrop:bg-ink/90 open:animate-rise"
    >
      <video
        {...(src ? { src } : {})}
        controls
        autoPlay
        playsInline
        onError={onBroken}
        className="aspect-(--aspect) w-full rounded-t-xl bg-ink"
      />
      <div className="flex items-start gap-4 p-4 sm:px-6">
        <div className="min-w-0 flex-1">
          <p className="line-clamp-2 text-[0.9375rem] text-soft wrap-anywhere">{job.prompt}</p>
          {isBroken && (
            <p role="alert" className="mt-1 text-[0.9375rem] text-bad">
              {LIBRARY_TEXT.notPlayable}
            </p>
          )}
        </div>
        <button
          type="button"
          aria-label="Close the player"
          onClick={() => dialog.current?.close()}
          className="grid size-11 shrink-0 place-items-center rounded-full border border-edge hover:bg-raise"
        >
          <X aria-hidden="true" className="size-4" />
        </button>
      </div>
    </dialog>
  )
}

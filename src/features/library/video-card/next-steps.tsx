import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { joinClasses } from '@/components/join-classes'
import { Spinner } from '@/components/spinner'
import { formPath } from '@/config/paths'
import { useJobs } from '@/state/jobs/use-jobs'
import { VIDEO_TEXT } from '../video-text'
import type { RowHandlers } from './row-handlers'
import { useNextSteps } from './use-next-steps'

interface NextStepsProps {
  jobId: string
  handlers: RowHandlers
  className: string
}

const NOTES: Record<string, string> = {
  'New take': VIDEO_TEXT.takeNote,
  'Continue this video': VIDEO_TEXT.continueNote,
  'Continue from last frame': VIDEO_TEXT.continueNote,
}

const stepClass =
  'grid size-full grid-cols-[auto_1fr] content-start gap-x-3 rounded-md px-3 py-2.5 text-left hover:bg-raise aria-disabled:opacity-55 lg:grid-cols-1 lg:gap-y-1 lg:py-5'

/** Suggests what to generate after the first video. */
export function NextSteps({ jobId, handlers, className }: NextStepsProps) {
  const job = useJobs(({ jobs }) => jobs.find(({ id }) => id === jobId))
  const steps = useNextSteps(job?.status === 'succeeded' ? job : null, handlers)
  const [busy, setBusy] = useState<string | null>(null)

  async function start(name: string, run: () => Promise<void>) {
    if (busy) return
    setBusy(name)
    await run()
    setBusy(null)
  }

  return (
    <section
      aria-label={VIDEO_TEXT.next}
      className={joinClasses('rounded-lg border border-dashed border-edge p-2', className)}
    >
      <p className="px-3 pt-2 pb-1 text-soft">{VIDEO_TEXT.next}</p>
      <div className="grid gap-1 lg:grid-cols-3">
        {steps
          .filter(({ name }) => name in NOTES)
          .map(({ name, price, Icon, run }) => (
            <button
              key={name}
              type="button"
              aria-disabled={busy !== null || undefined}
              onClick={() => start(name, run)}
              className={stepClass}
            >
              {busy === name ? (
                <Spinner />
              ) : (
                <Icon aria-hidden="true" className="mt-1 size-4 text-amber lg:mb-2 lg:size-6" />
              )}
              <span className="font-semibold">
                {name} {price !== undefined && <span className="font-normal text-soft">{price} credits</span>}
              </span>
              <span className="col-start-2 text-sm lg:col-start-1 text-soft">{NOTES[name]}</span>
            </button>
          ))}
        <Link to={formPath} className={stepClass}>
          <Plus aria-hidden="true" className="mt-1 size-4 text-amber lg:mb-2 lg:size-6" />
          <span className="font-semibold">{VIDEO_TEXT.newPrompt}</span>
          <span className="col-start-2 text-sm lg:col-start-1 text-soft">{VIDEO_TEXT.newPromptNote}</span>
        </Link>
      </div>
    </section>
  )
}

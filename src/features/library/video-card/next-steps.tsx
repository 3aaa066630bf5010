import { Pencil } from 'lucide-react'
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
  /** Whether it stands in the empty columns of the grid. */
  isBeside: boolean
}

const NOTES: Record<string, string> = {
  'New take': VIDEO_TEXT.takeNote,
  'Continue this video': VIDEO_TEXT.continueNote,
  'Continue from last frame': VIDEO_TEXT.continueNote,
}

const stepClass = 'flex w-full gap-3 rounded-md px-3 py-2.5 text-left hover:bg-raise aria-disabled:opacity-55'

const iconClass = 'mt-1 size-4 shrink-0 text-amber'

/** Suggests what to generate after the first video. */
export function NextSteps({ jobId, handlers, isBeside }: NextStepsProps) {
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
      className={joinClasses('rounded-lg border border-hairline p-2', isBeside && 'video-steps')}
    >
      <p className="px-3 py-2 text-soft">{VIDEO_TEXT.next}</p>
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
            {busy === name ? <Spinner /> : <Icon aria-hidden="true" className={iconClass} />}
            <span>
              <span className="font-semibold">{name}</span>{' '}
              {price !== undefined && <span className="text-soft">{price} credits</span>}
              <span className="block text-sm text-soft">{NOTES[name]}</span>
            </span>
          </button>
        ))}
      <Link to={formPath} className={stepClass}>
        <Pencil aria-hidden="true" className={iconClass} />
        <span>
          <span className="font-semibold">{VIDEO_TEXT.newPrompt}</span>
          <span className="block text-sm text-soft">{VIDEO_TEXT.newPromptNote}</span>
        </span>
      </Link>
    </section>
  )
}

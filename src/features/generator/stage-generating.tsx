import { Dusk } from '@/components/dusk'
import { seedOf, TakeTracks } from '@/components/take-tracks'
import { useNow } from '@/components/use-now'
import { useStore } from '@/components/use-store'
import { estimatedProgress, estimateText, formatElapsed } from '@/lib/estimate'
import type { Form } from './form-store'
import type { Generating } from './machine'
import { heldNote, MESSAGES } from './messages'
import { useObjectUrl } from './use-object-url'

/** A poll or two may get lost without anybody being told. */
const MISSES_BEFORE_NOTICE = 3

interface StageGeneratingProps {
  state: Generating
  form: Form
  isDirect: boolean
}

export function StageGenerating({ state, form, isDirect }: StageGeneratingProps) {
  const { job, message, startedAt } = state
  const elapsedMs = useNow(1000) - startedAt
  const chosen = useStore(form.picture)
  const picture = useObjectUrl(job.hasPicture ? (chosen?.file ?? null) : null)
  // Until the hold is placed there is nothing to say about it, and a vendor reached directly holds nothing.
  const isHeld = !isDirect && state.phase !== 'holding' && state.hold !== 'captured'
  const isReconnecting = state.phase === 'polling' && state.misses >= MISSES_BEFORE_NOTICE
  return (
    <>
      <div className="relative aspect-video min-h-60 w-full overflow-hidden">
        {picture ? (
          <img src={picture} alt="" className="absolute inset-0 size-full object-cover" />
        ) : (
          <Dusk className="absolute inset-0 size-full" />
        )}
        <div className="absolute inset-0 animate-pulse-soft bg-ink/55 [animation-duration:4s]" />
        <div className="absolute inset-0 bg-linear-to-t from-panel via-panel/55 via-40% to-ink/25 to-75%" />
        <div className="absolute inset-x-0 bottom-0 p-5 sm:p-7">
          <p className="text-sm text-soft">
            {job.modelName} · {job.length} seconds
          </p>
          {job.prompt && <p className="mt-1 line-clamp-3 max-w-2xl text-lg text-text/90">{job.prompt}</p>}
        </div>
      </div>
      <div className="grid gap-5 p-5 sm:p-7">
        <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
          <div role="status">
            <p className="text-lg font-semibold">{message}</p>
            {isReconnecting && <p className="text-[0.9375rem] text-soft">{MESSAGES.reconnecting}</p>}
          </div>
          <p className="flex flex-wrap gap-x-3 text-[0.9375rem] text-soft tabular-nums">
            <span role="timer" className="text-text">
              {formatElapsed(elapsedMs)}
            </span>
            <span>Estimated time: {estimateText(job.length)}</span>
          </p>
        </div>
        <TakeTracks
          progress={estimatedProgress(elapsedMs, job.length)}
          seed={seedOf(job.jobId)}
          label="Time against the estimate"
          picture={picture}
        />
        {isHeld && <p className="text-[0.9375rem] text-soft tabular-nums">{heldNote(job.credits)}</p>}
      </div>
    </>
  )
}

import { ArrowDown, ArrowUp, Download, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Button } from '@/components/button'
import { useModal } from '@/components/hooks/use-modal'
import { FailedAction } from '@/components/missing-code/failed-action'
import { Player } from '@/components/player/player'
import { browserDeps } from '@/lib/browser/download-video'
import { saveFile } from '@/lib/browser/save-file'
import { formatLength } from '@/lib/format-length'
import { getAspect, getJobName, type SucceededJob } from '@/state/jobs/job'
import type { Addresses } from '@/state/jobs/job-store'
import { describeMark } from '@/state/jobs/job-text'
import { formatTotal, JOIN_TEXT, joinFailure } from './join-text'
import { useJoin } from './use-join'

interface JoinDialogProps {
  /** Two or more videos, in the order in which they were selected. */
  shots: readonly SucceededJob[]
  renew: (jobId: string) => Promise<Addresses>
  onClose: () => void
}

const iconClass =
  'grid size-9 place-items-center rounded-md text-soft hover:bg-raise hover:text-text aria-disabled:opacity-35 pointer-coarse:size-11'

export function JoinDialog({ shots, renew, onClose }: JoinDialogProps) {
  const [order, setOrder] = useState(shots)
  const { state, join, cancel } = useJoin(async ({ id, videoUrl }, signal) => {
    const fetchFile = (url: string | null) => {
      signal.throwIfAborted()
      if (!url) throw new Error('The video has no URL')
      return browserDeps.fetchBlob(url)
    }
    return Promise.resolve(videoUrl)
      .then(fetchFile)
      .catch(async () => fetchFile((await renew(id)).videoUrl))
  })

  const { modal, close } = useModal(() => {
    cancel()
    onClose()
  })

  // The browser removes the focus from an element that moves.
  const pressed = useRef<HTMLButtonElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the order has changed
  useEffect(() => pressed.current?.focus(), [order])

  const swap = (button: HTMLButtonElement, place: number, other: number) => {
    if (state.status === 'joining') return
    pressed.current = button
    const [one, two] = [order[place], order[other]]
    if (one && two) setOrder(order.with(place, two).with(other, one))
  }
  const [first] = order

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a click beside the dialog; the keyboard has Escape
    <dialog
      {...modal}
      aria-labelledby="join-title"
      onClick={({ target, currentTarget }) => target === currentTarget && state.status !== 'joining' && close()}
      className="m-auto max-h-[calc(100dvh-2rem)] w-[calc(100%-2rem)] overflow-y-auto max-w-xl rounded-xl border border-edge bg-panel shadow-float backdrop:bg-ink/80 open:animate-rise"
    >
      <div tabIndex={-1} className="grid grid-cols-1 gap-5 p-5 outline-none sm:p-6">
        <div className="flex items-start justify-between gap-4">
          <div>
            <h2 id="join-title" className="text-heading">
              {state.status === 'done' ? JOIN_TEXT.done : JOIN_TEXT.title}
            </h2>
            <p className="mt-1 text-[0.9375rem] text-soft tabular-nums">
              {formatTotal(order)}
              {state.status === 'done' && ` · ${describeMark({ videoMark: state.mark, isListed: false })}`}
            </p>
            {order.some(({ videoMark }) => videoMark === 'credentials') && (
              <p className="mt-1 text-[0.9375rem] text-soft">{JOIN_TEXT.credentialsLost}</p>
            )}
          </div>
          <button type="button" aria-label="Close" onClick={close} className={iconClass}>
            <X aria-hidden="true" className="size-4" />
          </button>
        </div>
        {state.status === 'done' ? (
          <Player
            src={state.url}
            label={JOIN_TEXT.done}
            hasSound={order.some((job) => job.hasSound)}
            aspect={first && getAspect(first)}
            file={state.file}
            isInset
            className="max-h-[60dvh] rounded-md"
          />
        ) : (
          <ol className="grid gap-1">
            {order.map((job, place) => (
              <li key={job.id} className="flex items-center gap-3 border-t border-hairline py-2 first:border-t-0">
                <span className="w-5 shrink-0 text-soft tabular-nums">{place + 1}</span>
                <span className="line-clamp-2 min-w-0 flex-1 text-[0.9375rem] wrap-anywhere">{getJobName(job)}</span>
                <span className="text-right text-sm text-soft tabular-nums">
                  {job.modelName}
                  <br />
                  {formatLength(job)}
                </span>
                <span className="flex">
                  {/* A disabled button would lose the focus at the first and last position. */}
                  <button
                    type="button"
                    aria-label={`Move video ${place + 1} up`}
                    aria-disabled={place === 0 || state.status === 'joining'}
                    onClick={({ currentTarget }) => swap(currentTarget, place, place - 1)}
                    className={iconClass}
                  >
                    <ArrowUp aria-hidden="true" className="size-4" />
                  </button>
                  <button
                    type="button"
                    aria-label={`Move video ${place + 1} down`}
                    aria-disabled={place === order.length - 1 || state.status === 'joining'}
                    onClick={({ currentTarget }) => swap(currentTarget, place, place + 1)}
                    className={iconClass}
                  >
                    <ArrowDown aria-hidden="true" className="size-4" />
                  </button>
                </span>
              </li>
            ))}
          </ol>
        )}
        {state.status === 'joining' && (
          <div>
            <p className="mb-2 text-[0.9375rem] text-soft">
              {state.share === 0 ? JOIN_TEXT.fetching : JOIN_TEXT.joining}
            </p>
            <progress
              value={state.share}
              aria-label={JOIN_TEXT.joining}
              className="h-1.5 w-full overflow-hidden rounded-full accent-amber"
            />
          </div>
        )}
        {state.status === 'failed' && (
          <FailedAction cause={state.cause} text={joinFailure(state.cause)} className="text-bad" />
        )}
        <div className="flex flex-wrap justify-end gap-3">
          {state.status === 'joining' && (
            <Button variant="secondary" onClick={cancel}>
              Cancel
            </Button>
          )}
          {state.status === 'done' && (
            <Button onClick={() => saveFile(state.file, `ai-video-${Date.now()}.mp4`)}>
              <Download aria-hidden="true" className="size-4" />
              Download Video
            </Button>
          )}
          {(state.status === 'idle' || state.status === 'failed') && (
            <Button onClick={() => void join(order)}>{state.status === 'failed' ? 'Try again' : 'Join'}</Button>
          )}
        </div>
      </div>
    </dialog>
  )
}

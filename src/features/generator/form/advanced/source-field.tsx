import type { ModelInputs } from '@contract/inputs'
import { ImageDown, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { usePoster } from '@/components/job-picture/use-poster'
import { joinClasses } from '@/components/join-classes'
import { Skeleton } from '@/components/skeleton'
import { Spinner } from '@/components/spinner'
import { getJobName, hasSucceeded, type SucceededJob } from '@/state/jobs/job'
import { useJobActions, useJobs } from '@/state/jobs/use-jobs'
import { drawLastFrame } from '@/state/videos/last-frame'
import type { Source } from '../../advanced-inputs/advanced-inputs'
import type { AdvancedInputsStore } from '../../advanced-inputs/advanced-inputs-store'
import { ADVANCED_TEXT, describeExtension, getAddedCredits } from '../../advanced-inputs/text'
import { helpClass } from '../../help-class'
import type { Form } from '../../inputs/form-store'
import { ChoiceField } from '../choice-field'
import { AddedCredits } from './added-credits'

interface SourceFieldProps {
  advanced: AdvancedInputsStore
  form: Form
  inputs: ModelInputs
  source: Source
  problem: string | null
}

/** Shows the source video, which is continued or edited. It replaces the image field. */
export function SourceField({ advanced, form, inputs, source, problem }: SourceFieldProps) {
  const actions = useJobActions()
  const job = useJobs(({ jobs }) => jobs.find(({ id }) => id === source.jobId))
  const video = job && hasSucceeded(job) ? job : null
  const isUnknown = !job
  const hasChoice = inputs.extend !== undefined && inputs.edit !== undefined
  const [isDrawing, setIsDrawing] = useState(false)
  const [hasFailed, setHasFailed] = useState(false)
  const wrong = problem ?? (hasFailed ? ADVANCED_TEXT.frameFailed : null)

  /** Uses the video's last frame as the first image, which every model with image mode accepts. */
  async function takeFrame(video: SucceededJob) {
    setIsDrawing(true)
    try {
      const frame = await drawLastFrame(video, () => actions.renew(video.id))
      advanced.change({ source: null, start: 'frame' })
      void form.intake.take(frame)
    } catch {
      setHasFailed(true)
      setIsDrawing(false)
    }
  }

  // After a reload, an older video may not be in the list yet.
  useEffect(() => {
    if (isUnknown) actions.renew(source.jobId).catch(() => undefined)
  }, [isUnknown, actions, source.jobId])

  return (
    <div className="grid grid-cols-1 gap-4">
      {hasChoice && (
        <ChoiceField
          label="What to do with your video"
          columns="gap-2 grid-cols-2"
          chosen={source.use}
          onChange={(use) => advanced.change({ source: { ...source, use } })}
          choices={[
            {
              value: 'extend' as const,
              content: <AddedCredits name="Continue" adds={getAddedCredits(inputs, 'extend')} />,
            },
            { value: 'edit' as const, content: <AddedCredits name="Edit" adds={getAddedCredits(inputs, 'edit')} /> },
          ]}
        />
      )}
      <div>
        <p className="mb-2 text-sm text-soft">
          <AddedCredits
            name={source.use === 'extend' ? 'Video to continue' : 'Video to edit'}
            // If there is a choice, it already shows the added credits.
            adds={hasChoice ? 0 : getAddedCredits(inputs, source.use)}
          />
        </p>
        <div
          className={joinClasses(
            'flex items-center gap-3 rounded-md border bg-ink p-2',
            wrong ? 'border-bad' : 'border-hairline',
          )}
        >
          <span className="aspect-video w-28 shrink-0 overflow-hidden rounded bg-raise">
            {video ? <Poster job={video} /> : <Skeleton className="size-full" />}
          </span>
          <div className="grid min-w-0 flex-1 justify-items-start gap-1">
            <p className="line-clamp-2 text-[0.9375rem] wrap-anywhere">{video ? getJobName(video) : 'Your video'}</p>
            {source.use === 'extend' && inputs.extend?.seconds && (
              <p className="text-sm text-soft">{describeExtension(inputs.extend.seconds)}</p>
            )}
            <button
              type="button"
              name="image"
              aria-describedby={wrong ? 'source-problem' : undefined}
              onClick={() => advanced.change({ source: null })}
              className={helpClass}
            >
              <X aria-hidden="true" className="size-4" />
              Remove <span className="sr-only">the video</span>
            </button>
            {video && source.use === 'extend' && (
              <button type="button" disabled={isDrawing} onClick={() => takeFrame(video)} className={helpClass}>
                {isDrawing ? <Spinner /> : <ImageDown aria-hidden="true" className="size-4" />}
                Use its last frame
              </button>
            )}
          </div>
        </div>
        <p id="source-problem" aria-live="assertive" className="text-sm text-bad not-empty:mt-2">
          {wrong}
        </p>
      </div>
    </div>
  )
}

export function Poster({ job }: { job: SucceededJob }) {
  const { poster, onError } = usePoster(job)
  if (!poster) return <Skeleton className="size-full" />
  return <img src={poster} alt="" onError={onError} className="size-full object-cover" />
}

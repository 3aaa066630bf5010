import { useCode } from '@/components/hooks/use-code'
import { BlankFrame } from '@/components/job-picture/blank-frame'
import { TakeTracks } from '@/components/tracks/take-tracks'
import { hasSucceeded } from '@/state/jobs/job'
import { useJobs } from '@/state/jobs/use-jobs'
import type { Form } from '../inputs/form-store'
import { PROMPT_IDEAS } from '../inputs/prompt-ideas'
import { useFieldValue } from '../inputs/use-field-value'
import { CreditsNeeded } from './credits-needed'

const loadLast = () => import('./panel-last').then(({ PanelLast }) => PanelLast)

interface PanelIdleProps {
  form: Form
  onIdea: (prompt: string) => void
}

/** The panel without a job: the user's last video, or suggestions for a first one. */
export function PanelIdle({ form, onIdea }: PanelIdleProps) {
  const last = useJobs(({ jobs }) => jobs.find((job) => hasSucceeded(job) && job.isListed && job.videoUrl))
  const { code: PanelLast } = useCode(loadLast, last !== undefined)
  return (
    <>
      {last && hasSucceeded(last) && PanelLast ? (
        <PanelLast key={last.id} job={last} />
      ) : (
        <Ideas form={form} onIdea={onIdea} />
      )}
      <div className="grid grid-cols-1 gap-7 p-[min(1.25rem,5.5vw)] sm:p-7">
        <CreditsNeeded />
        {!last && <TakeTracks progress={0} seed={21} />}
      </div>
    </>
  )
}

function Ideas({ form, onIdea }: PanelIdleProps) {
  const mode = useFieldValue(form, 'mode')
  return (
    <BlankFrame
      kind="empty"
      className="grid min-h-60 grid-cols-1 content-end gap-5 p-[min(2rem,8vw)] sm:aspect-video sm:p-12"
    >
      <div>
        <h2 className="text-2xl">Your next video</h2>
        <p className="mt-1 max-w-md text-[0.9375rem] text-text/85">
          Describe a scene or start from one of these ideas. Your video will appear here.
        </p>
      </div>
      <ul className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,11rem),1fr))] gap-2">
        {PROMPT_IDEAS[mode].map(({ title, prompt }) => (
          <li key={title}>
            <button
              type="button"
              onClick={() => onIdea(prompt)}
              className="size-full rounded-md border border-edge bg-ink/60 px-4 py-3 text-left transition-colors duration-150 hover:border-amber hover:bg-raise"
            >
              <span className="block text-[0.9375rem] font-semibold">{title}</span>
              <span className="mt-0.5 line-clamp-2 text-[0.8125rem] text-soft">{prompt}</span>
            </button>
          </li>
        ))}
      </ul>
    </BlankFrame>
  )
}

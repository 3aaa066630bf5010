import { useCode } from '@/components/hooks/use-code'
import { joinClasses } from '@/components/join-classes'
import { hasSucceeded } from '@/state/jobs/job'
import { useJobs } from '@/state/jobs/use-jobs'
import type { Form } from '../inputs/form-store'
import { PROMPT_IDEAS } from '../inputs/prompt-ideas'
import { useFieldValue } from '../inputs/use-field-value'

const loadLast = () => import('./panel-last').then(({ PanelLast }) => PanelLast)

interface PanelIdleProps {
  form: Form
  onIdea: (prompt: string) => void
}

/** The panel without a job: the user's last video, or a picture from our own clips, and ideas to start from. */
export function PanelIdle({ form, onIdea }: PanelIdleProps) {
  const last = useJobs(({ jobs }) => jobs.find((job) => hasSucceeded(job) && job.isListed && job.videoUrl))
  const { code: PanelLast } = useCode(loadLast, last !== undefined)
  const isLast = last !== undefined && hasSucceeded(last) && PanelLast !== null
  return (
    <div className="relative isolate flex h-full flex-col bg-ink">
      {isLast ? (
        <PanelLast key={last.id} job={last} />
      ) : (
        <>
          <img
            src="/images/posters/ready.avif"
            alt=""
            width="1280"
            height="720"
            className="absolute inset-x-0 top-0 -z-1 h-full max-h-180 w-full object-cover object-[40%_0]"
          />
          <p className="m-4 self-end rounded-full bg-ink/75 px-3 py-1 text-xs text-soft">Demo picture</p>
        </>
      )}
      {!isLast && (
        <div className="mt-auto bg-linear-to-t from-panel/85 via-panel/75 via-30% to-transparent px-[min(1.25rem,5.5vw)] pt-40 sm:px-7 sm:pt-56">
          <h2 className="text-2xl">Your next video</h2>
          <p className="mt-1 max-w-md text-[0.9375rem] text-text/85">
            Describe a scene or start from one of these ideas. Your video will appear here.
          </p>
        </div>
      )}
      {/* A block of their own, so that nothing moves when the last video takes the place of the picture. */}
      <div
        className={joinClasses(
          'p-[min(1.25rem,5.5vw)] pt-4! sm:p-7',
          isLast ? 'mt-auto' : 'bg-linear-to-t from-panel to-panel/85',
        )}
      >
        <Ideas form={form} onIdea={onIdea} />
      </div>
    </div>
  )
}

function Ideas({ form, onIdea }: PanelIdleProps) {
  const mode = useFieldValue(form, 'mode')
  return (
    <ul aria-label="Ideas" className="grid gap-2 sm:grid-cols-3">
      {PROMPT_IDEAS[mode].map(({ title, prompt, picture }) => (
        <li key={title}>
          <button
            type="button"
            title={prompt}
            onClick={() => onIdea(prompt)}
            className="flex size-full items-center gap-3 overflow-hidden rounded-md border border-edge bg-ink/75 pr-2 text-left text-sm leading-tight font-semibold transition-colors duration-150 hover:border-amber hover:bg-raise"
          >
            <img src={picture} alt="" width="320" height="180" className="h-14 w-18 shrink-0 object-cover" />
            {title}
          </button>
        </li>
      ))}
    </ul>
  )
}

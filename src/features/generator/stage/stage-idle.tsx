import { ArrowDown } from 'lucide-react'
import { Dusk } from '@/components/tracks/dusk'
import { TakeTracks } from '@/components/tracks/take-tracks'
import { useJobs } from '@/state/jobs/use-jobs'
import { helpClass } from '../help-class'
import type { Form } from '../inputs/form-store'
import { PROMPT_IDEAS } from '../inputs/prompt-ideas'
import { useFieldValue } from '../inputs/use-field-value'

interface StageIdleProps {
  form: Form
  onIdea: (prompt: string) => void
}

export function StageIdle({ form, onIdea }: StageIdleProps) {
  const mode = useFieldValue(form, 'mode')
  const lastId = useJobs(({ jobs }) => jobs.find(({ status, isListed }) => status === 'succeeded' && isListed)?.id)
  return (
    <>
      <div className="relative aspect-video min-h-60 w-full overflow-hidden">
        <Dusk className="absolute inset-0 size-full" />
        <div className="absolute inset-0 bg-linear-to-t from-panel via-panel/45 via-35% to-transparent to-60%" />
        <div className="absolute inset-x-0 bottom-0 p-[min(1.25rem,5.5vw)] sm:p-7">
          <h2 className="text-2xl">Your next video</h2>
          <p className="mt-1 max-w-md text-[0.9375rem] text-text/85">
            Describe a scene or start from one of these ideas. Your video will appear here.
          </p>
        </div>
      </div>
      <div className="grid grid-cols-1 gap-6 p-[min(1.25rem,5.5vw)] sm:p-7">
        <ul className="flex flex-wrap gap-2">
          {PROMPT_IDEAS[mode].map(({ title, prompt }) => (
            <li key={title}>
              <button
                type="button"
                onClick={() => onIdea(prompt)}
                className="min-h-11 rounded-full border border-edge px-4 text-sm transition-colors duration-150 hover:border-amber hover:text-amber"
              >
                {title}
              </button>
            </li>
          ))}
        </ul>
        <TakeTracks progress={0} seed={21} />
        {lastId && (
          <a href={`#video-${lastId}`} className={`${helpClass} justify-self-start`}>
            <ArrowDown aria-hidden="true" className="size-4" />
            See your last video below
          </a>
        )}
      </div>
    </>
  )
}

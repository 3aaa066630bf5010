import { MAX_TITLE_CHARACTERS } from '@contract/jobs'
import { Pencil, Star } from 'lucide-react'
import { type ReactNode, type Ref, useLayoutEffect, useOptimistic, useRef, useState, useTransition } from 'react'
import { Link } from 'react-router-dom'
import { Button } from '@/components/button'
import { controlClass } from '@/components/control-class'
import { joinClasses } from '@/components/join-classes'
import { useToast } from '@/components/toast/use-toast'
import { getVideoPath } from '@/config/paths'
import { getJobName, type Job, NO_PROMPT } from '@/state/jobs/job'
import { STAR_FAILED } from '@/state/jobs/job-text'
import { useJobActions } from '@/state/jobs/use-jobs'
import { type TitleDraft, useTitleDraft } from './title-drafts'
import { describeLongTitle, VIDEO_TEXT } from './video-text'

interface VideoNameProps {
  job: Job
  /** The ID of the name, which labels the video's buttons. */
  id: string
  /** Classes for the size and the number of lines. */
  className: string
  search?: string
  /** Whether this is the video's own page. The name is then the heading, and the prompt is shown elsewhere. */
  isHeading?: boolean
}

/** A video's title and prompt, with controls for title and star. */
export function VideoName({ job, id, className, search = '', isHeading = false }: VideoNameProps) {
  const { label } = useJobActions()
  const { show } = useToast()
  const { draft, open, change, close } = useTitleDraft(job.id)
  const [isSaving, startSaving] = useTransition()
  const [isStarred, showStar] = useOptimistic(job.isStarred)
  const pencil = useRef<HTMLButtonElement>(null)

  function toggleStar() {
    if (isSaving) return
    startSaving(async () => {
      showStar(!isStarred)
      await label(job.id, { isStarred: !isStarred }).catch(() => show({ tone: 'bad', text: STAR_FAILED }))
    })
  }

  function endRenaming() {
    close()
    pencil.current?.focus()
  }

  return (
    <div className="grid grid-cols-1 gap-2">
      <div className="relative flex items-start">
        {isHeading ? (
          <h1 id={id} dir="auto" className={joinClasses('min-w-0 flex-1 wrap-anywhere', className)}>
            {getJobName(job)}
          </h1>
        ) : (
          <p id={id} className={joinClasses('min-w-0 flex-1 wrap-anywhere', className)}>
            <Link
              to={getVideoPath(job.id, search)}
              className="underline-offset-4 hover:underline pointer-coarse:after:absolute pointer-coarse:after:-inset-y-3 pointer-coarse:after:inset-x-0"
            >
              {job.title && <strong className="block font-semibold">{job.title}</strong>}
              <span className={job.title ? 'text-[0.9375rem] text-soft' : ''}>{job.prompt || NO_PROMPT}</span>
            </Link>
          </p>
        )}
        <div className="relative z-1 -my-2.5 -mr-2.5 flex shrink-0">
          <IconButton name="Star" describedBy={id} isPressed={isStarred} onClick={toggleStar}>
            <Star aria-hidden="true" className={joinClasses('size-4', isStarred && 'fill-amber text-amber')} />
          </IconButton>
          <IconButton name="Rename" describedBy={id} ref={pencil} onClick={() => draft || open(job.title)}>
            <Pencil aria-hidden="true" className="size-4" />
          </IconButton>
        </div>
      </div>
      {draft && <TitleForm jobId={job.id} draft={draft} onChange={change} onEnd={endRenaming} />}
    </div>
  )
}

interface IconButtonProps {
  name: string
  /** The ID of the video's name, because every row has buttons with the same names. */
  describedBy: string
  isPressed?: boolean
  ref?: Ref<HTMLButtonElement>
  onClick: () => void
  children: ReactNode
}

function IconButton({ name, describedBy, isPressed, ref, onClick, children }: IconButtonProps) {
  return (
    <button
      ref={ref}
      type="button"
      aria-label={name}
      aria-describedby={describedBy}
      aria-pressed={isPressed}
      title={name}
      onClick={onClick}
      className="grid size-11 place-items-center rounded-md text-soft transition-colors duration-150 hover:text-text"
    >
      {children}
    </button>
  )
}

interface TitleFormProps {
  jobId: string
  draft: TitleDraft
  onChange: (text: string) => void
  onEnd: () => void
}

function TitleForm({ jobId, draft, onChange, onEnd }: TitleFormProps) {
  const { label } = useJobActions()
  const [problem, setProblem] = useState<string | null>(null)
  const [isSaving, startSaving] = useTransition()
  const input = useRef<HTMLInputElement>(null)

  // This is a layout effect, because the selection must be read before the element is removed.
  useLayoutEffect(() => {
    const element = input.current
    if (draft.selection) {
      element?.focus()
      element?.setSelectionRange(...draft.selection)
    }
    return () => {
      const { selectionStart = 0, selectionEnd = 0 } = element ?? {}
      draft.selection = document.activeElement === element ? [selectionStart ?? 0, selectionEnd ?? 0] : null
    }
  }, [draft])

  function save() {
    const { length } = draft.text.trim()
    if (length > MAX_TITLE_CHARACTERS) return setProblem(describeLongTitle(length))
    startSaving(async () => {
      try {
        await label(jobId, { title: draft.text })
        onEnd()
      } catch {
        setProblem(VIDEO_TEXT.titleFailed)
      }
    })
  }

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
      className="flex flex-wrap gap-2"
    >
      <input
        ref={input}
        aria-label="Title"
        placeholder="No title"
        aria-invalid={problem !== null || undefined}
        // Don't set maxLength, because the user would lose the end of a pasted text.
        defaultValue={draft.text}
        onChange={({ target }) => {
          onChange(target.value)
          setProblem(null)
        }}
        onKeyDown={({ key }) => key === 'Escape' && onEnd()}
        className={joinClasses(controlClass, 'flex-[1_1_12rem]')}
      />
      <Button type="submit" size="sm" busy={isSaving}>
        Save
      </Button>
      <Button variant="quiet" size="sm" onClick={onEnd}>
        Cancel
      </Button>
      {problem && (
        <p role="alert" className="basis-full text-sm text-bad">
          {problem}
        </p>
      )}
    </form>
  )
}

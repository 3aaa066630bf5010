import { MAX_TITLE_CHARACTERS } from '@contract/jobs'
import { Star } from 'lucide-react'
import { useLayoutEffect, useRef, useState, useTransition } from 'react'
import { Link } from 'react-router-dom'
import { Button } from '@/components/button'
import { controlClass } from '@/components/control-class'
import { joinClasses } from '@/components/join-classes'
import { getVideoPath } from '@/config/paths'
import { getJobName, type Job, NO_PROMPT } from '@/state/jobs/job'
import { useJobActions } from '@/state/jobs/use-jobs'
import { getMoreId, type TitleDraft, useTitleDraft } from './title-drafts'
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

/** A video's title, or else its prompt, and the form that changes the title. */
export function VideoName({ job, id, className, search = '', isHeading = false }: VideoNameProps) {
  const { draft, change, close } = useTitleDraft(job.id)

  function endRenaming() {
    close()
    // The form opens from the menu.
    document.getElementById(getMoreId(job.id))?.focus()
  }

  const Name = isHeading ? 'h1' : 'p'
  return (
    <>
      {/* Limits the link's touch area, which the clipped name can't contain. */}
      <div className="relative">
        <Name id={id} dir="auto" className={joinClasses('wrap-anywhere', className)}>
          {isHeading ? (
            getJobName(job)
          ) : (
            <Link
              to={getVideoPath(job.id, search)}
              className="underline-offset-4 hover:underline pointer-coarse:after:absolute pointer-coarse:after:-inset-y-3 pointer-coarse:after:inset-x-0"
            >
              {job.title || job.prompt || NO_PROMPT}
            </Link>
          )}
          {job.isStarred && !isHeading && (
            <Star aria-hidden="true" className="ml-1 inline size-4 fill-amber text-amber" />
          )}
        </Name>
      </div>
      {draft && <TitleForm jobId={job.id} draft={draft} onChange={change} onEnd={endRenaming} />}
    </>
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

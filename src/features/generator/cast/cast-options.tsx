import type { CastMember } from '@contract/cast'
import type { KeyboardEvent, RefObject } from 'react'
import { Link } from 'react-router-dom'
import { Button } from '@/components/button'
import { paths } from '@/config/paths'
import type { CastStatus } from '@/state/cast/cast'
import { Picture } from './picture'
import { CAST_TEXT, KIND_NAMES } from './text'

interface CastOptionsProps {
  id: string
  list: RefObject<HTMLDivElement | null>
  members: readonly CastMember[]
  active: CastMember | undefined
  status: CastStatus
  getOptionId: (member: CastMember) => string
  /** Called with a key of the list, if it has the focus. */
  onKey: (event: KeyboardEvent) => void
  onChoose: (member: CastMember) => void
  onReload: () => void
}

/** The options, or why there are none. A press doesn't take the focus from the prompt. */
export function CastOptions(props: CastOptionsProps) {
  const { id, list, members, active, status, getOptionId, onKey, onChoose, onReload } = props
  if (members.length === 0) return <NoOptions {...{ status, onReload }} />
  return (
    <div
      ref={list}
      id={`${id}-list`}
      role="listbox"
      aria-label={CAST_TEXT.list}
      aria-activedescendant={active && getOptionId(active)}
      // Also while the prompt has the focus, because the list scrolls.
      tabIndex={0}
      onKeyDown={onKey}
      className="outline-none"
    >
      {members.map((member) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the prompt or the list handles the keys
        // biome-ignore lint/a11y/useFocusableInteractive: the prompt or the list keeps the focus
        <div
          key={member.id}
          id={getOptionId(member)}
          role="option"
          aria-selected={member === active}
          data-active={member === active || undefined}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(member)}
          className="model-option flex items-center gap-3"
        >
          <Picture member={member} className="size-9" />
          <span className="min-w-0 flex-1">
            <bdi className="leading-snug wrap-anywhere">{member.name}</bdi>{' '}
            <span className="block text-[0.8125rem] text-soft">{KIND_NAMES[member.kind]}</span>
          </span>
        </div>
      ))}
    </div>
  )
}

function NoOptions({ status, onReload }: Pick<CastOptionsProps, 'status' | 'onReload'>) {
  return (
    <div className="flex min-h-11 flex-wrap items-center gap-x-4 gap-y-1 px-3 py-1 text-sm">
      <p role="status">{status === 'ready' ? CAST_TEXT.empty : CAST_TEXT[status]}</p>
      {status === 'ready' && (
        <Link to={paths.cast} className="inline-flex min-h-11 items-center font-semibold text-amber underline">
          {CAST_TEXT.add}
        </Link>
      )}
      {status === 'failed' && (
        <Button variant="secondary" size="sm" onClick={onReload}>
          Try again
        </Button>
      )}
    </div>
  )
}

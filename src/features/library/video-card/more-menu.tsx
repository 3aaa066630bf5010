import { Ellipsis, Film, type LucideIcon, Pencil, Share2, Star, Trash2 } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react'
import { useOpening } from '@/components/hooks/use-opening'
import { joinClasses } from '@/components/join-classes'
import { Spinner } from '@/components/spinner'
import type { Job, SucceededJob } from '@/state/jobs/job'
import { getMoreId, useTitleDraft } from '../title-drafts'
import { MenuFacts } from './menu-facts'
import { moveMenuFocus } from './move-menu-focus'
import type { RowHandlers } from './row-handlers'
import { useNextSteps } from './use-next-steps'
import { SourceLink } from './video-facts'

interface MoreMenuProps {
  job: Job
  /** The ID of the video's name. */
  labelledBy: string
  handlers: RowHandlers
  shots: readonly SucceededJob[] | undefined
  isInList: boolean
  /** The actions of the bar, if the bar doesn't show them. */
  main?: readonly { name: string; Icon: LucideIcon; run: () => Promise<void> }[]
  star?: { isStarred: boolean; toggle: () => void }
}

/**
 * A button with a menu of a video's other actions. The browser opens and closes the popover, and returns the focus to
 * the button.
 */
export function MoreMenu({ job, ...props }: MoreMenuProps) {
  const panelId = useId()
  const anchor = `--${panelId}`
  const panel = useRef<HTMLDivElement>(null)
  const { opening, onToggle } = useOpening()
  const [isBusy, setIsBusy] = useState(false)

  async function run(action: () => Promise<void> | void) {
    panel.current?.hidePopover()
    setIsBusy(true)
    await action()
    setIsBusy(false)
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    // The focus returns to the button, and moves on from there.
    if (event.key === 'Tab') panel.current?.hidePopover()
    else moveMenuFocus(event)
  }

  return (
    <>
      <button
        type="button"
        id={getMoreId(job.id)}
        popoverTarget={panelId}
        aria-label="More"
        aria-haspopup="menu"
        aria-busy={isBusy || undefined}
        title="More"
        style={{ anchorName: anchor }}
        className="video-more grid size-9 pointer-coarse:size-11 place-items-center rounded-md text-soft hover:text-text"
      >
        {isBusy ? <Spinner /> : <Ellipsis aria-hidden="true" className="size-5" />}
      </button>
      <div
        ref={panel}
        id={panelId}
        popover="auto"
        onToggle={onToggle}
        style={{ positionAnchor: anchor }}
        className="menu menu-more"
      >
        {opening !== null && <MenuPanel key={opening} {...{ job, run, onKeyDown }} {...props} />}
      </div>
    </>
  )
}

interface MenuPanelProps extends MoreMenuProps {
  run: (action: () => Promise<void> | void) => void
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void
}

function MenuPanel({
  job,
  labelledBy,
  handlers,
  shots = [],
  isInList,
  main = [],
  star,
  run,
  onKeyDown,
}: MenuPanelProps) {
  const menu = useRef<HTMLDivElement>(null)
  const draft = useTitleDraft(job.id)
  const video = job.status === 'succeeded' ? job : null
  const steps = useNextSteps(video, handlers)

  useLayoutEffect(() => menu.current?.querySelector<HTMLElement>('[role^=menuitem]')?.focus(), [])

  const openForm = () => {
    if (!draft.draft) draft.open(job.title)
  }
  const item = ({ Icon, name, action, children }: ItemProps) => (
    <button key={name} type="button" role="menuitem" tabIndex={-1} onClick={() => run(action)} className={itemClass}>
      <Icon aria-hidden="true" className="size-4 shrink-0" />
      <span>
        {name} {children}
      </span>
    </button>
  )
  return (
    <div className="max-h-[calc(100dvh-2rem)] overflow-y-auto rounded-lg border border-edge bg-raise shadow-float">
      {isInList && <MenuFacts job={job} />}
      <div
        ref={menu}
        role="menu"
        tabIndex={-1}
        aria-labelledby={labelledBy}
        onKeyDown={onKeyDown}
        className="grid p-1.5"
      >
        {main.map(({ Icon, name, run: action }) => item({ Icon, name, action }))}
        {star && (
          <button
            type="button"
            role="menuitemcheckbox"
            aria-checked={star.isStarred}
            tabIndex={-1}
            onClick={() => run(star.toggle)}
            className={itemClass}
          >
            <Star aria-hidden="true" className={joinClasses('size-4', star.isStarred && 'fill-amber text-amber')} />
            Star
          </button>
        )}
        {steps.map(({ name, price, Icon, run: action }) =>
          item({
            Icon,
            name,
            action,
            children: price !== undefined && <span className="text-soft tabular-nums">{price} credits</span>,
          }),
        )}
        {shots.length > 1 &&
          item({ Icon: Film, name: `Join ${shots.length} videos`, action: () => handlers.onJoin(shots) })}
        {video && item({ Icon: Share2, name: 'Share', action: () => handlers.onShare(video) })}
        {item({ Icon: Pencil, name: 'Rename', action: openForm })}
        {isInList && job.sourceId && (
          <SourceLink
            sourceId={job.sourceId}
            inputKind={job.inputKind}
            role="menuitem"
            tabIndex={-1}
            className={itemClass}
          />
        )}
        {job.status in ENDED && item({ Icon: Trash2, name: 'Delete', action: () => handlers.onDelete(job) })}
      </div>
    </div>
  )
}

/** The states in which a job can be deleted. */
const ENDED = { succeeded: true, failed: true, stopped: true }

const itemClass =
  'flex min-h-11 w-full items-center gap-3 rounded-md px-2.5 py-1.5 text-left text-[0.9375rem] hover:bg-edge'

interface ItemProps {
  Icon: LucideIcon
  name: string
  action: () => Promise<void> | void
  children?: ReactNode
}

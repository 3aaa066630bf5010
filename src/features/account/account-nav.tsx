import {
  Bell,
  CreditCard,
  FolderArchive,
  KeyRound,
  type LucideIcon,
  MonitorSmartphone,
  UserRound,
  Webhook,
} from 'lucide-react'
import { useLayoutEffect, useRef } from 'react'
import { Link } from 'react-router-dom'
import { joinClasses } from '@/components/join-classes'
import { SECTIONS, type SectionId } from './sections'

const ICONS: Record<SectionId, LucideIcon> = {
  profile: UserRound,
  credits: CreditCard,
  sessions: MonitorSmartphone,
  notifications: Bell,
  keys: KeyRound,
  webhooks: Webhook,
  data: FolderArchive,
}

/** The index of the sections: a column on wide screens, and a row that scrolls sideways on narrow ones. */
export function AccountNav({ current }: { current: SectionId }) {
  const row = useRef<HTMLUListElement>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: each section is scrolled to
  useLayoutEffect(() => {
    const list = row.current
    const link = list?.querySelector<HTMLElement>('[aria-current]')
    if (list && link) list.scrollLeft = link.offsetLeft - (list.clientWidth - link.offsetWidth) / 2
  }, [current])

  return (
    <nav
      aria-label="Account"
      className="border-hairline max-lg:-mx-gutter max-lg:border-b lg:sticky lg:top-[calc(var(--spacing-header)+2rem)] lg:self-start lg:border-l"
    >
      <ul
        ref={row}
        className="relative flex gap-1 overflow-x-auto px-gutter py-2 [scrollbar-width:none] max-lg:scroll-pe-12 max-lg:pe-12 max-lg:[mask-image:linear-gradient(90deg,#000_calc(100%-3.5rem),transparent)] lg:flex-col lg:overflow-visible lg:p-0"
      >
        {SECTIONS.map(({ id, label }) => {
          const Icon = ICONS[id]
          const isCurrent = id === current
          return (
            <li key={id} className="shrink-0">
              <Link
                to={{ hash: id }}
                aria-current={isCurrent ? 'page' : undefined}
                className={joinClasses(
                  'flex min-h-11 items-center gap-2.5 rounded-md px-3 text-[0.9375rem] whitespace-nowrap transition-colors duration-150 lg:-ml-px lg:rounded-l-none lg:border-l-2',
                  isCurrent
                    ? 'border-amber bg-raise font-semibold text-text'
                    : 'border-transparent text-soft hover:bg-raise/60 hover:text-text',
                )}
              >
                <Icon aria-hidden="true" className={joinClasses('size-4.5 shrink-0', isCurrent && 'text-amber')} />
                {label}
              </Link>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}

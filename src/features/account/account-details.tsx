import { type ComponentType, type Ref, useEffect, useId, useRef, useState } from 'react'
import { useCode } from '@/components/hooks/use-code'
import { MissingCode } from '@/components/missing-code/missing-code'
import { Skeleton } from '@/components/skeleton'
import { AccountNav } from './account-nav'
import { ACCOUNT_TEXT } from './account-text'
import { SECTIONS, type SectionId, type SectionProps } from './sections'

/** Each section's code loads when the section is opened. */
const CODE: Record<SectionId, () => Promise<ComponentType<SectionProps>>> = {
  profile: () => import('./profile/profile').then(({ Profile }) => Profile),
  credits: () => import('./statement/account-statement').then(({ AccountStatement }) => AccountStatement),
  sessions: () => import('./sessions/sessions').then(({ Sessions }) => Sessions),
  notifications: () => import('./notifications/notifications').then(({ Notifications }) => Notifications),
  keys: () => import('./keys/key-manager').then(({ KeyManager }) => KeyManager),
  webhooks: () => import('./webhooks/webhook-list').then(({ WebhookList }) => WebhookList),
  data: () => import('./your-data').then(({ YourData }) => YourData),
}

interface AccountDetailsProps extends SectionProps {
  /** The section to show. */
  current: SectionId
}

/** An opened section stays in the document, so that an export continues, and a new secret isn't lost. */
export function AccountDetails({ current, ...props }: AccountDetailsProps) {
  const [opened, setOpened] = useState<ReadonlySet<SectionId>>(new Set([current]))
  if (!opened.has(current)) setOpened(new Set([...opened, current]))

  const heading = useRef<HTMLHeadingElement>(null)
  const focused = useRef(current)
  useEffect(() => {
    if (focused.current === current) return
    focused.current = current
    heading.current?.focus({ preventScroll: true })
  }, [current])

  return (
    <div className="grid grid-cols-1 gap-x-16 gap-y-8 lg:grid-cols-[13rem_minmax(0,1fr)]">
      <AccountNav current={current} />
      <div className="max-w-3xl min-w-0">
        {SECTIONS.map(
          ({ id }) =>
            opened.has(id) && (
              <Panel
                key={id}
                id={id}
                isShown={id === current}
                headingRef={id === current ? heading : undefined}
                {...props}
              />
            ),
        )}
      </div>
    </div>
  )
}

interface PanelProps extends SectionProps {
  id: SectionId
  isShown: boolean
  headingRef: Ref<HTMLHeadingElement> | undefined
}

function Panel({ id, isShown, headingRef, ...props }: PanelProps) {
  const titleId = useId()
  const section = useCode(CODE[id], true)
  const { title, hint } = ACCOUNT_TEXT.sections[id]
  return (
    <section aria-labelledby={titleId} hidden={!isShown}>
      <h2 ref={headingRef} id={titleId} tabIndex={-1} className="text-heading outline-none">
        {title}
      </h2>
      <p className="mt-2 mb-8 max-w-prose text-[0.9375rem] text-soft">{hint}</p>
      {section.code ? (
        <section.code {...props} />
      ) : section.isMissing ? (
        <MissingCode code={section} text={ACCOUNT_TEXT.sectionFailed} className="text-bad" />
      ) : (
        <div role="status" aria-label={`Loading ${title}`}>
          <Skeleton className="h-40 w-full" />
        </div>
      )}
    </section>
  )
}

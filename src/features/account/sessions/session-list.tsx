import type { AccountSession } from '@contract/account'
import { Laptop, Smartphone } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { Badge } from '@/components/badge'
import { Button } from '@/components/button'
import { ConfirmDialog } from '@/components/confirm-dialog'
import { formatDate } from '@/lib/format-date'
import { useOnline } from '@/state/use-online'
import { ACCOUNT_TEXT } from '../account-text'
import { useDevices } from '../use-devices'

interface SessionListProps {
  sessions: readonly AccountSession[]
  /** The ID of this browser's session. */
  own: string | null
  /** Rejects if the session may still be active. */
  onEnd: (sessionId: string) => Promise<void>
}

export function SessionList({ sessions, own, onEnd }: SessionListProps) {
  const id = useId()
  const isOnline = useOnline()
  const devices = useDevices(sessions, own)
  const place = useRef<HTMLDivElement>(null)
  /** The session that the dialog names. It is kept while the dialog closes. */
  const [asked, setAsked] = useState<{ session: AccountSession; isOpen: boolean } | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const [hasFailed, setHasFailed] = useState(false)
  const [hasEnded, setHasEnded] = useState(false)
  const ordered = sessions.toSorted((one, other) => Number(other.id === own) - Number(one.id === own))

  function ask(session: AccountSession) {
    setAsked({ session, isOpen: true })
    setHasFailed(false)
    setHasEnded(false)
  }

  async function end() {
    if (!asked || isBusy) return
    setIsBusy(true)
    setHasFailed(false)
    try {
      await onEnd(asked.session.id)
      setAsked({ ...asked, isOpen: false })
      setHasEnded(true)
      // The clicked button was removed together with its session.
      place.current?.focus()
    } catch {
      setHasFailed(true)
    }
    setIsBusy(false)
  }

  /** Returns the device's name, a space while it loads, or the start of a session whose device isn't known. */
  function describe({ id, userAgent, startedAt }: AccountSession) {
    // A name that is still loading keeps its space, so that nothing moves.
    const name = devices ? devices.get(id)?.name : userAgent || id === own ? '\u00A0' : undefined
    const started = (
      <>
        Signed in <time dateTime={startedAt}>{formatDate(startedAt)}</time>
      </>
    )
    return { name, started }
  }

  return (
    <div ref={place} tabIndex={-1} className="outline-none">
      <ul
        aria-label={ACCOUNT_TEXT.sections.sessions.title}
        className="divide-y divide-hairline border-y border-hairline"
      >
        {ordered.map((session) => {
          const { name, started } = describe(session)
          const Icon = devices?.get(session.id)?.isMobile ? Smartphone : Laptop
          const nameId = `${id}-${session.id}`
          return (
            <li key={session.id} className="flex flex-wrap items-center gap-x-4 gap-y-3 py-4">
              <Icon aria-hidden="true" className="size-6 shrink-0 text-soft max-sm:hidden" />
              <div className="min-w-0 flex-1 basis-48">
                <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
                  <span id={nameId} className="wrap-anywhere">
                    {name ?? started}
                  </span>
                  {session.id === own && <Badge>This device</Badge>}
                </p>
                <p className="mt-1 flex flex-wrap gap-x-4 text-sm text-soft">
                  {name && <span>{started}</span>}
                  <span>
                    Last renewed <time dateTime={session.usedAt}>{formatDate(session.usedAt)}</time>
                  </span>
                </p>
              </div>
              {session.id !== own && (
                <Button
                  variant="secondary"
                  size="sm"
                  disabled={!isOnline}
                  aria-describedby={nameId}
                  onClick={() => ask(session)}
                >
                  Sign out
                </Button>
              )}
            </li>
          )
        })}
      </ul>
      <p role="status" className={hasEnded ? 'mt-3 text-[0.9375rem] text-ok' : 'sr-only'}>
        {hasEnded && ACCOUNT_TEXT.ended}
      </p>
      <ConfirmDialog
        isOpen={asked?.isOpen ?? false}
        title={ACCOUNT_TEXT.endQuestion}
        confirmLabel={isBusy ? 'Signing out…' : 'Sign out'}
        cancelLabel="Cancel"
        onConfirm={() => void end()}
        onCancel={() => asked && setAsked({ ...asked, isOpen: false })}
      >
        {asked && (
          <p className="text-text wrap-anywhere">{describe(asked.session).name ?? describe(asked.session).started}</p>
        )}
        <p>{ACCOUNT_TEXT.endConsequence}</p>
        {hasFailed && (
          <p role="alert" className="text-bad">
            {ACCOUNT_TEXT.endFailed}
          </p>
        )}
      </ConfirmDialog>
    </div>
  )
}

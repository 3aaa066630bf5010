import type { Share } from '@contract/shares'
import { useId, useRef, useState } from 'react'
import { Button } from '@/components/button'
import { describeExtras, describeViews, formatDay, SHARE_TEXT } from './share-text'

interface LinkListProps {
  /** The working links, newest first. */
  shares: readonly Share[]
  isOnline: boolean
  /** Rejects if the link may still work. */
  onRevoke: (shareId: string) => Promise<void>
}

export function LinkList({ shares, isOnline, onRevoke }: LinkListProps) {
  const id = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  const [busyId, setBusyId] = useState<string | null>(null)
  const [outcome, setOutcome] = useState<'revoked' | 'failed' | null>(null)

  async function revoke(shareId: string) {
    setBusyId(shareId)
    setOutcome(null)
    try {
      await onRevoke(shareId)
      setOutcome('revoked')
      // The clicked button was removed together with its link.
      heading.current?.focus()
    } catch {
      setOutcome('failed')
    }
    setBusyId(null)
  }

  return (
    <section aria-labelledby={id} className="border-t border-hairline pt-5">
      <h3 ref={heading} id={id} tabIndex={-1} className="text-base outline-none">
        {SHARE_TEXT.links}
        {shares.length > 0 && <span className="ml-2 font-normal text-soft tabular-nums">{shares.length}</span>}
      </h3>
      {shares.length === 0 && <p className="mt-2 text-[0.9375rem] text-soft">{SHARE_TEXT.none}</p>}
      <ul className="mt-2">
        {shares.map((share) => {
          const extras = describeExtras(share)
          const name = `${id}-${share.id}`
          return (
            <li
              key={share.id}
              className="flex items-center justify-between gap-4 border-t border-hairline py-3 first:border-t-0"
            >
              <div className="min-w-0 text-sm text-soft tabular-nums">
                <p id={name} className="text-[0.9375rem] text-text">
                  Created {formatDay(share.createdAt)}, works until {formatDay(share.expiresAt)}
                </p>
                <p>{describeViews(share)}</p>
                {extras && <p>{extras}</p>}
              </div>
              <Button
                variant="danger"
                size="sm"
                busy={busyId === share.id}
                disabled={!isOnline}
                aria-describedby={name}
                onClick={() => void revoke(share.id)}
              >
                Revoke
              </Button>
            </li>
          )
        })}
      </ul>
      <p role="status" className={outcome === 'revoked' ? 'mt-2 text-[0.9375rem] text-ok' : 'sr-only'}>
        {outcome === 'revoked' && SHARE_TEXT.revoked}
      </p>
      {outcome === 'failed' && (
        <p role="alert" className="mt-2 text-bad">
          {SHARE_TEXT.revokeFailed}
        </p>
      )}
      {(shares.length > 0 || outcome === 'revoked') && <p className="mt-3 text-sm text-soft">{SHARE_TEXT.delay}</p>}
    </section>
  )
}

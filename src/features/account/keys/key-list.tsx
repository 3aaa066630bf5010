import type { ApiKey } from '@contract/keys'
import { useId, useRef, useState } from 'react'
import { Badge } from '@/components/badge'
import { Button } from '@/components/button'
import { ConfirmDialog } from '@/components/confirm-dialog'
import { describeScope, describeSecret, describeUse, KEY_TEXT } from './key-text'

interface KeyListProps {
  /** The keys, newest first. */
  keys: readonly ApiKey[]
  isOnline: boolean
  /** Rejects if the key may still work. */
  onRevoke: (keyId: string) => Promise<void>
}

export function KeyList({ keys, isOnline, onRevoke }: KeyListProps) {
  const id = useId()
  const place = useRef<HTMLDivElement>(null)
  /** The key that the dialog names. It is kept while the dialog closes. */
  const [asked, setAsked] = useState<{ key: ApiKey; isOpen: boolean } | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const [hasFailed, setHasFailed] = useState(false)
  const [ended, setEnded] = useState<string | null>(null)
  const verb = asked?.key.isExpired ? 'Remove' : 'Revoke'

  function ask(key: ApiKey) {
    setAsked({ key, isOpen: true })
    setHasFailed(false)
    setEnded(null)
  }

  async function revoke() {
    if (!asked || isBusy) return
    setIsBusy(true)
    setHasFailed(false)
    try {
      await onRevoke(asked.key.id)
      setAsked({ ...asked, isOpen: false })
      setEnded(asked.key.isExpired ? KEY_TEXT.removed : KEY_TEXT.revoked)
      // The clicked button was removed together with its key.
      place.current?.focus()
    } catch {
      setHasFailed(true)
    }
    setIsBusy(false)
  }

  return (
    <div ref={place} tabIndex={-1} className="w-full outline-none">
      <ul
        aria-label="API keys"
        hidden={keys.length === 0}
        className="divide-y divide-hairline border-y border-hairline"
      >
        {keys.map((key) => {
          const name = `${id}-${key.id}`
          return (
            <li key={key.id} className="flex items-start justify-between gap-4 py-4">
              <div className="min-w-0">
                <p id={name} className="flex flex-wrap items-center gap-x-3 gap-y-1">
                  <span dir="auto" className="wrap-anywhere">
                    {key.name}
                  </span>
                  {key.isExpired && <Badge tone="quiet">Expired</Badge>}
                </p>
                <p className="mt-1 text-sm text-soft tabular-nums">{describeScope(key)}</p>
                <p className="flex flex-wrap gap-x-4 text-sm text-soft tabular-nums">
                  <code>{describeSecret(key)}</code>
                  <span>{describeUse(key)}</span>
                </p>
              </div>
              <Button
                variant={key.isExpired ? 'secondary' : 'danger'}
                size="sm"
                disabled={!isOnline}
                aria-describedby={name}
                onClick={() => ask(key)}
              >
                {key.isExpired ? 'Remove' : 'Revoke'}
              </Button>
            </li>
          )
        })}
      </ul>
      <p role="status" className={ended ? 'mt-2 text-[0.9375rem] text-ok' : 'sr-only'}>
        {ended}
      </p>
      <ConfirmDialog
        isOpen={asked?.isOpen ?? false}
        title={`${verb} this key?`}
        confirmLabel={isBusy ? `${verb.slice(0, -1)}ing…` : verb}
        cancelLabel="Cancel"
        onConfirm={() => void revoke()}
        onCancel={() => asked && setAsked({ ...asked, isOpen: false })}
      >
        <p dir="auto" className="text-text wrap-anywhere">
          {asked?.key.name}
        </p>
        <p>{asked?.key.isExpired ? KEY_TEXT.removeConsequence : KEY_TEXT.revokeConsequence}</p>
        {hasFailed && (
          <p role="alert" className="text-bad">
            {KEY_TEXT.revokeFailed}
          </p>
        )}
      </ConfirmDialog>
    </div>
  )
}

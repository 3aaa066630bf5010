import type { OutgoingWebhook } from '@contract/messages'
import { ChevronDown } from 'lucide-react'
import { useId, useState } from 'react'
import { Button } from '@/components/button'
import { ConfirmDialog } from '@/components/confirm-dialog'
import { joinClasses } from '@/components/join-classes'
import { formatDate } from '@/lib/format-date'
import { DeliveryList } from './delivery-list'
import { useDeliveries } from './use-deliveries'
import type { WebhookApi } from './webhook-api'
import { WEBHOOK_TEXT } from './webhook-text'

interface WebhookItemProps {
  webhook: OutgoingWebhook
  api: WebhookApi
  isOnline: boolean
  /** Rejects if the webhook may still exist. */
  onRemove: (webhookId: string) => Promise<void>
  /** Called when a response has disabled the webhook. */
  onOff: () => void
}

export function WebhookItem({ webhook, api, isOnline, onRemove, onOff }: WebhookItemProps) {
  const { id, url, createdAt, disabledAt } = webhook
  const nameId = useId()
  const listId = useId()
  const [isOpen, setIsOpen] = useState(false)
  const deliveries = useDeliveries(webhook, api, isOpen, onOff)
  return (
    <li className="grid gap-3 py-5">
      <div>
        <p id={nameId} className="wrap-anywhere">
          {url}
        </p>
        <p className="mt-1 text-sm text-soft">
          Added <time dateTime={createdAt}>{formatDate(createdAt)}</time>
        </p>
        {disabledAt && <p className="mt-1 text-sm text-bad">{WEBHOOK_TEXT.gone}</p>}
      </div>
      <div className="flex flex-wrap gap-3">
        <Button
          variant="secondary"
          size="sm"
          aria-expanded={isOpen}
          aria-controls={listId}
          aria-describedby={nameId}
          onClick={() => setIsOpen(!isOpen)}
        >
          Messages
          <ChevronDown
            aria-hidden="true"
            className={joinClasses('size-4 transition-transform duration-150', isOpen && 'rotate-180')}
          />
        </Button>
        {!disabledAt && (
          <Button
            variant="secondary"
            size="sm"
            busy={deliveries.busy === 'test'}
            disabled={!isOnline}
            aria-describedby={nameId}
            onClick={() => {
              setIsOpen(true)
              void deliveries.test()
            }}
          >
            Send test
          </Button>
        )}
        <RemoveWebhook id={id} url={url} nameId={nameId} isOnline={isOnline} onRemove={onRemove} />
      </div>
      <div id={listId} className="min-w-0 empty:hidden">
        {isOpen && <DeliveryList deliveries={deliveries} isOff={disabledAt !== null} isOnline={isOnline} />}
      </div>
    </li>
  )
}

interface RemoveWebhookProps extends Pick<WebhookItemProps, 'isOnline' | 'onRemove'> {
  id: string
  url: string
  nameId: string
}

function RemoveWebhook({ id, url, nameId, isOnline, onRemove }: RemoveWebhookProps) {
  const [isAsked, setIsAsked] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  const [hasFailed, setHasFailed] = useState(false)

  async function remove() {
    if (isBusy) return
    setIsBusy(true)
    setHasFailed(false)
    try {
      await onRemove(id)
    } catch {
      setHasFailed(true)
      setIsBusy(false)
    }
  }

  return (
    <>
      <Button
        variant="danger"
        size="sm"
        disabled={!isOnline}
        aria-describedby={nameId}
        onClick={() => setIsAsked(true)}
      >
        Remove
      </Button>
      <ConfirmDialog
        isOpen={isAsked}
        title={WEBHOOK_TEXT.removeQuestion}
        confirmLabel={isBusy ? 'Removing…' : 'Remove webhook'}
        cancelLabel="Cancel"
        onConfirm={remove}
        onCancel={() => {
          setIsAsked(false)
          setHasFailed(false)
        }}
      >
        <p className="wrap-anywhere">{url}</p>
        <p>{WEBHOOK_TEXT.removeConsequence}</p>
        {hasFailed && (
          <p role="alert" className="text-bad">
            {WEBHOOK_TEXT.removeFailed}
          </p>
        )}
      </ConfirmDialog>
    </>
  )
}

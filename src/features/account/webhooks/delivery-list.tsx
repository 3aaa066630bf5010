import type { WebhookDelivery } from '@contract/messages'
import { useId } from 'react'
import { Button } from '@/components/button'
import { Skeleton } from '@/components/skeleton'
import { formatDate } from '@/lib/format-date'
import type { Deliveries } from './use-deliveries'
import { describeDelivery, describeEvent, WEBHOOK_TEXT } from './webhook-text'

interface DeliveryListProps {
  deliveries: Deliveries
  /** Whether the webhook is disabled, so that it receives no more messages. */
  isOff: boolean
  isOnline: boolean
}

const TONES: Record<WebhookDelivery['state'], string> = {
  delivered: 'text-ok',
  pending: 'text-soft',
  failed: 'text-bad',
}

/** The latest messages to a webhook. */
export function DeliveryList({ deliveries, isOff, isOnline }: DeliveryListProps) {
  const id = useId()
  const { data, error, busy, failure, reload, repeat } = deliveries
  return (
    <div className="grid gap-3 rounded-lg border border-hairline p-4">
      {failure && (
        <p role="alert" className="text-bad">
          {failure}
        </p>
      )}
      {!data && !error && (
        <div role="status" aria-label="Loading messages">
          <Skeleton className="h-12 w-full" />
        </div>
      )}
      {error !== null && (
        <div role="alert" className="flex flex-wrap items-center gap-3 text-bad">
          <p>{WEBHOOK_TEXT.messagesFailed}</p>
          <Button variant="secondary" size="sm" onClick={reload}>
            Try again
          </Button>
        </div>
      )}
      {!error && data?.length === 0 && <p className="text-[0.9375rem] text-soft">{WEBHOOK_TEXT.noMessages}</p>}
      {!error && data && data.length > 0 && (
        <>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it */}
          <section aria-label="Messages" tabIndex={0} className="max-h-96 overflow-y-auto">
            <ul className="divide-y divide-hairline">
              {data.map((delivery) => {
                const name = `${id}-${delivery.id}`
                return (
                  <li key={delivery.id} className="flex items-center justify-between gap-4 py-3 first:pt-0 last:pb-0">
                    <div className="min-w-0 text-sm">
                      <p id={name} className="text-[0.9375rem]">
                        {describeEvent(delivery.event)}, {formatDate(delivery.createdAt)}
                      </p>
                      <p className={TONES[delivery.state]}>{describeDelivery(delivery)}</p>
                    </div>
                    {!isOff && (
                      <Button
                        variant="secondary"
                        size="sm"
                        busy={busy === delivery.id}
                        disabled={!isOnline || (busy !== null && busy !== delivery.id)}
                        aria-describedby={name}
                        onClick={() => void repeat(delivery.id)}
                      >
                        Repeat
                      </Button>
                    )}
                  </li>
                )
              })}
            </ul>
          </section>
        </>
      )}
    </div>
  )
}

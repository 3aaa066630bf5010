import { MAX_WEBHOOKS } from '@contract/messages'
import { Webhook } from 'lucide-react'
import { useMemo, useRef, useState } from 'react'
import { Button } from '@/components/button'
import { ShownOnce } from '@/components/secret/shown-once'
import { Skeleton } from '@/components/skeleton'
import { useServices } from '@/state/services-context'
import { useOnline } from '@/state/use-online'
import { useRemote } from '@/state/use-remote'
import { ListFrame } from '../list-frame'
import { AddWebhook } from './add-webhook'
import { createWebhookApi } from './webhook-api'
import { WebhookItem } from './webhook-item'
import { WEBHOOK_TEXT } from './webhook-text'

/** Lists, adds, and removes webhooks. Only this component's state holds a new secret. */
export function WebhookList() {
  const { api: http } = useServices()
  const api = useMemo(() => createWebhookApi(http), [http])
  const isOnline = useOnline()
  const { data: webhooks, error, load, reload, change } = useRemote(api.list)
  const [secret, setSecret] = useState<{ id: string; value: string } | null>(null)
  const [isRemoved, setIsRemoved] = useState(false)
  const top = useRef<HTMLDivElement>(null)

  async function add(url: string) {
    setIsRemoved(false)
    try {
      const added = await api.add(url)
      setSecret({ id: added.webhook.id, value: added.secret })
      change((webhooks) => [...webhooks, added.webhook])
    } catch (error) {
      // If the response was lost, there may be a webhook whose secret is unknown. Load the list, so that the user can
      // remove the webhook.
      void load()
      throw error
    }
  }

  async function remove(id: string) {
    await api.remove(id)
    if (secret?.id === id) setSecret(null)
    change((webhooks) => webhooks.filter((webhook) => webhook.id !== id))
    setIsRemoved(true)
    top.current?.focus()
  }

  return (
    <div ref={top} tabIndex={-1} className="grid gap-6 outline-none">
      {!isOnline && <p className="text-sm text-soft">{WEBHOOK_TEXT.offline}</p>}
      {!webhooks && !error && (
        <div role="status" aria-label="Loading your webhooks">
          <Skeleton className="h-20 w-full" />
        </div>
      )}
      {!webhooks && error !== null && (
        <div role="alert" className="flex flex-wrap items-center gap-3 text-bad">
          <p>{WEBHOOK_TEXT.failed}</p>
          <Button variant="secondary" size="sm" onClick={reload}>
            Try again
          </Button>
        </div>
      )}
      {secret && (
        <ShownOnce
          key={secret.id}
          title={WEBHOOK_TEXT.ready}
          noun="secret"
          value={secret.value}
          once={WEBHOOK_TEXT.once}
          isMonospaced
        />
      )}
      {webhooks && (
        <ListFrame
          isEmpty={webhooks.length === 0}
          Icon={Webhook}
          title={WEBHOOK_TEXT.none}
          hint={WEBHOOK_TEXT.noneHint}
        >
          {webhooks.length > 0 && (
            <ul className="mb-6 divide-y divide-hairline border-y border-hairline">
              {webhooks.map((webhook) => (
                <WebhookItem
                  key={webhook.id}
                  webhook={webhook}
                  api={api}
                  isOnline={isOnline}
                  onRemove={remove}
                  onOff={() => void load()}
                />
              ))}
            </ul>
          )}
          {webhooks.length < MAX_WEBHOOKS ? (
            <AddWebhook isOnline={isOnline} onAdd={add} />
          ) : (
            <p className="text-soft">{WEBHOOK_TEXT.full}</p>
          )}
        </ListFrame>
      )}
      <p role="status" className={isRemoved ? 'text-ok' : 'sr-only'}>
        {isRemoved && WEBHOOK_TEXT.removed}
      </p>
    </div>
  )
}

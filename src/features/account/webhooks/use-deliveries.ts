import type { OutgoingWebhook, WebhookDelivery } from '@contract/messages'
import { useCallback, useEffect, useRef, useState } from 'react'
import { isRefusedAs } from '@/lib/http/api-error'
import { type Remote, useRemote } from '@/state/use-remote'
import type { WebhookApi } from './webhook-api'
import { WEBHOOK_TEXT } from './webhook-text'

/**
 * The waits before each read of the outcome, in milliseconds. The server sends the message after its response, so the
 * outcome is known later.
 */
const LOOK_MS = [500, 2000, 4000, 5000]

const GONE = 410

export interface Deliveries extends Pick<Remote<readonly WebhookDelivery[]>, 'data' | 'error' | 'reload'> {
  /** The message being sent: `test`, or its ID. Null if none. */
  busy: string | null
  /** The error message of the last send. Null after a success. */
  failure: string | null
  test: () => Promise<void>
  repeat: (deliveryId: string) => Promise<void>
}

/**
 * Reads a webhook's messages while they are shown, and sends messages. `onOff` is called when a response from the
 * user's server has disabled the webhook.
 */
export function useDeliveries(
  { id }: OutgoingWebhook,
  api: WebhookApi,
  isShown: boolean,
  onOff: () => void,
): Deliveries {
  const read = useCallback(() => api.listDeliveries(id), [api, id])
  const { data, error, load, reload } = useRemote(read, isShown)
  const [busy, setBusy] = useState<string | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const isGone = useRef(false)
  useEffect(() => {
    isGone.current = false
    return () => {
      isGone.current = true
    }
  }, [])

  async function send(name: string, start: () => Promise<void>) {
    if (busy) return
    setBusy(name)
    setFailure(null)
    try {
      await start()
      for (const wait of LOOK_MS) {
        await new Promise((resolve) => setTimeout(resolve, wait))
        if (isGone.current) return
        const deliveries = (await load()) ?? []
        if (deliveries.some(({ lastStatus }) => lastStatus === GONE)) onOff()
        if (!deliveries.some(({ state, tries, lastFault }) => state === 'pending' && (tries === 0 || !lastFault))) break
      }
    } catch (error) {
      setFailure(isRefusedAs(error, 'too_many_requests') ? WEBHOOK_TEXT.sendLimited : WEBHOOK_TEXT.sendFailed)
    }
    setBusy(null)
  }

  return {
    data,
    error,
    busy,
    failure,
    reload,
    test: () => send('test', () => api.test(id)),
    repeat: (deliveryId) => send(deliveryId, () => api.repeat(id, deliveryId)),
  }
}

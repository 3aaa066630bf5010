import { Toast } from '@base-ui/react/toast'
import { type ToastMessage, waitingMessages } from './messages'

export const toasts = Toast.createToastManager<ToastMessage>()

const SHOWN_MS = 6_000

/** Shows what waits. */
export function takeMessages(): void {
  const messages = waitingMessages.get()
  if (messages.length === 0) return
  waitingMessages.set([])
  for (const message of messages) {
    // The same text replaces the first: a repeated fault does not pile up.
    toasts.add({ id: message.text, data: message, timeout: message.action ? 0 : SHOWN_MS })
  }
}

import { Toast } from '@base-ui/react/toast'

export interface ToastMessage {
  tone: 'ok' | 'bad' | 'info'
  text: string
  /** Such a message stays until it is closed. */
  action?: { label: string; href: string }
}

export const toasts = Toast.createToastManager<ToastMessage>()

const SHOWN_MS = 6_000

export function showToast(message: ToastMessage): void {
  // The same text replaces the first: a repeated fault does not pile up.
  toasts.add({ id: message.text, data: message, timeout: message.action ? 0 : SHOWN_MS })
}

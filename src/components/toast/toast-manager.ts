import { Toast } from '@base-ui/react/toast'

export interface ToastMessage {
  tone: 'ok' | 'bad' | 'info'
  text: string
  /** A link that stays with the message; such a message stays until it is closed. */
  action?: { label: string; href: string }
}

/** What passes messages from whoever shows one to where they are drawn. */
export const toasts = Toast.createToastManager<ToastMessage>()

const SHOWN_MS = 6_000

export function showToast(message: ToastMessage): void {
  // The same words again take the place of the first: a repeated fault is not a pile.
  toasts.add({ id: message.text, data: message, timeout: message.action ? 0 : SHOWN_MS })
}

import { createStore } from '@/lib/store'

export interface ToastMessage {
  tone: 'ok' | 'bad' | 'info'
  text: string
  /** A link in the message. A message with one stays until it is closed. */
  action?: { label: string; href: string }
}

/** Messages that wait to be shown. */
export const waitingMessages = createStore<readonly ToastMessage[]>([])

/** True once the code that shows messages should load. */
export const isViewportWanted = createStore(false)

export function wantViewport(): void {
  isViewportWanted.set(true)
}

export function showToast(message: ToastMessage): void {
  waitingMessages.set([...waitingMessages.get(), message])
  wantViewport()
}

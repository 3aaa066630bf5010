import { createStore } from '@/lib/store'

export interface ToastMessage {
  tone: 'ok' | 'bad' | 'info'
  text: string
  /** Such a message stays until it is closed. */
  action?: { label: string; href: string }
}

/** Messages that are not shown yet. */
export const waitingMessages = createStore<readonly ToastMessage[]>([])

/** Whether the code that shows messages is to be loaded. */
export const isViewportWanted = createStore(false)

export function wantViewport(): void {
  isViewportWanted.set(true)
}

export function showToast(message: ToastMessage): void {
  waitingMessages.set([...waitingMessages.get(), message])
  wantViewport()
}

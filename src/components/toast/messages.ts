import { createStore } from '@/lib/store'

export interface ToastMessage {
  tone: 'ok' | 'bad' | 'info'
  text: string
  /** The name of the video that the message is about. */
  about?: string
  /** A link in the message. One to a file (`href`) opens a tab, and its message stays until it is closed. `to`: a place in the app. */
  action?: { label: string; href: string } | { label: string; to: string }
}

/** Messages that wait to be shown. */
export const waitingMessages = createStore<readonly ToastMessage[]>([])

/** True once the code that shows messages should load. */
export const isViewportWanted = createStore(false)

export function requestViewport(): void {
  isViewportWanted.set(true)
}

export function showToast(message: ToastMessage): void {
  waitingMessages.set([...waitingMessages.get(), message])
  requestViewport()
}

import { createStore } from '@/lib/store'

export interface ToastMessage {
  tone: 'ok' | 'bad' | 'info'
  text: string
  /** The name of the video that the message describes. */
  about?: string
  /**
   * A link or button in the message. `to` is a path in the app. `href` is a file, opened in a tab, and its message stays
   * until closed.
   */
  action?: { label: string; href: string } | { label: string; to: string } | { label: string; onClick: () => void }
}

/** The messages that wait to be shown. */
export const waitingMessages = createStore<readonly ToastMessage[]>([])

/** Whether to load the code that shows messages. */
export const isViewportWanted = createStore(false)

export function requestViewport(): void {
  isViewportWanted.set(true)
}

export function showToast(message: ToastMessage): void {
  waitingMessages.set([...waitingMessages.get(), message])
  requestViewport()
}

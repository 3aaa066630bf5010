import { Toast as BaseToast } from '@base-ui/react/toast'
import { useEffect } from 'react'
import { type ToastMessage, waitingMessages } from './messages'
import { Toast } from './toast'

const MOST_AT_ONCE = 3

/** Shows messages. They are at the top on phones, where the controls are at the bottom. F6 moves the focus there. */
export function ToastViewport() {
  return (
    <BaseToast.Provider toastManager={toasts} limit={MOST_AT_ONCE}>
      <BaseToast.Portal>
        <BaseToast.Viewport
          lang="en"
          className="fixed inset-x-4 top-[calc(var(--spacing-header)+0.5rem)] z-50 flex flex-col gap-2 sm:top-auto sm:right-6 sm:bottom-6 sm:left-auto sm:w-96 sm:flex-col-reverse"
        >
          <Toasts />
        </BaseToast.Viewport>
      </BaseToast.Portal>
    </BaseToast.Provider>
  )
}

function Toasts() {
  // Must be inside the provider, which misses earlier toasts.
  useEffect(() => {
    takeMessages()
    return waitingMessages.subscribe(takeMessages)
  }, [])
  return BaseToast.useToastManager<ToastMessage>().toasts.map((toast) => <Toast key={toast.id} toast={toast} />)
}

const toasts = BaseToast.createToastManager<ToastMessage>()

const SHOWN_MS = 6_000
/** Long enough to read the message and reach its link by keyboard. */
const SHOWN_WITH_LINK_MS = 30_000

function takeMessages(): void {
  const messages = waitingMessages.get()
  if (messages.length === 0) return
  waitingMessages.set([])
  for (const message of messages) {
    const { text, about = '', action } = message
    const timeout = !action ? SHOWN_MS : 'href' in action ? 0 : SHOWN_WITH_LINK_MS
    // A message with the same text replaces the first one, so a repeated error doesn't stack.
    toasts.add({ id: text + about, data: message, timeout })
  }
}

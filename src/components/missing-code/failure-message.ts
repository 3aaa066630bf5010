import { unsavedParts } from '@/components/hooks/use-unsaved'
import type { ToastMessage } from '@/components/toast/messages'
import { OutdatedPage, reloadOutdatedPage } from '@/lib/browser/missing-code'
import { OUTDATED, OUTDATED_UNSAVED, RELOAD_PAGE } from './missing-code'

/** Returns the message of an action that failed. It offers a reload if the action's code is gone, and else has `text`. */
export function createFailureMessage(cause: unknown, text: string): ToastMessage {
  if (!(cause instanceof OutdatedPage)) return { tone: 'bad', text }
  if (unsavedParts.get() > 0) return { tone: 'bad', text: OUTDATED_UNSAVED }
  return { tone: 'bad', text: OUTDATED, action: { label: RELOAD_PAGE, onClick: () => void reloadOutdatedPage() } }
}

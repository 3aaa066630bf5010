import { useToast } from '@/components/toast/use-toast'
import { useRunner } from './use-runner'

/** Follows the person's job on a page that does not show it: the tab's title, a message and a notification tell of it. */
export function JobKeeper() {
  // Puts the place of messages into the page.
  useToast()
  useRunner()
  return null
}

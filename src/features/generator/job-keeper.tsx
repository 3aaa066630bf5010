import { useToast } from '@/components/toast/use-toast'
import { useJobs } from '@/state/jobs/use-jobs'
import { useServices } from '@/state/services-context'
import { jobActivityFor } from './job-activity'

/** Follows the user's jobs on a page that does not show them: the tab's title, a message and a notification tell of them. */
export function JobKeeper() {
  // Puts the place of messages into the page.
  useToast()
  jobActivityFor(useServices())
  useJobs()
  return null
}

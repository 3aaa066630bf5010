import { useToast } from '@/components/toast/use-toast'
import { useJobs } from '@/state/jobs/use-jobs'
import { useServices } from '@/state/services-context'
import { jobActivityFor } from './job-activity'

export function JobKeeper() {
  // Mounts the viewport of messages.
  useToast()
  jobActivityFor(useServices())
  useJobs()
  return null
}

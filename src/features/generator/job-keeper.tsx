import { useEffect } from 'react'
import { wantViewport } from '@/components/toast/messages'
import { useJobs } from '@/state/jobs/use-jobs'
import { useServices } from '@/state/services-context'
import { jobActivityFor } from './job-activity'

export function JobKeeper() {
  useEffect(wantViewport, [])
  jobActivityFor(useServices())
  useJobs()
  return null
}

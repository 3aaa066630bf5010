import { useEffect } from 'react'
import { wantViewport } from '@/components/toast/messages'
import { useServices } from '@/state/services-context'
import { jobActivityFor } from './job-activity'

export function JobKeeper() {
  const services = useServices()
  useEffect(wantViewport, [])
  useEffect(() => void jobActivityFor(services), [services])
  return null
}

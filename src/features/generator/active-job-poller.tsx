import { useEffect } from 'react'
import { requestViewport } from '@/components/toast/messages'
import { useServices } from '@/state/services-context'
import { jobActivityFor } from './job-activity'

export function ActiveJobPoller() {
  const services = useServices()
  useEffect(requestViewport, [])
  useEffect(() => void jobActivityFor(services), [services])
  return null
}

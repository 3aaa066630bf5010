import { useEffect } from 'react'
import { requestViewport } from '@/components/toast/messages'
import { useServices } from '@/state/services-context'
import { getJobActivity } from './job-activity'

export function ActiveJobPoller() {
  const services = useServices()
  useEffect(requestViewport, [])
  useEffect(() => void getJobActivity(services), [services])
  return null
}

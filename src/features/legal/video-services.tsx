import { useEffect, useState } from 'react'
import * as s from '@/lib/shape'
import { useServices } from '@/state/services-context'

/** Reads the part of the capabilities that this page needs: the whole of it would weigh as much as the page. */
const named = s.object({ data: s.object({ models: s.list(s.object({ providers: s.list(s.filled) })) }) })

/** The names of all providers that may get a prompt on this site, once the server has said them. */
export function VideoServices() {
  const services = useServices()
  const [names, setNames] = useState<string[]>([])
  useEffect(() => {
    if (services.videoMode !== 'gateway') return
    const answer = services.api.request({ method: 'GET', path: '/api/capabilities', isPublic: true })
    answer.then(
      (body) => setNames([...new Set(s.read(named, body)?.data.models.flatMap(({ providers }) => providers) ?? [])]),
      // The sentence below stays.
      () => {},
    )
  }, [services])
  return names.length > 0 ? new Intl.ListFormat('en').format(names) : 'The generator names them below the model.'
}

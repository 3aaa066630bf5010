import { useEffect, useState } from 'react'
import * as s from '@/lib/shape'
import { useServices } from '@/state/services-context'

/** Parses only the provider names. The full parser of the capabilities would be as large as this page. */
const named = s.object({ data: s.object({ models: s.list(s.object({ providers: s.list(s.filled) })) }) })

/** Shows the names of all providers that may receive a prompt on this site, once the server has returned them. */
export function VideoServices() {
  const services = useServices()
  const [names, setNames] = useState<string[]>([])
  useEffect(() => {
    if (services.videoMode !== 'gateway') return
    const answer = services.api.request({ method: 'GET', path: '/api/capabilities', isPublic: true })
    answer.then(
      (body) => setNames([...new Set(s.read(named, body)?.data.models.flatMap(({ providers }) => providers) ?? [])]),
      // The page's general sentence is enough without the names.
      () => {},
    )
  }, [services])
  return names.length > 0 ? new Intl.ListFormat('en').format(names) : 'The generator names them below the model.'
}

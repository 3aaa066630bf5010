import { useCapabilities } from '@/state/capabilities'

/** The names of all providers that may get a prompt on this site, once the server has said them. */
export function VideoServices() {
  const names = new Set(useCapabilities().models.flatMap(({ providers }) => providers))
  return names.size > 0 ? new Intl.ListFormat('en').format(names) : 'The generator names them below the model.'
}

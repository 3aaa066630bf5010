import type { Services } from '@/lib/services'
import { createForm, type Form } from './form-store'
import { createRunner, type Runner } from './runner'

export interface Studio {
  form: Form
  runner: Runner
}

const studios = new WeakMap<Services, Studio>()

/** The form and the running job of this app, which outlive the page that shows them. Made on first use. */
export function studioFor(services: Services): Studio {
  const known = studios.get(services)
  if (known) return known
  const studio = { form: createForm(), runner: createRunner(services) }
  studios.set(services, studio)
  return studio
}

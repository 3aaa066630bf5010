import type { Services } from '@/lib/services'
import { activityFor } from '@/state/activity'
import { createForm, type Form } from './form-store'
import { followJob, type JobActivity } from './job-activity'
import { createRunner, type Runner } from './runner'

export interface Studio {
  form: Form
  runner: Runner
  activity: JobActivity
}

const studios = new WeakMap<Services, Studio>()

/** The form and the running job of this app, which outlive the page that shows them. Made on first use. */
export function studioFor(services: Services): Studio {
  const known = studios.get(services)
  if (known) return known
  const runner = createRunner(services)
  const studio = { form: createForm(), runner, activity: followJob(runner.state, activityFor(services)) }
  studios.set(services, studio)
  return studio
}

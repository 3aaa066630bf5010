// What outlives the page that shows it, one of each for the app, made on first use: the form, and the running job.
import type { Services } from '@/lib/services'
import { activityFor } from '@/state/activity'
import { createForm, type Form } from './form/form-store'
import { createRunner, type Runner } from './runner'
import { followJob, type JobActivity } from './stage/job-activity'

const forms = new WeakMap<Services, Form>()
const runners = new WeakMap<Services, { runner: Runner; activity: JobActivity }>()

export function formFor(services: Services): Form {
  const known = forms.get(services)
  if (known) return known
  const form = createForm()
  forms.set(services, form)
  return form
}

/** The running job, and what tells every page of it. */
export function runnerFor(services: Services): { runner: Runner; activity: JobActivity } {
  const known = runners.get(services)
  if (known) return known
  const runner = createRunner(services)
  const made = { runner, activity: followJob(runner.state, activityFor(services)) }
  runners.set(services, made)
  return made
}

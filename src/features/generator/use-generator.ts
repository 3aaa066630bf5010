import { useEffect, useState } from 'react'
import { useCapabilities, useModel } from '@/state/capabilities'
import { useCredits } from '@/state/credits/use-credits'
import { fitFields } from '@/state/jobs/fields'
import { countOpen, stageOf } from '@/state/jobs/job'
import { useJobs } from '@/state/jobs/use-jobs'
import { useServices } from '@/state/services-context'
import { useSession } from '@/state/session/use-session'
import { formFor } from './form/form-store'
import { useFieldValue } from './form/use-field-value'
import { type Problem, validate } from './form/validate'
import { imageToDataUri } from './image/image'
import { jobActivityFor } from './job-activity'

export function useGenerator() {
  const services = useServices()
  const form = formFor(services)
  const activity = jobActivityFor(services)
  const { jobs, shownId, prices, actions } = useJobs()
  const { status, userId, signInCode, localUser, isSignedIn, retry } = useSession()
  const credits = useCredits()
  const stage = stageOf(jobs.find(({ id }) => id === shownId))
  const model = useModel(useFieldValue(form, 'model'))
  const { maxOpenJobs } = useCapabilities()
  const price = prices[model.id] ?? model.credits
  const openJobs = countOpen(jobs)
  const [problem, setProblem] = useState<Problem | null>(null)

  // After a sign-in the balance reads 0 until the server answers: no reason to send anybody shopping.
  const isKnown = credits.status === 'ready' || (localUser !== null && localUser.id === userId)
  const spendable = isSignedIn && isKnown ? Math.max(0, credits.credits - credits.pending) : null

  useEffect(() => form.open(), [form])
  useEffect(() => activity.show(), [activity])

  useEffect(() => {
    if (status !== 'loading' && userId) form.belongTo(userId)
  }, [form, status, userId])

  // A problem is stale once the form has changed.
  useEffect(() => {
    const forget = () => setProblem(null)
    const unsubscribes = [form.fields, form.picture, form.intake.work].map((store) => store.subscribe(forget))
    return () => {
      for (const unsubscribe of unsubscribes) unsubscribe()
    }
  }, [form])

  function sessionOf() {
    if (signInCode !== 'fine') return 'missing'
    if (isSignedIn) return 'signed_in'
    return status === 'loading' ? 'loading' : 'signed_out'
  }

  /** Starts a job, or returns what is wrong. */
  function generate(): Problem | null {
    const fields = fitFields(form.fields.get(), model)
    const picture = form.picture.get()
    const found = validate({
      fields,
      model,
      price,
      picture: form.intake.work.get().isBusy ? 'preparing' : picture ? 'ready' : 'none',
      session: sessionOf(),
      credits: spendable,
      openJobs,
      maxOpenJobs,
    })
    setProblem(found)
    if (signInCode === 'missing') retry()
    if (found || !userId) return found
    form.replaced.set(null)
    const readImage = fields.mode === 'image' && picture ? () => imageToDataUri(picture) : null
    actions.start({ fields, model, price, readImage })
    return null
  }

  return {
    form,
    stage,
    model,
    price,
    prices,
    // A job may have ended since.
    problem: problem?.field === 'jobs' && openJobs < maxOpenJobs ? null : problem,
    spendable,
    openJobs,
    maxOpenJobs,
    isSignedOut: status !== 'loading' && !isSignedIn,
    isDirect: services.videoMode === 'direct',
    generate,
    actions,
    reset() {
      setProblem(null)
      actions.reset()
    },
  }
}

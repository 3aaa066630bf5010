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
  const session =
    signInCode !== 'fine' ? 'missing' : status === 'loading' ? 'loading' : isSignedIn ? 'signed_in' : 'signed_out'
  const [problem, setProblem] = useState<Problem | null>(null)
  /** A click came before it was known who is signed in. */
  const [isWaiting, setIsWaiting] = useState(false)

  // After a sign-in the balance reads 0 until the server answers: no reason to send anybody shopping.
  const isKnown = credits.status === 'ready' || (localUser !== null && localUser.id === userId)
  const spendable = isSignedIn && isKnown ? Math.max(0, credits.credits - credits.pending) : null

  useEffect(() => form.open(), [form])
  useEffect(() => activity.show(), [activity])

  useEffect(() => {
    if (status !== 'loading' && userId) form.belongTo(userId)
  }, [form, status, userId])

  // A problem is stale once the form has changed, and so is a click.
  useEffect(() => {
    const forget = () => {
      setProblem(null)
      setIsWaiting(false)
    }
    const unsubscribes = [form.fields, form.image, form.intake.work].map((store) => store.subscribe(forget))
    return () => {
      for (const unsubscribe of unsubscribes) unsubscribe()
    }
  }, [form])

  /** Starts a job, now or as soon as it is known who is signed in, or returns what is wrong. */
  function generate(): Problem | null {
    const fields = fitFields(form.fields.get(), model)
    const image = form.image.get()
    const found = validate({
      fields,
      model,
      price,
      image: form.intake.work.get().isBusy ? 'preparing' : image ? 'ready' : 'none',
      session,
      credits: spendable,
      openJobs,
      maxOpenJobs,
    })
    setProblem(found)
    if (signInCode === 'missing') retry()
    setIsWaiting(!found && session === 'loading')
    if (found || session === 'loading' || !userId) return found
    form.replaced.set(null)
    const readImage = fields.mode === 'image' && image ? () => imageToDataUri(image) : null
    actions.start({ fields, model, price, readImage })
    return null
  }

  // After useJobs(), whose effect tells the jobs first whose they are.
  useEffect(() => {
    if (isWaiting && session !== 'loading') generate()
  })

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
    isWaiting,
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

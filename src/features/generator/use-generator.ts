import { useEffect, useState, useSyncExternalStore } from 'react'
import type { Model } from '@/config/models'
import { useCapabilities, useModel } from '@/state/capabilities'
import { useCredits } from '@/state/credits/use-credits'
import { fitFields } from '@/state/jobs/fields'
import { countOpen, foremost, shownJobs, stageOf } from '@/state/jobs/job'
import { useJobs } from '@/state/jobs/use-jobs'
import { useServices } from '@/state/services-context'
import { useSession } from '@/state/session/use-session'
import { useOnline } from '@/state/use-online'
import { formFor } from './form/form-store'
import { useFieldValue } from './form/use-field-value'
import { type Problem, validate } from './form/validate'
import { imageToDataUri } from './image/image'
import { jobActivityFor } from './job-activity'

const NO_RIVALS: readonly string[] = []
const noRivals = () => NO_RIVALS

export function useGenerator() {
  const services = useServices()
  const form = formFor(services)
  const activity = jobActivityFor(services)
  const { jobs, shownIds, prices, actions } = useJobs()
  const { status, userId, signInCode, localUser, isSignedIn, retry } = useSession()
  const credits = useCredits()
  const shown = shownJobs({ jobs, shownIds })
  const stage = stageOf(foremost(shown))
  const model = useModel(useFieldValue(form, 'model'))
  const { models: known, maxOpenJobs } = useCapabilities()
  const offered = known.filter(({ isOn }) => isOn)
  const rivals = useSyncExternalStore(form.rivals.subscribe, form.rivals.get, noRivals)
  const models = [model, ...rivals.flatMap((rival) => offered.find(({ id }) => id === rival && id !== model.id) ?? [])]
  const priceOf = ({ id, credits }: Model) => prices[id] ?? credits
  const price = models.reduce((sum, one) => sum + priceOf(one), 0)
  const openJobs = countOpen(jobs)
  const isOnline = useOnline()
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
    const unsubscribes = [form.fields, form.image, form.intake.work, form.rivals].map((store) =>
      store.subscribe(forget),
    )
    return () => {
      for (const unsubscribe of unsubscribes) unsubscribe()
    }
  }, [form])

  /** Starts a job, now or as soon as it is known who is signed in, or returns what is wrong. */
  function generate(isReached = navigator.onLine): Problem | null {
    const fields = form.fields.get()
    const image = form.image.get()
    const found = validate({
      fields,
      models,
      price,
      image: form.intake.work.get().isBusy ? 'preparing' : image ? 'ready' : 'none',
      session,
      credits: spendable,
      openJobs,
      maxOpenJobs,
      isOffline: !isReached,
    })
    setProblem(found)
    if (found?.field === 'connection') void startIfReached()
    if (signInCode === 'missing') retry()
    setIsWaiting(!found && session === 'loading')
    if (found || session === 'loading' || !userId) return found
    form.replaced.set(null)
    const readImage = fields.mode === 'image' && image ? () => imageToDataUri(image) : null
    const [first, ...others] = models.map((one) => ({
      fields: fitFields(fields, one),
      model: one,
      price: priceOf(one),
      readImage,
      imageName: image?.file.name,
    }))
    if (first) actions.start(first, ...others)
    return null
  }

  /** A server on this machine answers without a network. */
  async function startIfReached() {
    try {
      await services.api.request({ method: 'GET', path: '/health', retries: 0 })
    } catch {
      return
    }
    generate(true)
  }

  // After useJobs(), whose effect tells the jobs first whose they are.
  useEffect(() => {
    if (isWaiting && session !== 'loading') generate()
  })

  /** A job may have ended since, or the network come back. */
  const isOver = (one: Problem | null) =>
    (one?.field === 'jobs' && openJobs < maxOpenJobs) || (one?.field === 'connection' && isOnline)

  return {
    form,
    /** Of all that is shown. */
    stage,
    /** Those in the panel that are compared; empty for a single one. */
    compared: shownIds.length > 1 ? shown : [],
    /** The one chosen, first, and those to compare it with. */
    models,
    offered,
    model,
    /** Of all models. */
    price,
    prices,
    problem: isOver(problem) ? null : problem,
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

import { use, useEffect, useState, useSyncExternalStore } from 'react'
import { useStore } from '@/components/hooks/use-store'
import { LeavingContext } from '@/components/page-move'
import type { Model } from '@/config/models'
import { NetworkError } from '@/lib/http/api-error'
import { createStore } from '@/lib/store'
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

/** A click on Generate that waits: for the sign-in to be checked, or offline for the server to be found. */
interface Click {
  /** Null while it is not known who clicked. */
  userId: string | null
  /** What the button and the form showed. */
  order: string
  /** Null until the server has answered or not. */
  isReached: boolean | null
}

export function useGenerator() {
  const services = useServices()
  const form = formFor(services)
  const activity = jobActivityFor(services)
  const { jobs, shownIds, prices, list, actions } = useJobs()
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
  /** One at a time: the next click takes the place of the one before. */
  const [clicks] = useState(() => createStore<Click | null>(null))
  const click = useStore(clicks)
  const isLeaving = use(LeavingContext)

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
      clicks.set(null)
    }
    const unsubscribes = [form.fields, form.image, form.intake.work, form.rivals].map((store) =>
      store.subscribe(forget),
    )
    return () => {
      for (const unsubscribe of unsubscribes) unsubscribe()
    }
  }, [form, clicks])

  // Whoever leaves takes the click back, though this page stays until the code of the next one is there.
  // biome-ignore lint/correctness/useExhaustiveDependencies: leaving runs the cleanup
  useEffect(() => {
    const end = () => clicks.set(null)
    window.addEventListener('pagehide', end)
    return () => {
      window.removeEventListener('pagehide', end)
      end()
    }
  }, [clicks, isLeaving])

  const orderOf = () => JSON.stringify(models.map((one) => [fitFields(form.fields.get(), one), priceOf(one)]))

  /** Starts a job, now or as soon as it may, or returns what is wrong. */
  function generate(): Problem | null {
    const mine: Click = { userId, order: orderOf(), isReached: navigator.onLine || null }
    const found = proceed(mine)
    if (clicks.get() === mine && mine.isReached === null) void reach(mine)
    return found
  }

  function proceed(mine: Click): Problem | null {
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
      isOffline: mine.isReached === false,
    })
    setProblem(found)
    if (signInCode === 'missing') retry()
    const isWaiting = !found && (session === 'loading' || mine.isReached === null)
    clicks.set(isWaiting ? mine : null)
    if (found || isWaiting || !userId) return found
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
  async function reach(mine: Click) {
    const isReached = await services.api.request({ method: 'GET', path: '/health', retries: 0 }).then(
      () => true,
      (error) => !(error instanceof NetworkError),
    )
    if (clicks.get() === mine) clicks.set({ ...mine, isReached })
  }

  // After useJobs(), whose effect tells the jobs first whose they are.
  useEffect(() => {
    const mine = clicks.get()
    if (!mine) return
    const isOther = mine.order !== orderOf() || (mine.userId !== null && mine.userId !== userId)
    if (isOther) clicks.set(null)
    else if (session !== 'loading' && mine.isReached !== null) proceed(mine)
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
    isWaiting: click !== null,
    isSignedOut: status !== 'loading' && !isSignedIn,
    /** Nothing is known of holds, and nothing is kept: the provider alone answers, or a server of the specified calls. */
    isDirect: services.videoMode === 'direct' || list === 'missing',
    generate,
    actions,
    reset() {
      setProblem(null)
      actions.reset()
    },
  }
}

// One click on Generate starts at most the job that its button showed. This owns the click that waits: for the sign-in to be
// checked, or offline for the server to be found. Any change of the form and leaving the page take it back.
import { NetworkError } from '@/lib/http/api-error'
import { memoizeByKey } from '@/lib/memoize-by-key'
import type { Services } from '@/lib/services'
import { createStore } from '@/lib/store'
import { getCapabilitiesStore } from '@/state/capabilities'
import { type CreditsState, getCreditsStore, sumPending } from '@/state/credits/credits'
import { fitFields } from '@/state/jobs/fields'
import { countOpen, findUnconfirmed } from '@/state/jobs/job'
import { MESSAGES } from '@/state/jobs/job-text'
import { getJobStore } from '@/state/jobs/jobs'
import { getSessionStore, type SessionState } from '@/state/session/session'
import { imageToDataUri } from './image/image'
import { createImageInput } from './inputs/advanced-snapshot'
import { getChosenModels, getPricedModels } from './inputs/chosen-models'
import { getForm } from './inputs/form-store'
import { hasSameItemsInOrder } from './inputs/has-same-items-in-order'
import { getTakes } from './inputs/takes'
import { type FormProblem, validate } from './inputs/validate'
import { isDirectMode } from './use-is-direct-mode'

interface Click {
  /** The id of the user who clicked. Null while unknown. */
  userId: string | null
  /** The values that the button showed. The click is dropped once they change. */
  shown: readonly unknown[]
  /** True if a server answers. Null until known. */
  isReached: boolean | null
}

export interface SubmitState {
  /** The problem that the last click found. */
  problem: FormProblem | null
  /** The click that waits. The next click replaces it. */
  waiting: Click | null
}

const NOTHING: SubmitState = { problem: null, waiting: null }

export const getSubmitStore = memoizeByKey(createSubmitStore)

function createSubmitStore(services: Services) {
  const session = getSessionStore(services)
  const credits = getCreditsStore(services)
  const jobs = getJobStore(services)
  const capabilities = getCapabilitiesStore(services)
  const form = getForm(services)
  const store = createStore(NOTHING, watch)
  let isCheckDue = false

  /** Returns each model with the price of one take, the number of takes that the button shows, and the further inputs. */
  function readPricedModels() {
    const { prices } = jobs.get()
    const { models: known, maxOpenJobs } = capabilities.get()
    const isSingle = isDirectMode(services, jobs.get())
    const models = getChosenModels(known, form.fields.get().model, isSingle ? [] : form.comparedModelIds.get())
    const takes = isSingle ? 1 : getTakes(form.takes.get(), models.length, maxOpenJobs)
    const advanced = isSingle ? null : form.advanced.get()
    const priced = getPricedModels(models, prices, advanced)
    return { takes, models, priced, advanced, isUnknown: !isSingle && !advanced && models[0].inputs !== null }
  }

  /** Lists what the button shows and can change without the form: how many videos, and of what length and shape at what price. */
  function listShown(): readonly unknown[] {
    const fields = form.fields.get()
    const { takes, priced } = readPricedModels()
    const each = priced.flatMap(({ model, price, source }) => {
      const { length, aspectRatio } = fitFields(fields, model)
      return [model.id, length, aspectRatio, price, source]
    })
    return [takes, ...each]
  }

  /** Starts the click's job, unless something is wrong or not yet known. */
  function proceed(click: Click): FormProblem | null {
    if (click !== store.get().waiting) return null
    const fields = form.fields.get()
    const image = form.image.get()
    const { takes, models, priced, advanced, isUnknown } = readPricedModels()
    const sendsImage = advanced?.hasFirstImage ?? true
    const state = session.get()
    const problem = validate({
      fields,
      models,
      takes,
      price: takes * priced.reduce((sum, { price }) => sum + price, 0),
      image: sendsImage ? (form.intake.work.get().isBusy ? 'preparing' : image ? 'ready' : 'none') : 'ready',
      inputProblem: isUnknown
        ? { field: 'model', message: MESSAGES.optionsLoading }
        : (advanced?.findProblem(models) ?? null),
      session: classifySession(state),
      credits: countSpendable(state, credits.get()),
      openJobs: countOpen(jobs.get().jobs),
      unconfirmed: findUnconfirmed(jobs.get().jobs),
      maxOpenJobs: capabilities.get().maxOpenJobs,
      isOffline: click.isReached === false,
    })
    if (state.signInCode === 'missing') session.retry()
    if (!problem && (state.status === 'loading' || click.isReached === null)) return null
    store.set({ problem, waiting: null })
    if (problem) return problem
    form.replaced.set(null)
    const input = advanced
      ? advanced.createInput(models, takes * models.length)
      : createImageInput(fields.mode, image && (() => imageToDataUri(image)))
    const imageName = sendsImage ? image?.file.name : undefined
    const [first, ...others] = priced.flatMap((offer) =>
      Array.from({ length: takes }, (_, take) => {
        return { ...offer, fields: fitFields(fields, offer.model), input, imageName, take }
      }),
    )
    if (first) jobs.start(first, ...others)
    return null
  }

  /** Asks whether a server answers. One on this machine answers without a network. */
  async function reach(click: Click) {
    const isReached = await services.api.request({ method: 'GET', path: '/health', retries: 0 }).then(
      () => true,
      (error) => !(error instanceof NetworkError),
    )
    if (click !== store.get().waiting) return
    store.set({ problem: null, waiting: { ...click, isReached } })
    check()
  }

  function check() {
    const click = store.get().waiting
    if (!click) return
    const { userId } = session.get()
    const isOther = !hasSameItemsInOrder(click.shown, listShown()) || (click.userId !== null && click.userId !== userId)
    if (isOther) cancelSubmit()
    else proceed(click)
  }

  // Once every store has heard of a change, in whatever order.
  function checkSoon() {
    if (isCheckDue || !store.get().waiting) return
    isCheckDue = true
    queueMicrotask(() => {
      isCheckDue = false
      check()
    })
  }

  function cancelSubmit() {
    const { problem, waiting } = store.get()
    if (waiting) store.set({ problem, waiting: null })
  }

  // A problem is stale once the form has changed, and so is a click.
  const forget = () => store.set(NOTHING)

  /** Follows the stores while the generator is on the page. */
  function watch(): () => void {
    const stops = [
      ...[form.fields, form.image, form.intake.work, form.comparedModelIds, form.takes, form.advanced].map((part) =>
        part.subscribe(forget),
      ),
      ...[session, credits, jobs, capabilities].map((part) => part.subscribe(checkSoon)),
    ]
    window.addEventListener('pagehide', cancelSubmit)
    return () => {
      for (const stop of stops) stop()
      window.removeEventListener('pagehide', cancelSubmit)
      forget()
    }
  }

  return {
    get: store.get,
    getInitial: store.getInitial,
    subscribe: store.subscribe,
    /** Starts a job, now or as soon as possible, or returns what is wrong. */
    generate(): FormProblem | null {
      const click: Click = { userId: session.get().userId, shown: listShown(), isReached: navigator.onLine || null }
      store.set({ problem: null, waiting: click })
      const problem = proceed(click)
      if (click.isReached === null) void reach(click)
      return problem
    },
    /** Drops the waiting click. */
    takeBack: cancelSubmit,
    /** Clears the panel, for 'Try Again' and 'Generate New'. */
    reset() {
      forget()
      jobs.reset()
    },
  }
}

export function classifySession({ status, signInCode, isSignedIn }: SessionState) {
  if (signInCode !== 'fine') return 'missing'
  if (status === 'loading') return 'loading'
  return isSignedIn ? 'signed_in' : 'signed_out'
}

/** Returns the credits that no job claims. Null while unknown: after a sign-in the balance is 0 until the server answers. */
export function countSpendable(
  { isSignedIn, localUser, userId }: SessionState,
  { status, credits, pending }: CreditsState,
): number | null {
  const isKnown = status === 'ready' || (localUser !== null && localUser.id === userId)
  return isSignedIn && isKnown ? Math.max(0, credits - sumPending(pending)) : null
}

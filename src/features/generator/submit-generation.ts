// Submits the form. One click on Generate starts at most the jobs that its button showed. A click may wait until the
// session is known or, offline, until the server responds. Any change of the form, and leaving the page, cancels the
// waiting click.

import { CAST_CHANGED } from '@contract/sentences'
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
import { getPanelState } from '@/state/jobs/panel'
import { getSessionStore, type SessionState } from '@/state/session/session'
import { imageToDataUri } from './image/image'
import { createImageInput } from './inputs/advanced-snapshot'
import { getChosenModels, getPricedModels } from './inputs/chosen-models'
import { getForm } from './inputs/form-store'
import { hasSameItemsInOrder } from './inputs/has-same-items-in-order'
import { addCast } from './inputs/prompt-cast'
import { getTakes } from './inputs/takes'
import { type FormProblem, validate } from './inputs/validate'
import { isDirectMode } from './use-is-direct-mode'

interface Click {
  /** The ID of the user who clicked. Null while unknown. */
  userId: string | null
  /** The values that the button showed. If they change, the click is canceled. */
  shown: readonly unknown[]
  /** Whether the server responds. Null until known. */
  isReached: boolean | null
}

export interface SubmitState {
  /** The problem that the last click found. */
  problem: FormProblem | null
  /** The waiting click. The next click replaces it. */
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

  // The first change after Generate leaves the job to its row in the library, as 'Start another video' does. This also
  // holds for a prompt that another page puts into the form.
  form.edits.subscribe(() => {
    const state = jobs.get()
    if (getPanelState(state) === 'generating' && !isDirectMode(services, state)) jobs.moveToBackground()
  })

  /** Returns each model with the price of one take, the number of takes on the button, and the advanced inputs. */
  function readPricedModels() {
    const { prices } = jobs.get()
    const { models: known, maxOpenJobs } = capabilities.get()
    const isSingle = isDirectMode(services, jobs.get())
    const models = getChosenModels(known, form.fields.get().model, isSingle ? [] : form.comparedModelIds.get())
    const takes = isSingle ? 1 : getTakes(form.takes.get(), models.length, maxOpenJobs)
    const advanced = isSingle ? null : form.advanced.get()
    const cast = isSingle ? null : form.cast.get()
    const priced = getPricedModels(models, prices, { fields: form.fields.get(), advanced, cast })
    const isUnknown = !isSingle && !advanced && models[0].inputs !== null
    const isCastUnknown = !isSingle && !cast && session.get().userId !== null
    return { takes, models, priced, advanced, cast, isUnknown, isCastUnknown }
  }

  function findInputProblem({ models, advanced, cast, isUnknown, isCastUnknown }: ReturnType<typeof readPricedModels>) {
    const fields = form.fields.get()
    if (isUnknown) return { field: 'model' as const, message: MESSAGES.optionsLoading }
    if (isCastUnknown && fields.prompt.includes('@')) return { field: 'prompt' as const, message: MESSAGES.castLoading }
    return (
      cast?.findProblem(fields.prompt) ??
      advanced?.findProblem(models, (model) => cast?.getKind(model, fields, advanced) ?? null) ??
      null
    )
  }

  /** Says that a member was renamed or deleted since the cast was read, unless the user has changed the form meanwhile. */
  async function onCastChanged() {
    const edits = form.edits.get()
    await form.cast.get()?.load()
    if (edits === form.edits.get()) store.set({ problem: { field: 'prompt', message: CAST_CHANGED }, waiting: null })
  }

  /**
   * Lists the values on the button that can change without the form. These are the number of videos, and their models,
   * lengths, aspect ratios, and prices.
   */
  function listShown(): readonly unknown[] {
    const fields = form.fields.get()
    const { takes, priced } = readPricedModels()
    const each = priced.flatMap(({ model, price, source }) => {
      const { length, aspectRatio } = fitFields(fields, model)
      return [model.id, length, aspectRatio, price, source]
    })
    return [takes, ...each]
  }

  /** Starts the click's jobs, unless there is a problem or something isn't known yet. */
  function proceed(click: Click): FormProblem | null {
    if (click !== store.get().waiting) return null
    const fields = form.fields.get()
    const image = form.image.get()
    const read = readPricedModels()
    const { takes, models, priced, advanced, cast } = read
    const sendsImage = advanced?.hasFirstImage ?? true
    const state = session.get()
    const problem = validate({
      fields,
      models,
      takes,
      price: takes * priced.reduce((sum, { price }) => sum + price, 0),
      image: sendsImage ? (form.intake.work.get().isBusy ? 'preparing' : image ? 'ready' : 'none') : 'ready',
      inputProblem: findInputProblem(read),
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
    const plain = advanced
      ? advanced.createInput(models, takes * models.length)
      : createImageInput(fields.mode, image && (() => imageToDataUri(image)))
    const input = addCast(plain, cast?.listIds(fields.prompt) ?? [], onCastChanged)
    // The form keeps its image in text mode, and doesn't send it.
    const imageName = sendsImage && fields.mode === 'image' ? image?.file.name : undefined
    const [first, ...others] = priced.flatMap((offer) =>
      Array.from({ length: takes }, (_, take) => {
        return { ...offer, fields: fitFields(fields, offer.model), input, imageName, take }
      }),
    )
    if (first) jobs.start(first, ...others)
    return null
  }

  /** Checks whether the server responds. Even offline, a server on this machine responds. */
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

  // Waits until every store has received the change.
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

  // A change of the form invalidates both the problem and the waiting click.
  const forget = () => store.set(NOTHING)

  /** Subscribes to the stores while the generator is on the page. */
  function watch(): () => void {
    const stops = [
      ...[form.fields, form.image, form.intake.work, form.comparedModelIds, form.takes, form.advanced].map((part) =>
        part.subscribe(forget),
      ),
      ...[session, credits, jobs, capabilities, form.cast].map((part) => part.subscribe(checkSoon)),
      form.cast.subscribe(() => store.get().problem && forget()),
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
    /** Starts the jobs, now or as soon as possible, or returns the problem. */
    generate(): FormProblem | null {
      const click: Click = { userId: session.get().userId, shown: listShown(), isReached: navigator.onLine || null }
      store.set({ problem: null, waiting: click })
      const problem = proceed(click)
      if (click.isReached === null) void reach(click)
      return problem
    },
    /** Cancels the waiting click. */
    takeBack: cancelSubmit,
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

/**
 * Returns the credits that no job has reserved. Null while unknown, because the balance is 0 between the sign-in and
 * the server's response.
 */
export function countSpendable(
  { isSignedIn, localUser, userId }: SessionState,
  { status, credits, pending }: CreditsState,
): number | null {
  const isKnown = status === 'ready' || (localUser !== null && localUser.id === userId)
  return isSignedIn && isKnown ? Math.max(0, credits - sumPending(pending)) : null
}

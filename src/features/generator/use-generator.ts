import { useEffect, useState } from 'react'
import { useStore } from '@/components/hooks/use-store'
import { useModel } from '@/state/capabilities'
import { useCredits } from '@/state/credits/use-credits'
import { useServices } from '@/state/services-context'
import { useSession } from '@/state/session/use-session'
import { useFieldValue } from './form/use-field-value'
import { type Problem, validate } from './form/validate'
import { formFor } from './studio'
import { useRunner } from './use-runner'

/** The generator for a page: the running job, the form, who is asking, and the presses. */
export function useGenerator() {
  const services = useServices()
  const form = formFor(services)
  const { runner, activity, userId, peers } = useRunner()
  const { status, signInCode, localUser, isSignedIn, retry } = useSession()
  const credits = useCredits()
  const state = useStore(runner.state)
  const prices = useStore(runner.prices)
  const model = useModel(useFieldValue(form, 'modelId'))
  const price = prices[model.id] ?? model.credits
  const [problem, setProblem] = useState<Problem | null>(null)

  // Right after a sign-in the balance reads 0 until the server was asked: that is no reason to send anybody shopping.
  const isKnown = credits.status === 'ready' || (localUser !== null && localUser.id === userId)
  const spendable = isSignedIn && isKnown ? Math.max(0, credits.credits - credits.pending) : null

  useEffect(() => form.open(), [form])
  useEffect(() => activity.show(), [activity])

  useEffect(() => {
    if (status !== 'loading' && userId) form.belongTo(userId)
  }, [form, status, userId])

  // What was said about the form is not true of a form that has changed since.
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

  /** Checks the form and starts a job, or answers what is wrong. */
  function generate(): Problem | null {
    const fields = form.fields.get()
    const picture = form.picture.get()
    const found = validate({
      fields,
      model,
      price,
      picture: form.intake.work.get().isBusy ? 'preparing' : picture ? 'ready' : 'none',
      session: sessionOf(),
      credits: spendable,
    })
    setProblem(found)
    if (signInCode === 'missing') retry()
    if (found || !userId) return found
    form.replaced.set(null)
    runner.generate({ userId, fields, model, price, picture }, peers)
    return null
  }

  /** 'Try Again' and 'Generate New'. */
  function reset() {
    setProblem(null)
    const needsSignIn = state.status === 'error' && state.failure.kind === 'sign_in'
    runner.reset()
    // Signed in again meanwhile: the job that was kept goes on.
    if (needsSignIn && userId) runner.resume(userId, peers)
  }

  return {
    form,
    state,
    model,
    price,
    prices,
    problem,
    spendable,
    isSignedOut: status !== 'loading' && !isSignedIn,
    isDirect: services.videoMode === 'direct',
    generate,
    renew: runner.renew,
    cancel: () => void runner.cancel(),
    reset,
  }
}

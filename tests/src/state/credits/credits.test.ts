import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { getCreditsStore, sumPending } from '@/state/credits/credits'
import { getSessionStore } from '@/state/session/session'
import { readConsole } from '../../../support/app/console'
import { createFakeServices } from '../../../support/app/fake-services'
import { testSession } from '../../../support/app/session'
import { useSlowTime } from '../../../support/app/slow-time'

const session = testSession()
const REFUSED = { data: null, error: { message: 'refused' } }
const stored = () => JSON.parse(window.localStorage.getItem('user') ?? 'null')
const settle = () => new Promise((resolve) => setTimeout(resolve))

interface Options {
  /** Null if nobody is signed in. */
  signedIn?: typeof session | null
  /** The server's response with the balance. */
  answer?: { data: unknown; error: unknown }
}

/** Opens the credits store of a page that shows the balance. `balance` returns its status, credits, and pending credits. */
async function open({ signedIn = session, answer }: Options = {}) {
  const { services, supabase } = createFakeServices({ session: signedIn, credits: 2480 })
  if (answer) supabase.answers.rpc = () => answer
  const credits = getCreditsStore(services)
  const stops = [credits.subscribe(() => {}), getSessionStore(services).start()]
  onTestFinished(() => stops.forEach((stop) => void stop()))
  const balance = () => {
    const { status, credits: known, pending } = credits.get()
    return `${status} ${known} ${sumPending(pending)}`
  }
  const becomes = (text: string) => vi.waitFor(() => expect(balance()).toBe(text))
  if (!answer) await becomes(signedIn ? 'ready 2480 0' : 'idle 0 0')
  return { supabase, credits, balance, becomes }
}

it('logs nothing for a balance request that is refused after the sign-out', async () => {
  const { supabase, balance } = await open()
  const answer = Promise.withResolvers<{ data: null; error: unknown }>()
  supabase.answers.rpc = () => answer.promise
  supabase.emit('SIGNED_IN', testSession({ sessionId: 'session-2' }))
  await vi.waitFor(() => expect(supabase.rpc).toHaveBeenCalledTimes(2))
  supabase.emit('SIGNED_OUT', null)
  // The harness fails the test for an unexpected console error.
  answer.resolve({ data: null, error: { message: 'permission denied' } })
  await settle()
  expect(balance()).toBe('idle 0 0')
})

it('keeps the balance idle without a user, and sends no request on refresh', async () => {
  const { credits, supabase, balance } = await open({ signedIn: null })
  await credits.refresh()
  expect(balance()).toBe('idle 0 0')
  expect(supabase.rpc).not.toHaveBeenCalled()
})

it('requests the balance, takes a newer balance from another response, and stores both', async () => {
  const { credits, balance } = await open()
  expect(stored()).toEqual({ id: session.user.id, credits: 2480 })
  credits.setBalance(2150)
  expect(balance()).toBe('ready 2150 0')
  expect(stored()).toEqual({ id: session.user.id, credits: 2150 })
})

it("doesn't let a late response overwrite a newer balance", async () => {
  const { credits, supabase, balance } = await open()
  const slow = Promise.withResolvers<{ data: unknown; error: unknown }>()
  supabase.answers.rpc = () => slow.promise
  const asked = credits.refresh()
  credits.setBalance(2150)
  slow.resolve({ data: { credits: 2480 }, error: null })
  await asked
  expect(balance()).toBe('ready 2150 0')
})

it("shows each job's pending cost once, until the job is refused or the server sends a new balance", async () => {
  const { credits, balance } = await open()
  credits.addPending('job-1', 330)
  credits.addPending('job-2', 20)
  credits.addPending('job-1', 330)
  expect(balance()).toBe('ready 2480 350')
  credits.removePending('job-1')
  expect(balance()).toBe('ready 2480 20')
  await credits.refresh()
  expect(balance()).toBe('ready 2480 0')
})

describe('Unavailable balance', () => {
  it.each([
    ['refuses', session.user.id, REFUSED, 'stale 450 0'],
    ['responds with another shape', session.user.id, { data: { balance: 5 }, error: null }, 'stale 450 0'],
    ["refuses and the stored balance is another user's", 'somebody-else', REFUSED, 'stale 0 0'],
  ])("shows this user's stored balance, or 0, and logs the failure, if the server %s", async (_, id, answer, shown) => {
    const error = readConsole('error')
    window.localStorage.setItem('user', JSON.stringify({ id, credits: 450 }))
    const { becomes } = await open({ answer })
    await vi.waitFor(() => expect(error).toHaveBeenCalledWith('The credits could not be fetched', expect.anything()))
    await becomes(shown)
  })

  it('requests an unavailable balance again after a delay, and at once when the network is back', async () => {
    readConsole('error')
    useSlowTime()
    const { supabase, balance, becomes } = await open({ answer: REFUSED })
    await becomes('stale 0 0')
    const asked = supabase.rpc.mock.calls.length
    await vi.advanceTimersByTimeAsync(15_000)
    expect(supabase.rpc).toHaveBeenCalledTimes(asked + 1)
    expect(balance()).toBe('stale 0 0')
    supabase.answers.rpc = () => ({ data: { credits: 600 }, error: null })
    window.dispatchEvent(new Event('online'))
    await becomes('ready 600 0')
    await vi.advanceTimersByTimeAsync(60_000)
    expect(supabase.rpc).toHaveBeenCalledTimes(asked + 2)
  })
})

it('requests the balance again when the user returns to the page, but not on every window switch', async () => {
  const { supabase, becomes } = await open()
  const comeBack = () => document.dispatchEvent(new Event('visibilitychange'))
  comeBack()
  expect(supabase.rpc).toHaveBeenCalledTimes(1)
  vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 15_000)
  supabase.answers.rpc = () => ({ data: { credits: 2150 }, error: null })
  comeBack()
  await becomes('ready 2150 0')
  expect(supabase.rpc).toHaveBeenCalledTimes(2)
})

it("shows this user's new balance from another window without a request, and ignores another user's balance", async () => {
  const { supabase, balance } = await open()
  for (const [id, credits] of [
    [session.user.id, 2150],
    ['somebody-else', 9],
  ] as const) {
    window.localStorage.setItem('user', JSON.stringify({ id, credits }))
    window.dispatchEvent(new StorageEvent('storage', { key: 'user' }))
    expect(balance()).toBe('ready 2150 0')
  }
  expect(supabase.rpc).toHaveBeenCalledTimes(1)
})

it('keeps no balance of one user for the next', async () => {
  const { supabase, balance } = await open()
  supabase.answers.rpc = () => new Promise(() => {})
  supabase.emit('SIGNED_IN', testSession({ userId: 'grace', sessionId: 'session-2' }))
  expect(balance()).toBe('idle 0 0')
})

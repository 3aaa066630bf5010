import { act, render, screen, waitFor } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { Providers } from '@/app/providers'
import { creditsFor } from '@/state/credits/credits'
import { useCredits } from '@/state/credits/use-credits'
import { takeConsole } from '../../../support/app/console'
import { createFakeServices } from '../../../support/app/fake-services'
import { testSession } from '../../../support/app/session'
import { useSlowTime } from '../../../support/app/slow-time'

const session = testSession()
const stored = () => JSON.parse(window.localStorage.getItem('user') ?? 'null')

function Balance() {
  const { status, credits, pending } = useCredits()
  return <p>{`${status} ${credits} ${pending}`}</p>
}

const REFUSED = { data: null, error: { message: 'refused' } }

interface Options {
  /** Null for nobody. */
  signedIn?: typeof session | null
  /** What the server says when it is asked for the balance. */
  answer?: { data: unknown; error: unknown }
}

/** Renders the providers around the balance. */
function renderCredits({ signedIn = session, answer }: Options = {}) {
  const fakes = createFakeServices({ session: signedIn, credits: 2480 })
  if (answer) fakes.supabase.answers.rpc = () => answer
  render(
    <Providers services={fakes.services} isLoginPopup={false}>
      <Balance />
    </Providers>,
  )
  return { ...fakes, credits: creditsFor(fakes.services) }
}

it('says nothing of an answer that comes after the sign-out: who left was rightly refused', async () => {
  const { supabase } = renderCredits()
  expect(await screen.findByText('ready 2480 0')).toBeInTheDocument()
  const answer = Promise.withResolvers<{ data: null; error: unknown }>()
  supabase.answers.rpc = () => answer.promise
  act(() => supabase.emit('SIGNED_IN', testSession({ sessionId: 'session-2' })))
  await waitFor(() => expect(supabase.rpc).toHaveBeenCalledTimes(2))
  act(() => supabase.emit('SIGNED_OUT', null))
  // The harness fails the test for a console error that nobody takes.
  await act(async () => answer.resolve({ data: null, error: { message: 'permission denied' } }))
  expect(screen.getByText('idle 0 0')).toBeInTheDocument()
})

it('is idle with nobody signed in, and asking asks nobody', async () => {
  const { credits, supabase } = renderCredits({ signedIn: null })
  expect(screen.getByText('idle 0 0')).toBeInTheDocument()
  await act(() => credits.refresh())
  expect(supabase.rpc).not.toHaveBeenCalled()
})

it('asks the server and stores the answer', async () => {
  renderCredits()
  expect(await screen.findByText('ready 2480 0')).toBeInTheDocument()
  expect(stored()).toEqual({ id: session.user.id, credits: 2480 })
})

it('takes over a balance from another answer, and stores it', async () => {
  const { credits } = renderCredits()
  await screen.findByText('ready 2480 0')
  act(() => credits.setBalance(2150))
  expect(screen.getByText('ready 2150 0')).toBeInTheDocument()
  expect(stored()).toEqual({ id: session.user.id, credits: 2150 })
})

it('does not let a slow answer overwrite a newer balance', async () => {
  const { credits, supabase } = renderCredits()
  await screen.findByText('ready 2480 0')
  const slow = Promise.withResolvers<{ data: unknown; error: unknown }>()
  supabase.answers.rpc = () => slow.promise
  let asked: Promise<void> = Promise.resolve()
  act(() => {
    asked = credits.refresh()
  })
  act(() => credits.setBalance(2150))
  await act(async () => {
    slow.resolve({ data: { credits: 2480 }, error: null })
    await asked
  })
  expect(screen.getByText('ready 2150 0')).toBeInTheDocument()
})

it('shows what each job will cost, once, until it was not created or the server tells a new balance', async () => {
  const { credits } = renderCredits()
  await screen.findByText('ready 2480 0')
  act(() => {
    credits.addPending('job-1', 330)
    credits.addPending('job-2', 20)
    credits.addPending('job-1', 330)
  })
  expect(screen.getByText('ready 2480 350')).toBeInTheDocument()
  act(() => credits.removePending('job-1'))
  expect(screen.getByText('ready 2480 20')).toBeInTheDocument()
  await act(() => credits.refresh())
  expect(screen.getByText('ready 2480 0')).toBeInTheDocument()
})

describe('when the server cannot be asked', () => {
  it.each([
    ['refuses', session.user.id, REFUSED, 'stale 450 0'],
    ['answers another shape', session.user.id, { data: { balance: 5 }, error: null }, 'stale 450 0'],
    ['refuses, and what is stored is somebody else’s', 'somebody-else', REFUSED, 'stale 0 0'],
  ])('and %s, the stored balance of this person is shown and the console told', async (_, id, answer, shown) => {
    const error = takeConsole('error')
    window.localStorage.setItem('user', JSON.stringify({ id, credits: 450 }))
    renderCredits({ answer })
    await waitFor(() => expect(error).toHaveBeenCalledWith('The credits could not be fetched', expect.anything()))
    expect(await screen.findByText(shown)).toBeInTheDocument()
  })

  it('asks again after a while, and at once when the network is back, until it knows', async () => {
    takeConsole('error')
    useSlowTime()
    const { supabase } = renderCredits({ answer: REFUSED })
    await screen.findByText('stale 0 0')
    const asked = supabase.rpc.mock.calls.length
    await act(() => vi.advanceTimersByTimeAsync(15_000))
    expect(supabase.rpc).toHaveBeenCalledTimes(asked + 1)
    expect(screen.getByText('stale 0 0')).toBeInTheDocument()
    supabase.answers.rpc = () => ({ data: { credits: 600 }, error: null })
    await act(async () => window.dispatchEvent(new Event('online')))
    expect(await screen.findByText('ready 600 0')).toBeInTheDocument()
    await act(() => vi.advanceTimersByTimeAsync(60_000))
    expect(supabase.rpc).toHaveBeenCalledTimes(asked + 2)
  })
})

it('asks again when somebody comes back to the page, but not on every flick between windows', async () => {
  const { supabase } = renderCredits()
  const comeBack = () => act(async () => document.dispatchEvent(new Event('visibilitychange')))
  await screen.findByText('ready 2480 0')
  await comeBack()
  expect(supabase.rpc).toHaveBeenCalledTimes(1)
  vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 15_000)
  supabase.answers.rpc = () => ({ data: { credits: 2150 }, error: null })
  await comeBack()
  expect(await screen.findByText('ready 2150 0')).toBeInTheDocument()
  expect(supabase.rpc).toHaveBeenCalledTimes(2)
})

it('shows without asking a new balance that another window tells of, and none of somebody else', async () => {
  const { supabase } = renderCredits()
  const tell = (id: string, credits: number) =>
    act(() => {
      window.localStorage.setItem('user', JSON.stringify({ id, credits }))
      window.dispatchEvent(new StorageEvent('storage', { key: 'user' }))
    })
  await screen.findByText('ready 2480 0')
  tell(session.user.id, 2150)
  expect(screen.getByText('ready 2150 0')).toBeInTheDocument()
  tell('somebody-else', 9)
  expect(screen.getByText('ready 2150 0')).toBeInTheDocument()
  expect(supabase.rpc).toHaveBeenCalledTimes(1)
})

it('keeps nothing of one user for the next', async () => {
  const { supabase } = renderCredits()
  await screen.findByText('ready 2480 0')
  supabase.answers.rpc = () => new Promise(() => {})
  act(() => supabase.emit('SIGNED_IN', testSession({ userId: 'grace', sessionId: 'session-2' })))
  expect(screen.getByText('idle 0 0')).toBeInTheDocument()
})

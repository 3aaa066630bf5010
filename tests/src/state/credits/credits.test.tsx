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

/** Renders the providers around the balance. */
function renderCredits(options: Parameters<typeof createFakeServices>[0] = { session, credits: 2480 }) {
  const fakes = createFakeServices(options)
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
  const { credits, supabase } = renderCredits({ session: null })
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

describe('pending deductions', () => {
  it('stand beside the balance until the server tells a new one', async () => {
    const { credits } = renderCredits()
    await screen.findByText('ready 2480 0')
    act(() => credits.addPending('job-1', 330))
    act(() => credits.addPending('job-1', 330))
    expect(screen.getByText('ready 2480 330')).toBeInTheDocument()
    await act(() => credits.refresh())
    expect(screen.getByText('ready 2480 0')).toBeInTheDocument()
  })

  it('go when their job was not created', async () => {
    const { credits } = renderCredits()
    await screen.findByText('ready 2480 0')
    act(() => credits.addPending('job-1', 330))
    act(() => credits.removePending('job-1'))
    expect(screen.getByText('ready 2480 0')).toBeInTheDocument()
  })
})

describe('when the server cannot be asked', () => {
  it.each([
    ['refuses', { data: null, error: { message: 'refused' } }],
    ['answers another shape', { data: { balance: 5 }, error: null }],
  ])('and %s, the stored balance of this person is shown and the console told', async (_, answer) => {
    const error = takeConsole('error')
    window.localStorage.setItem('user', JSON.stringify({ id: session.user.id, credits: 450 }))
    const { services, supabase } = createFakeServices({ session })
    supabase.answers.rpc = () => answer
    render(
      <Providers services={services} isLoginPopup={false}>
        <Balance />
      </Providers>,
    )
    await waitFor(() => expect(error).toHaveBeenCalledWith('The credits could not be fetched', expect.anything()))
    expect(await screen.findByText('stale 450 0')).toBeInTheDocument()
  })

  it('asks again after a while, and at once when the network is back, until it knows', async () => {
    takeConsole('error')
    useSlowTime()
    const { services, supabase } = createFakeServices({ session })
    supabase.answers.rpc = () => ({ data: null, error: { message: 'refused' } })
    render(
      <Providers services={services} isLoginPopup={false}>
        <Balance />
      </Providers>,
    )
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

  it("does not show another person's stored balance", async () => {
    takeConsole('error')
    window.localStorage.setItem('user', JSON.stringify({ id: 'somebody-else', credits: 450 }))
    const { services, supabase } = createFakeServices({ session })
    supabase.answers.rpc = () => ({ data: null, error: { message: 'refused' } })
    render(
      <Providers services={services} isLoginPopup={false}>
        <Balance />
      </Providers>,
    )
    expect(await screen.findByText('stale 0 0')).toBeInTheDocument()
  })
})

describe('coming back to the page', () => {
  const comeBack = () => act(async () => document.dispatchEvent(new Event('visibilitychange')))

  it('asks again, but not on every flick between windows', async () => {
    const { supabase } = renderCredits()
    await screen.findByText('ready 2480 0')
    await comeBack()
    expect(supabase.rpc).toHaveBeenCalledTimes(1)
    const now = Date.now()
    vi.spyOn(Date, 'now').mockReturnValue(now + 15_000)
    supabase.answers.rpc = () => ({ data: { credits: 2150 }, error: null })
    await comeBack()
    expect(await screen.findByText('ready 2150 0')).toBeInTheDocument()
    expect(supabase.rpc).toHaveBeenCalledTimes(2)
  })
})

describe('another window', () => {
  const tell = (user: { id: string; credits: number }) =>
    act(() => {
      window.localStorage.setItem('user', JSON.stringify(user))
      window.dispatchEvent(new StorageEvent('storage', { key: 'user' }))
    })

  it('tells a new balance, which is shown here without asking', async () => {
    const { supabase } = renderCredits()
    await screen.findByText('ready 2480 0')
    tell({ id: session.user.id, credits: 2150 })
    expect(screen.getByText('ready 2150 0')).toBeInTheDocument()
    expect(supabase.rpc).toHaveBeenCalledTimes(1)
  })

  it('tells nothing here of the balance of somebody else', async () => {
    renderCredits()
    await screen.findByText('ready 2480 0')
    tell({ id: 'somebody-else', credits: 2150 })
    expect(screen.getByText('ready 2480 0')).toBeInTheDocument()
  })
})

it('keeps nothing of one user for the next', async () => {
  const { supabase } = renderCredits()
  await screen.findByText('ready 2480 0')
  supabase.answers.rpc = () => new Promise(() => {})
  act(() => supabase.emit('SIGNED_IN', testSession({ userId: 'grace', sessionId: 'session-2' })))
  expect(screen.getByText('idle 0 0')).toBeInTheDocument()
})

it('counts what each job will cost once', async () => {
  const { credits } = renderCredits({ session: null })
  act(() => {
    credits.addPending('job-1', 330)
    credits.addPending('job-2', 20)
    credits.addPending('job-1', 330)
  })
  expect(screen.getByText('idle 0 350')).toBeInTheDocument()
  act(() => credits.removePending('job-1'))
  expect(screen.getByText('idle 0 20')).toBeInTheDocument()
})

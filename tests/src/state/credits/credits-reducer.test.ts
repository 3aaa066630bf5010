import { expect, it } from 'vitest'
import { type CreditsState, creditsReducer, initialCreditsState, pendingTotal } from '@/state/credits/credits-reducer'

const ready: CreditsState = { status: 'ready', credits: 500, pendingDeductions: { 'job-1': 330 } }

it('keeps the balance and what is pending while it asks', () => {
  expect(creditsReducer(ready, { type: 'fetch_started' })).toEqual({ ...ready, status: 'loading' })
})

it('falls back to the stored balance when asking fails, and keeps what is pending', () => {
  expect(creditsReducer(ready, { type: 'fetch_failed', storedCredits: 450 })).toEqual({
    ...ready,
    status: 'stale',
    credits: 450,
  })
})

it("forgets what is pending with the server's next balance", () => {
  expect(creditsReducer(ready, { type: 'balance_received', credits: 170 })).toEqual({
    status: 'ready',
    credits: 170,
    pendingDeductions: {},
  })
})

it('counts each job once', () => {
  const twice = creditsReducer(ready, { type: 'deduction_added', jobId: 'job-1', amount: 330 })
  const two = creditsReducer(twice, { type: 'deduction_added', jobId: 'job-2', amount: 20 })
  expect(pendingTotal(two)).toBe(350)
  const one = creditsReducer(two, { type: 'deduction_removed', jobId: 'job-1' })
  expect(pendingTotal(one)).toBe(20)
  expect(creditsReducer(one, { type: 'deduction_removed', jobId: 'unknown' })).toEqual(one)
})

it('keeps nothing of one person for the next', () => {
  expect(creditsReducer(ready, { type: 'person_changed', storedCredits: null })).toEqual(initialCreditsState)
  expect(creditsReducer(ready, { type: 'person_changed', storedCredits: 90 })).toEqual({
    status: 'stale',
    credits: 90,
    pendingDeductions: {},
  })
})

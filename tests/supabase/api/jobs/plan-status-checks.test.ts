import { expect, it } from 'vitest'
import {
  type EstimatedSeconds,
  getFirstCheckSeconds,
  planNextStatusCheck,
} from '../../../../supabase/functions/api/services/progress/plan-status-checks.ts'

/** Returns the ages, in seconds, at which a job of this length is checked. The last check is after its end. */
function listChecks(seconds: number, usual: EstimatedSeconds, { shortest = 5, callsUs = false } = {}): number[] {
  const checks = [getFirstCheckSeconds(shortest)]
  for (let age = checks[0] ?? 0; age < seconds; age = checks.at(-1) ?? 0)
    checks.push(age + planNextStatusCheck(age, usual, { shortest, callsUs }))
  return checks
}

const THREE_MINUTES = { from: 146, to: 222 }

it('checks a job rarely early on, often when most jobs end, and less often when the job is late', () => {
  expect(listChecks(300, THREE_MINUTES)).toEqual([
    10, 25, 63, 117, 130, 143, 156, 163, 170, 177, 184, 191, 198, 205, 212, 219, 226, 239, 252, 265, 278, 291, 317,
  ])
})

it('checks a job of three minutes at most 12 times', () => {
  expect(listChecks(180, THREE_MINUTES).length).toBeLessThanOrEqual(12)
})

it('checks a job once if its provider sends webhooks, and then once a minute if the job is late', () => {
  expect(listChecks(180, THREE_MINUTES, { callsUs: true })).toEqual([10, 289])
  expect(listChecks(300, THREE_MINUTES, { callsUs: true })).toEqual([10, 289, 349])
})

it('checks a job at least once a minute, however long jobs take', () => {
  const checks = listChecks(3600, { from: 600, to: 1800 })
  const pauses = checks.slice(1).map((age, index) => age - (checks[index] ?? 0))
  expect(Math.max(...pauses)).toBeLessThanOrEqual(60)
})

it('keeps the shortest interval between two status checks, or none if the interval is 0', () => {
  expect(listChecks(60, { from: 30, to: 30 }, { shortest: 20 })).toEqual([10, 30, 70])
  expect(planNextStatusCheck(30, THREE_MINUTES, { shortest: 0, callsUs: false })).toBe(0)
  expect(getFirstCheckSeconds(0)).toBe(0)
})

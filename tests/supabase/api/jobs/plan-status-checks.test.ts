import { expect, it } from 'vitest'
import {
  type EstimatedSeconds,
  getFirstCheckSeconds,
  planNextStatusCheck,
} from '../../../../supabase/functions/api/services/progress/plan-status-checks.ts'

/** Ages in seconds at which a job of so many seconds is checked, the last of them after its end. */
function listChecks(seconds: number, usual: EstimatedSeconds, { shortest = 5, callsUs = false } = {}): number[] {
  const checks = [getFirstCheckSeconds(shortest)]
  for (let age = checks[0] ?? 0; age < seconds; age = checks.at(-1) ?? 0)
    checks.push(age + planNextStatusCheck(age, usual, { shortest, callsUs }))
  return checks
}

const THREE_MINUTES = { from: 146, to: 222 }

it('checks rarely while a job can hardly be done, often when most end, and less often when it is late', () => {
  expect(listChecks(300, THREE_MINUTES)).toEqual([
    10, 25, 63, 117, 130, 143, 156, 163, 170, 177, 184, 191, 198, 205, 212, 219, 226, 239, 252, 265, 278, 291, 317,
  ])
})

it('asks at most 12 times about a job of three minutes', () => {
  expect(listChecks(180, THREE_MINUTES).length).toBeLessThanOrEqual(12)
})

it('asks once about a job whose provider calls, and about one that is late each minute', () => {
  expect(listChecks(180, THREE_MINUTES, { callsUs: true })).toEqual([10, 289])
  expect(listChecks(300, THREE_MINUTES, { callsUs: true })).toEqual([10, 289, 349])
})

it('checks at least once a minute, however long jobs take', () => {
  const checks = listChecks(3600, { from: 600, to: 1800 })
  const pauses = checks.slice(1).map((age, index) => age - (checks[index] ?? 0))
  expect(Math.max(...pauses)).toBeLessThanOrEqual(60)
})

it('leaves the shortest time between two checks, and none if it is 0', () => {
  expect(listChecks(60, { from: 30, to: 30 }, { shortest: 20 })).toEqual([10, 30, 70])
  expect(planNextStatusCheck(30, THREE_MINUTES, { shortest: 0, callsUs: false })).toBe(0)
  expect(getFirstCheckSeconds(0)).toBe(0)
})

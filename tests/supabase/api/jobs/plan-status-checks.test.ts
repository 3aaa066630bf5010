import { expect, it } from 'vitest'
import {
  getFirstCheckSeconds,
  planNextStatusCheck,
  type UsualSeconds,
} from '../../../../supabase/functions/api/services/progress/plan-status-checks.ts'

/** Returns the ages, in seconds, at which a job of this length is checked. The last check is after its end. */
function listChecks(seconds: number, usual: UsualSeconds, { shortest = 5, callsUs = false } = {}): number[] {
  const checks = [getFirstCheckSeconds(shortest)]
  for (let age = checks[0] ?? 0; age < seconds; age = checks.at(-1) ?? 0)
    checks.push(age + planNextStatusCheck(age, usual, { shortest, callsUs }))
  return checks
}

const THREE_MINUTES = { from: 120, middle: 180, to: 270 }

it('checks a job rarely before the first ones end, evenly where most end, and less often after that', () => {
  expect(listChecks(420, THREE_MINUTES)).toEqual([
    10, 63, 115, 125, 135, 145, 155, 165, 175, 185, 195, 205, 215, 225, 235, 245, 255, 265, 275, 285, 295, 305, 315,
    325, 335, 345, 380, 418, 460,
  ])
})

it('spaces checks further apart if durations vary more', () => {
  const [even, varied] = [THREE_MINUTES, { from: 67, middle: 180, to: 483 }]
  expect(listChecks(180, even).length).toBe(10)
  expect(listChecks(180, varied)).toEqual([10, 58, 77, 96, 115, 134, 153, 172, 191])
})

it('takes the middle of a specified estimate', () => {
  expect(listChecks(300, { from: 180, to: 300 })).toEqual(listChecks(300, { from: 180, middle: 240, to: 300 }))
})

it('checks a job once if its provider sends webhooks, and then once a minute if the job is late', () => {
  expect(listChecks(180, THREE_MINUTES, { callsUs: true })).toEqual([10, 338])
  expect(listChecks(390, THREE_MINUTES, { callsUs: true })).toEqual([10, 338, 398])
})

it('checks a job at least once a minute, however long jobs take', () => {
  const checks = listChecks(3600, { from: 600, to: 1800 })
  const pauses = checks.slice(1).map((age, index) => age - (checks[index] ?? 0))
  expect(Math.max(...pauses)).toBeLessThanOrEqual(60)
})

it('keeps the shortest interval between two status checks', () => {
  expect(listChecks(60, { from: 30, to: 30 }, { shortest: 20 })).toEqual([10, 30, 50, 70])
  expect(getFirstCheckSeconds(0)).toBe(0)
})

/** The shares of a normal distribution, as the number of standard deviations at which they end. */
const [LOW, HIGH] = [-1.645, 1.645]

/** Returns many equally likely durations, log-normal around 180 seconds. */
function listDurations(spread: number): number[] {
  const steps = Array.from({ length: 801 }, (_, place) => (place - 400) / 100)
  return steps.flatMap((deviations) =>
    Array<number>(Math.round(100 * Math.exp(-(deviations ** 2) / 2))).fill(180 * Math.exp(spread * deviations)),
  )
}

// The table of docs/scale.md: how a spread of durations changes what checks cost, and how late they find the end.
it.each<[number, { requests: number; late: number }]>([
  [0.05, { requests: 8.8, late: 5 }],
  [0.1, { requests: 11.5, late: 5 }],
  [0.25, { requests: 11.6, late: 10 }],
  [0.4, { requests: 12.3, late: 14 }],
  [0.6, { requests: 11.7, late: 19 }],
])('needs few requests for durations with a spread of %d, and finds most ends in time', (spread, expected) => {
  const durations = listDurations(spread)
  const usual = { from: 180 * Math.exp(LOW * spread), middle: 180, to: 180 * Math.exp(HIGH * spread) }
  const checks = durations.map((seconds) => listChecks(seconds, usual))
  const requests = 1 + checks.reduce((sum, { length }) => sum + length, 0) / checks.length
  const late = checks.map((ages, index) => (ages.at(-1) ?? 0) - (durations[index] ?? 0)).toSorted((a, b) => a - b)
  const found = { requests: Math.round(requests * 10) / 10, late: Math.ceil(late[Math.floor(late.length * 0.95)] ?? 0) }
  expect(found).toEqual(expected)
})

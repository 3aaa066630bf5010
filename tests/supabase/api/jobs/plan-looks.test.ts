import { expect, it } from 'vitest'
import {
  getFirstLookSeconds,
  planNextLook,
  type UsualSeconds,
} from '../../../../supabase/functions/api/services/progress/plan-looks.ts'

/** Ages in seconds at which a job of so many seconds is looked at, the last of them after its end. */
function listLooks(seconds: number, usual: UsualSeconds, { shortest = 5, callsUs = false } = {}): number[] {
  const looks = [getFirstLookSeconds(shortest)]
  for (let age = looks[0] ?? 0; age < seconds; age = looks.at(-1) ?? 0)
    looks.push(age + planNextLook(age, usual, { shortest, callsUs }))
  return looks
}

const THREE_MINUTES = { from: 146, to: 222 }

it('looks rarely while a job can hardly be done, often where most end, and more rarely at one that is late', () => {
  expect(listLooks(300, THREE_MINUTES)).toEqual([
    10, 25, 63, 117, 130, 143, 156, 163, 170, 177, 184, 191, 198, 205, 212, 219, 226, 239, 252, 265, 278, 291, 317,
  ])
})

it('asks at most 12 times about a job of three minutes', () => {
  expect(listLooks(180, THREE_MINUTES).length).toBeLessThanOrEqual(12)
})

it('asks once about a job whose provider calls, and about one that is late each minute', () => {
  expect(listLooks(180, THREE_MINUTES, { callsUs: true })).toEqual([10, 289])
  expect(listLooks(300, THREE_MINUTES, { callsUs: true })).toEqual([10, 289, 349])
})

it('looks at least once a minute, however long jobs take', () => {
  const looks = listLooks(3600, { from: 600, to: 1800 })
  const pauses = looks.slice(1).map((age, index) => age - (looks[index] ?? 0))
  expect(Math.max(...pauses)).toBeLessThanOrEqual(60)
})

it('leaves the shortest time between two looks, and none where it is 0', () => {
  expect(listLooks(60, { from: 30, to: 30 }, { shortest: 20 })).toEqual([10, 30, 70])
  expect(planNextLook(30, THREE_MINUTES, { shortest: 0, callsUs: false })).toBe(0)
  expect(getFirstLookSeconds(0)).toBe(0)
})

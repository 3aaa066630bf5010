import { describe, expect, it } from 'vitest'
import { countMostTakes, getTakes } from '@/features/generator/inputs/takes'
import { describeMostTakes } from '@/state/jobs/job-text'
import { chooseSeeds } from '@/state/jobs/start-job'

describe('Number of takes', () => {
  it.each([
    [4, { models: 1, open: 0, max: 4 }],
    [4, { models: 1, open: 0, max: 9 }],
    [3, { models: 1, open: 1, max: 4 }],
    [2, { models: 2, open: 0, max: 4 }],
    [1, { models: 3, open: 0, max: 4 }],
    [1, { models: 2, open: 1, max: 4 }],
    [0, { models: 2, open: 3, max: 4 }],
    [0, { models: 1, open: 5, max: 4 }],
  ])('allows %i takes of each model with %o', (most, room) => {
    expect(countMostTakes(room)).toBe(most)
  })

  it('allows fewer takes with more models, but not with jobs in progress', () => {
    expect([1, 2, 3].map((models) => getTakes(4, models, 4))).toEqual([4, 2, 1])
    expect(getTakes(3, 1, 2)).toBe(2)
    expect(getTakes(1, 3, 2)).toBe(1)
  })

  it.each([
    ['1 of your 4 videos is in progress, so you can start 3 more.', 3, { models: 1, open: 1, max: 4 }],
    [
      'Up to 4 videos can be in progress at a time, so you can start 2 takes of each model.',
      2,
      { models: 2, open: 0, max: 4 },
    ],
    ['1 of your 4 videos is in progress, so you can start 1 take of each model.', 1, { models: 2, open: 1, max: 4 }],
    ['3 of your 4 videos are in progress, so you can start 1 more.', 0, { models: 2, open: 3, max: 4 }],
    ['4 of your 4 videos are in progress, so you can start no more.', 0, { models: 1, open: 4, max: 4 }],
    ['Up to 1 video can be in progress at a time.', 0, { models: 2, open: 0, max: 1 }],
  ])('explains the allowed number of takes: "%s"', (text, most, room) => {
    expect(describeMostTakes(most, room)).toBe(text)
  })
})

describe('Seeds of takes', () => {
  it('draws a different seed for each take', () => {
    const draws = [0.1, 0.1, 0.7, 0.999]
    expect(chooseSeeds({ seed: null }, 4, () => draws.shift() ?? 0)).toEqual([100, 101, 700, 999])
  })

  it("uses the form's seed for the first take", () => {
    expect(chooseSeeds({ seed: 417 }, 3, () => 0.1)).toEqual([417, 100, 101])
  })

  it('continues the seeds of takes from 999 with 0', () => {
    expect(chooseSeeds({ seed: 999 }, 2, () => 0.9999)).toEqual([999, 0])
  })
})

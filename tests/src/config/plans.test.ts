import { expect, it } from 'vitest'
import { CREDIT_PACKS, PLANS, YEARLY_SAVING_PERCENT } from '@/config/plans'

it('the plans cost and hold what the specification says', () => {
  const figures = PLANS.map(({ name, monthlyPrice, yearlyPrice, credits, recommended }) => [
    name,
    monthlyPrice,
    yearlyPrice,
    credits,
    recommended,
  ])
  expect(figures).toEqual([
    ['Lite', 29.9, 286, 600, false],
    ['Pro', 49.9, 479, 1200, true],
    ['Pro+', 99.9, 959, 2500, false],
  ])
  expect(PLANS.map(({ features }) => features[0])).toEqual(['Max 5 s videos', 'Max 8 s videos', 'Max 8 s videos'])
})

it('the packs cost and hold what the specification says', () => {
  expect(CREDIT_PACKS.map(({ name, credits, price, popular }) => [name, credits, price, popular])).toEqual([
    ['Starter', 1000, 49.9, false],
    ['Creator', 2000, 89.9, true],
    ['Business', 4000, 159.9, false],
  ])
})

it('every yearly price saves at least what is promised, and less than one percent more', () => {
  for (const { monthlyPrice, yearlyPrice } of PLANS) {
    const saving = 100 * (1 - yearlyPrice / (12 * monthlyPrice))
    expect(saving).toBeGreaterThanOrEqual(YEARLY_SAVING_PERCENT)
    expect(saving).toBeLessThan(YEARLY_SAVING_PERCENT + 1)
  }
})

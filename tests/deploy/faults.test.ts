import { expect, it } from 'vitest'
import { FAULTS } from '../support/deploy/faults.ts'

it('has forty faults to plant, each by a name of its own', () => {
  expect(new Set(FAULTS.map(({ name }) => name)).size).toBe(40)
})

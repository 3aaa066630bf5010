import { expect, it } from 'vitest'
import { readCatalogue } from '../../../supabase/functions/api/catalogue/catalogue.ts'
import MODELS from '../../../supabase/functions/api/catalogue/models.json' with { type: 'json' }
import { describePriceChanges } from '../../../tools/deploy/prices.ts'

const { version, prices } = readCatalogue(MODELS)

/** Returns the prices that a catalogue of this version has stored. One of them differs from this code's. */
const store = (catalogue_version: number | null) =>
  prices.map(({ id, credits, is_on }) => ({
    model: id,
    credits: id === 'kling-1.6' ? credits - 1 : credits,
    is_on,
    catalogue_version,
  }))
const LINE = ' • kling-1.6 costs 19 (catalogue: costs 20)'

it('lists every price that a deployment changes', () => {
  expect(describePriceChanges(store(version - 1))).toEqual(['Prices change, in credits:', LINE])
})

it('lists every price that differs in older code, and says that it stays', () => {
  expect(describePriceChanges(store(version + 1))).toEqual([
    `Prices stay, because the database has those of the newer catalogue version ${version + 1}:`,
    LINE,
  ])
})

it('lists nothing in a project where no catalogue has written prices, or that has the prices already', () => {
  expect(describePriceChanges([])).toEqual([])
  expect(describePriceChanges(store(null))).toEqual([])
  const same = store(version - 1).map((price) => (price.model === 'kling-1.6' ? { ...price, credits: 20 } : price))
  expect(describePriceChanges(same)).toEqual([])
})

it('refuses other prices under the same catalogue version, which the database would keep', () => {
  expect(() => describePriceChanges(store(version))).toThrow(
    /^Nothing was changed\. .*kling-1\.6 costs 19 \(catalogue: costs 20\).* Raise "version" in/,
  )
})

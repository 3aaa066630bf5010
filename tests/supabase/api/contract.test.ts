import { expect, it } from 'vitest'
import { ERROR_STATUS } from '../../../supabase/functions/_shared/contract/errors.ts'
import { REFUSALS } from '../../../supabase/functions/_shared/contract/refusals.ts'

it('has a sentence for every error code of the API', () => {
  const told = new Set(Object.values(REFUSALS).map(({ code }) => code))
  expect([...told].sort()).toEqual(Object.keys(ERROR_STATUS).sort())
})

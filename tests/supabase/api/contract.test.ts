// The tests' server holds every answer against the contract: this shows that it does.
import { Hono } from 'hono'
import { expect, it } from 'vitest'
import { ERROR_STATUS } from '../../../supabase/functions/_shared/contract/errors.ts'
import { REFUSALS } from '../../../supabase/functions/_shared/contract/refusals.ts'
import { checkAnswers } from '../../harness/check-answers.ts'

const GOOD = { success: true, message: 'Deleted.', data: { id: 'j' } }
const REFUSED = { success: false, code: 'not_found', message: 'Job not found.', requestId: 'r' }

const ask = (path: string, body: object, status: 200 | 404 = 200) => {
  const app = checkAnswers(new Hono().delete('*', (c) => c.json(body, status)))
  return app.request(path, { method: 'DELETE' })
}

it('lets through what the contract says, to the letter', async () => {
  expect(await (await ask('/api/jobs/j', GOOD)).json()).toEqual(GOOD)
  expect(await (await ask('/api/jobs/j', REFUSED, 404)).json()).toEqual(REFUSED)
})

it('has a sentence for every code of a refusal', () => {
  const told = new Set(Object.values(REFUSALS).map(({ code }) => code))
  expect([...told].sort()).toEqual(Object.keys(ERROR_STATUS).sort())
})

it.each([
  ['a field too many', '/api/jobs/j', { ...GOOD, more: 1 }, 200],
  ['a field too few', '/api/jobs/j', { success: true, data: { id: 'j' } }, 200],
  ['a fallback for what is of another kind', '/api/jobs/j', { ...GOOD, message: 7 }, 200],
  ['a code that the contract has not', '/api/jobs/j', { ...REFUSED, code: 'gone' }, 404],
  ['data that the contract has not', '/api/jobs/j', { ...REFUSED, data: { hint: 'x' } }, 404],
  ['a success of no route', '/api/nowhere', GOOD, 200],
] as const)('refuses %s', async (_, path, body, status) => {
  await expect(ask(path, body, status)).rejects.toThrow()
})

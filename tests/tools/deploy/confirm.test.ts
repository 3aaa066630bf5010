import { PassThrough } from 'node:stream'
import { expect, it } from 'vitest'
import { confirm } from '../../../tools/deploy/confirm.ts'

/** Types these keys in a terminal that shows the question. Returns what became of the deployment. */
async function answer(keys: string): Promise<string> {
  const input = new PassThrough()
  const output = Object.assign(new PassThrough(), { isTTY: true })
  const confirmed = confirm('Deploy?', { input, output })
  input.write(keys)
  return confirmed.then(
    () => 'confirmed',
    (error: Error) => error.message,
  )
}

it.each([
  ['y', 'y\r', 'confirmed'],
  ['YES', 'YES\r', 'confirmed'],
  ['Enter', '\r', 'Nothing was deployed.'],
  ['another word', 'yeah\r', 'Nothing was deployed.'],
  ['Ctrl-C', '\x03', 'Nothing was deployed.'],
  ['Ctrl-D', '\x04', 'Nothing was deployed.'],
])('goes on only after yes, and stops without a stack: %s', async (_name, keys, outcome) => {
  expect(await answer(keys)).toBe(outcome)
})

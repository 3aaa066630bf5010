import { afterAll, beforeAll, expect, it } from 'vitest'
import { createPolloProvider } from '../../../supabase/functions/api/services/providers/pollo.ts'
import { API_KEY, BASE_URL, discard, openProvider, type Provider } from './support.ts'

let provider: Provider
beforeAll(async () => {
  provider = await openProvider()
})
afterAll(() => discard(provider))

/** The API's own adapter: what it asks for is what the stand-in must answer. */
function adapter() {
  const fetch: typeof globalThis.fetch = (input, init) => provider.service.fetch(new Request(input, init))
  return createPolloProvider({
    models: {},
    baseUrl: `${BASE_URL}/api/platform`,
    apiKey: API_KEY,
    fetch,
    hasQueueStop: true,
  })
}

it('stops a task that waits for its turn, again if asked again, and no other', async () => {
  const rendering = await provider.start({ prompt: 'waves', length: 8 })
  const waiting = await provider.start({ prompt: 'rain', length: 8 })
  const over = await provider.start({ prompt: 'wind #no-url', length: 8 })
  await provider.reach(rendering, 'processing')
  await provider.reach(over, 'succeed')
  const { cancel, status } = adapter()
  for (const _ of ['first', 'again']) expect(await cancel?.(waiting)).toEqual({ kind: 'stopped' })
  expect(await status(waiting)).toMatchObject({ kind: 'no_news' })
  expect(await cancel?.(rendering)).toEqual({ kind: 'too_late' })
  expect(await status(rendering)).toMatchObject({ kind: 'running' })
  expect(await cancel?.(over)).toEqual({ kind: 'too_late' })
  expect(await cancel?.('cmunknown')).toMatchObject({ kind: 'no_news' })
})

it('is not asked where the service has no such call', () => {
  const fetch = globalThis.fetch
  const options = { models: {}, baseUrl: BASE_URL, apiKey: API_KEY, fetch }
  expect(createPolloProvider({ ...options, hasQueueStop: false }).cancel).toBeUndefined()
})

import { afterAll, beforeAll, expect, it } from 'vitest'
import { createPolloProvider } from '../../../supabase/functions/api/services/providers/pollo.ts'
import { API_KEY, BASE_URL, discard, openProvider, type Provider } from './support.ts'

let provider: Provider
beforeAll(async () => {
  provider = await openProvider()
})
afterAll(() => discard(provider))

/** Returns the API's own adapter, so that the stand-in must answer its real requests. */
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

it('cancels a waiting task, also when asked twice, and no other task', async () => {
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

it('offers no cancel request if the provider has no cancel route', () => {
  const fetch = globalThis.fetch
  const options = { models: {}, baseUrl: BASE_URL, apiKey: API_KEY, fetch }
  expect(createPolloProvider({ ...options, hasQueueStop: false }).cancel).toBeUndefined()
})

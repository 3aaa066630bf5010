import { delay, HttpResponse, http } from 'msw'
import { expect, it, vi } from 'vitest'
import { createIpLookup, IP_LOOKUP_TIMEOUT_MS } from '@/lib/http/ip-lookup'
import { network } from '../../../support/app/network'

const URL = 'https://ip.test/'
const lookup = createIpLookup(URL)

it('answers the address', async () => {
  network.use(http.get(URL, () => HttpResponse.json({ ip: '203.0.113.7' })))
  expect(await lookup()).toBe('203.0.113.7')
})

it.each([
  ['no answer', () => HttpResponse.error()],
  ['a page', () => HttpResponse.html('<h1>hello</h1>')],
  ['another shape', () => HttpResponse.json({ address: '203.0.113.7' })],
  ['an empty address', () => HttpResponse.json({ ip: '' })],
])("answers 'unknown' to %s", async (_, answer) => {
  network.use(http.get(URL, answer))
  expect(await lookup()).toBe('unknown')
})

it("answers 'unknown' after 3 s", async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  network.use(
    http.get(URL, async () => {
      await delay('infinite')
      return HttpResponse.json({ ip: '203.0.113.7' })
    }),
  )
  const answered = vi.fn()
  void lookup().then(answered)
  await vi.advanceTimersByTimeAsync(IP_LOOKUP_TIMEOUT_MS - 1)
  expect(answered).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  vi.useRealTimers()
  await vi.waitFor(() => expect(answered).toHaveBeenCalledWith('unknown'))
})

import { HttpResponse, http } from 'msw'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createSupabase } from '@/lib/supabase/supabase'
import { network } from '../../../support/app/network'
import { testSession } from '../../../support/app/session'

// supabase-js tries once, while it loads, whether it can write.
const whileItLoads = vi.hoisted(() =>
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  }),
)
whileItLoads.mockRestore()

const session = testSession()
let made = 0
let client: ReturnType<typeof createSupabase> | undefined
let url = ''
let storageKey = ''

beforeEach(() => {
  made += 1
  url = `https://blocked-${made}.test`
  storageKey = `sb-blocked-${made}-auth-token`
})

afterEach(async () => {
  vi.restoreAllMocks()
  await client?.auth.stopAutoRefresh()
})

const fillStorage = () =>
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })

function forbidStorage() {
  const refuse = () => {
    throw new DOMException('forbidden', 'SecurityError')
  }
  vi.spyOn(window, 'localStorage', 'get').mockImplementation(refuse)
  for (const name of ['getItem', 'setItem', 'removeItem'] as const) {
    vi.spyOn(Storage.prototype, name).mockImplementation(refuse)
  }
}

function openClient() {
  client = createSupabase({ supabaseUrl: url, supabaseAnonKey: 'public-key' })
  return client.auth
}

const readToken = async (auth: ReturnType<typeof openClient>) =>
  (await auth.getSession()).data.session?.access_token ?? null

it('finds the stored session if storage is full at page load', async () => {
  window.localStorage.setItem(storageKey, JSON.stringify(session))
  fillStorage()
  expect(await readToken(openClient())).toBe(session.access_token)
})

it.each([
  ['full', fillStorage],
  ['forbidden', forbidStorage],
])('keeps the renewed session and its name for this page if storage becomes %s', async (_, takeStorage) => {
  window.localStorage.setItem(storageKey, JSON.stringify(session))
  const auth = openClient()
  expect(await readToken(auth)).toBe(session.access_token)
  takeStorage()
  expect(await readToken(auth)).toBe(session.access_token)
  const renewed = testSession({ tokenNumber: 2 })
  network.use(http.post(`${url}/auth/v1/token`, () => HttpResponse.json(renewed)))
  expect((await auth.refreshSession()).error).toBeNull()
  const { data } = await auth.getSession()
  expect(data.session?.access_token).toBe(renewed.access_token)
  expect(data.session?.user.user_metadata.name).toBe('Ada Byron')
  network.use(http.post(`${url}/auth/v1/logout`, () => new HttpResponse(null, { status: 204 })))
  await auth.signOut({ scope: 'local' })
  expect(await readToken(auth)).toBeNull()
})

it('follows another tab: what is stored counts, and what is removed is gone', async () => {
  window.localStorage.setItem(storageKey, JSON.stringify(session))
  const auth = openClient()
  expect(await readToken(auth)).toBe(session.access_token)
  const renewed = testSession({ tokenNumber: 2 })
  window.localStorage.setItem(storageKey, JSON.stringify(renewed))
  expect(await readToken(auth)).toBe(renewed.access_token)
  window.localStorage.removeItem(storageKey)
  expect(await readToken(auth)).toBeNull()
})

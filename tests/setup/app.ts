/**
 * The strict harness of the app's tests: console output nobody expected fails a test, and so does a request nobody
 * answers. A test that expects output takes it with `takeConsole`.
 */
import '@testing-library/jest-dom/vitest'
import { cleanup, configure, getConfig } from '@testing-library/react'
import * as React from 'react'
import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from 'vitest'
import { network } from '../support/app/network'
import { installPlatform } from '../support/app/platform'

// Read by src/config/env.ts when a test first imports it.
vi.stubEnv('VITE_SUPABASE_URL', 'https://backend.test')
vi.stubEnv('VITE_SUPABASE_ANON_KEY', 'public-key')
vi.stubEnv('VITE_API_URL', 'https://api.test')
vi.stubEnv('VITE_SITE_URL', 'https://site.test')
vi.stubEnv('VITE_IP_LOOKUP_URL', 'https://ip.test')

// A look at the page begins when the code that it loads has arrived, since compiling may take longer than this.
const PATIENCE_MS = 5000
const { asyncWrapper } = getConfig()
const { waitFor } = vi
configure({
  asyncUtilTimeout: PATIENCE_MS,
  asyncWrapper: (look) =>
    asyncWrapper(async () => {
      await vi.dynamicImportSettled()
      return look()
    }),
})
vi.waitFor = async (callback, options) => {
  await vi.dynamicImportSettled()
  return waitFor(callback, typeof options === 'number' ? options : { timeout: PATIENCE_MS, ...options })
}

// React keeps a stack for every element, for its warnings: a tenth of the tests' time. It makes none beyond a number of them.
const { __CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE: internals } = React as unknown as Record<
  string,
  object
>
Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', { get: () => Number.POSITIVE_INFINITY, set: () => {} })

// Every look at the clock finds it a second on. A comparison that holds within one second only fails always, then, and
// not once in a thousand runs.
const realNow = Date.now
let looks = 0
Date.now = () => realNow() + ++looks * 1100

let unexpected: unknown[][] = []

beforeAll(() => network.listen({ onUnhandledFrame: 'error' }))
afterAll(() => network.close())

// Pure tests have no page: they say `@vitest-environment node`, and start faster.
const hasPage = typeof window !== 'undefined'

beforeEach(() => {
  if (hasPage) installPlatform()
  unexpected = []
  for (const level of ['error', 'warn'] as const) {
    vi.spyOn(console, level).mockImplementation((...output: unknown[]) => {
      unexpected.push([level, ...output])
    })
  }
})

afterEach(async () => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  // Work that the test left under way on the fakes ends here, not in the next test's storage.
  await new Promise((resolve) => setTimeout(resolve))
  network.resetHandlers()
  if (hasPage) clearPage()
  expect(unexpected, 'unexpected console output').toEqual([])
})

function clearPage(): void {
  window.localStorage.clear()
  window.sessionStorage.clear()
  document.head.innerHTML = ''
  document.title = ''
  window.history.replaceState(null, '', '/')
}

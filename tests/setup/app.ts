/**
 * The strict harness of the tests of the app. A test fails if it prints unexpected output, or sends a request without a
 * response. A test that expects output reads it with `readConsole`.
 */
import '@testing-library/jest-dom/vitest'
import { cleanup, configure, getConfig } from '@testing-library/react'
import * as React from 'react'
import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from 'vitest'
import { network } from '../support/app/network'
import { installPlatform } from '../support/app/platform'

// src/config/env.ts reads these settings when a test first imports it.
vi.stubEnv('VITE_SUPABASE_URL', 'https://backend.test')
vi.stubEnv('VITE_SUPABASE_ANON_KEY', 'public-key')
vi.stubEnv('VITE_API_URL', 'https://api.test')
vi.stubEnv('VITE_SITE_URL', 'https://site.test')
vi.stubEnv('VITE_IP_LOOKUP_URL', 'https://ip.test')

// Waiting for an element starts after the page's late code has loaded, because compiling it can take longer than the wait. That code
// may load more, which took over 5 s on a busy machine.
const PATIENCE_MS = 30_000
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

// React creates a stack for every element, up to a limit, for its warnings. This takes a tenth of the tests' time.
const { __CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE: internals } = React as unknown as Record<
  string,
  object
>
Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', { get: () => Number.POSITIVE_INFINITY, set: () => {} })

// Each reading of the clock is a second later. So a comparison that holds only within one second always fails, not once in a
// thousand runs.
const realNow = Date.now
let looks = 0
Date.now = () => realNow() + ++looks * 1100

let unexpected: unknown[][] = []

beforeAll(() => network.listen({ onUnhandledFrame: 'error' }))
afterAll(() => network.close())

// Tests without a page declare `@vitest-environment node`, and start faster.
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
  // Ends the work that the test left in progress on the fakes, before it writes to the next test's storage.
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

import { HttpResponse, http } from 'msw'
import { beforeEach, expect, it, vi } from 'vitest'
import { isMissingCode, recoverMissingCode } from '@/lib/browser/missing-code'
import { reloadPage } from '@/lib/browser/reload-page'
import { network } from '../../../support/app/network'

vi.mock('@/lib/browser/reload-page', () => ({ reloadPage: vi.fn() }))

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.mocked(reloadPage).mockClear()
  network.use(http.head('*/', () => new HttpResponse(null)))
})

it.each([
  'Failed to fetch dynamically imported module: https://site.test/assets/pricing-1.js',
  'error loading dynamically imported module: https://site.test/assets/pricing-1.js',
  'Importing a module script failed.',
  'Unable to preload CSS for /assets/pricing-1.css',
])('knows what browsers say of code that is gone: %s', (message) => {
  expect(isMissingCode(new TypeError(message))).toBe(true)
})

it('does not take other errors for it', () => {
  expect(isMissingCode(new TypeError('x is not a function'))).toBe(false)
  expect(isMissingCode('Importing a module script failed.')).toBe(false)
})

it('reloads once, and not again within a minute unless the user asks for it', async () => {
  expect(await recoverMissingCode()).toBe('reloading')
  vi.setSystemTime(Date.now() + 59_999)
  expect(await recoverMissingCode()).toBe('missing')
  expect(reloadPage).toHaveBeenCalledTimes(1)
  expect(await recoverMissingCode({ isAskedFor: true })).toBe('reloading')
  expect(reloadPage).toHaveBeenCalledTimes(2)
  vi.setSystemTime(Date.now() + 1)
  expect(await recoverMissingCode()).toBe('reloading')
  expect(reloadPage).toHaveBeenCalledTimes(3)
})

it('does not reload where it could not remember that it did', async () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('blocked', 'SecurityError')
  })
  expect(await recoverMissingCode()).toBe('missing')
  expect(reloadPage).not.toHaveBeenCalled()
})

it('does not reload while the site cannot be reached, even where it is asked for', async () => {
  network.use(http.head('*/', () => HttpResponse.error()))
  expect(await recoverMissingCode({ isAskedFor: true })).toBe('unreachable')
  expect(reloadPage).not.toHaveBeenCalled()
})

import { beforeEach, expect, it, vi } from 'vitest'
import { isMissingCode, reloadOnce } from '@/lib/browser/reload-once'

beforeEach(() => {
  vi.useFakeTimers()
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

it('reloads once, and not again within a minute', () => {
  const reload = vi.fn()
  expect(reloadOnce(reload)).toBe(true)
  vi.advanceTimersByTime(59_999)
  expect(reloadOnce(reload)).toBe(false)
  expect(reload).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(1)
  expect(reloadOnce(reload)).toBe(true)
})

it('does not reload where it could not remember that it did', () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('blocked', 'SecurityError')
  })
  const reload = vi.fn()
  expect(reloadOnce(reload)).toBe(false)
  expect(reload).not.toHaveBeenCalled()
})

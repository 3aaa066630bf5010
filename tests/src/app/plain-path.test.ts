// @vitest-environment node
import { expect, it } from 'vitest'
import { toPlainPath } from '@/app/router'

it.each([
  ['/pricing/', '/pricing'],
  ['/Pricing', '/pricing'],
  ['/PRICING//', '/pricing'],
  ['/Admin-Logs/', '/admin-logs'],
  ['/pricing', '/pricing'],
  ['/', '/'],
  ['//', '//'],
  ['/no-such-page/', '/no-such-page/'],
  ['/pricing/plans', '/pricing/plans'],
])('redirects the path %s to %s', (asked, shown) => {
  expect(toPlainPath(asked)).toBe(shown)
})

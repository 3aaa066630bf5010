import { expect, it } from 'vitest'
import { browserName } from '@/features/admin-logs/table/browser-name'
import { CHROME } from './admin-page'

it.each([
  [CHROME, 'Chrome 130 · Windows 10'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
    'Mobile Safari 18 · iOS 18.0',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0', 'Firefox 132 · Linux'],
  ['<img src=x onerror=alert(1)>', null],
])('names %s', (userAgent, name) => {
  expect(browserName(userAgent)).toBe(name)
})

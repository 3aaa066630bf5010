// @vitest-environment node
import { readdirSync } from 'node:fs'
import { expect, it } from 'vitest'
import { getPageCode } from '@/app/router'
import { PAGES, PARAMETER_PAGES, REDIRECTS } from '@/config/paths'

it('has one file in app/routes for each listed page, one for unknown addresses, and no other file', () => {
  const files = readdirSync('src/app/routes').filter((name) => name.endsWith('.tsx'))
  const pages = new Set([...PAGES, ...PARAMETER_PAGES, '/no-such-page'].map((path) => `${getPageCode(path)}.tsx`))
  expect(files.toSorted()).toEqual([...pages].toSorted())
})

it('finds the page of an address with a parameter, and none for other addresses', () => {
  expect(['/s/abc', '/s/abc/', '/s', '/s/a/b'].map(getPageCode)).toEqual(['s', 's', 'not-found', 'not-found'])
})

it('has no page at an address that redirects', () => {
  expect(REDIRECTS.filter(({ from }) => PAGES.some((path) => path === from))).toEqual([])
})

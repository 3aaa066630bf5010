// @vitest-environment node
import { readdirSync } from 'node:fs'
import { expect, it } from 'vitest'
import { getPageCode } from '@/app/router'
import { PAGES, REDIRECTS } from '@/config/paths'

it('has one file in app/routes for each page of the list, one for unknown addresses, and no other', () => {
  const files = readdirSync('src/app/routes').filter((name) => name.endsWith('.tsx'))
  expect(files.toSorted()).toEqual([...PAGES, '/no-such-page'].map((path) => `${getPageCode(path)}.tsx`).toSorted())
})

it('has no page at an address that leads to another', () => {
  expect(REDIRECTS.filter(({ from }) => PAGES.some((path) => path === from))).toEqual([])
})

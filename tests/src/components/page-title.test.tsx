import { render } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { PageMeta } from '@/components/page-title'

const canonical = () => document.querySelector('link[rel="canonical"]')?.getAttribute('href') ?? null
const robots = () => document.querySelector('meta[name="robots"]')?.getAttribute('content') ?? null

beforeEach(() => {
  document.title = 'Soundreel'
})

it('sets title and canonical address, and puts the title back on leaving', () => {
  const view = render(<PageMeta title="Pricing" path="/pricing" />)
  expect(document.title).toBe('Pricing')
  expect(canonical()).toBe('https://site.test/pricing')
  view.unmount()
  expect(document.title).toBe('Soundreel')
  expect(canonical()).toBeNull()
})

it('follows its title, and still puts back the first one', () => {
  const view = render(<PageMeta title="One" path="/one" />)
  view.rerender(<PageMeta title="Two" path="/two" />)
  expect(document.title).toBe('Two')
  expect(canonical()).toBe('https://site.test/two')
  view.unmount()
  expect(document.title).toBe('Soundreel')
})

it('puts back the canonical address it found', () => {
  const outer = render(<PageMeta title="Site" path="/outer" />)
  render(<PageMeta title="Page" path="/inner" />).unmount()
  expect(canonical()).toBe('https://site.test/outer')
  outer.unmount()
})

it('keeps a page out of listings for as long as it is shown', () => {
  const view = render(<PageMeta title="Debug" path="/debug" noindex />)
  expect(robots()).toBe('noindex')
  view.unmount()
  expect(robots()).toBeNull()
})

import { render } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { PageMeta } from '@/components/page-meta'

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

it('describes the page to search engines and link previews, and puts back what was there', () => {
  const content = (selector: string) => document.querySelector(selector)?.getAttribute('content') ?? null
  const outer = render(<PageMeta title="Site" path="/" />)
  const inner = render(<PageMeta title="Pricing" path="/pricing" description="What it costs." image="/images/p.jpg" />)
  expect(content('meta[name="description"]')).toBe('What it costs.')
  expect(content('meta[property="og:title"]')).toBe('Pricing')
  expect(content('meta[property="og:description"]')).toBe('What it costs.')
  expect(content('meta[property="og:url"]')).toBe('https://site.test/pricing')
  expect(content('meta[property="og:image"]')).toBe('https://site.test/images/p.jpg')
  inner.unmount()
  expect(content('meta[property="og:title"]')).toBe('Site')
  expect(content('meta[property="og:image"]')).toBe('https://site.test/images/og.jpg')
  outer.unmount()
  expect(content('meta[name="description"]')).toBeNull()
})

it('carries structured data that cannot end its own element', () => {
  const data = () => document.querySelector('script[type="application/ld+json"]')
  const view = render(<PageMeta title="FAQ" path="/" structuredData={[{ '@type': 'FAQPage', name: '</script><b>' }]} />)
  expect(data()?.textContent).not.toContain('</script>')
  expect(JSON.parse(data()?.textContent ?? '')).toEqual({
    '@context': 'https://schema.org',
    '@graph': [{ '@type': 'FAQPage', name: '</script><b>' }],
  })
  view.unmount()
  expect(data()).toBeNull()
})

import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { renderApp } from '../../../support/app/render-app'

const PAGES = [
  ['/terms-of-service', 'Terms of Service'],
  ['/privacy-policy', 'Privacy Policy'],
  ['/refund-policy', 'Refund Policy'],
] as const

async function open(path: string, title: string) {
  renderApp({ route: path })
  await screen.findByRole('heading', { level: 1, name: title })
  return within(screen.getByRole('main'))
}

describe.each(PAGES)('%s', (path, title) => {
  it('leads to each of its sections from the table of contents', async () => {
    const main = await open(path, title)
    const links = within(main.getByRole('navigation', { name: 'On this page' })).getAllByRole('link')
    expect(links.length).toBeGreaterThanOrEqual(7)
    for (const link of links) {
      const id = link.getAttribute('href')?.split('#')[1] ?? ''
      expect(document.getElementById(id), id).toHaveAttribute('aria-labelledby', `${id}-title`)
      expect(document.getElementById(`${id}-title`)).toHaveTextContent(link.textContent)
    }
    expect(new Set(links.map((link) => link.getAttribute('href'))).size).toBe(links.length)
  })

  it('says when it was changed, whom to write to, and where the other two are', async () => {
    const main = await open(path, title)
    expect(main.getByText('20 November 2026')).toHaveAttribute('datetime', '2026-11-20')
    for (const link of main.getAllByRole('link', { name: 'hello@soundreel.example' })) {
      expect(link).toHaveAttribute('href', 'mailto:hello@soundreel.example')
    }
    const others = within(main.getByRole('navigation', { name: 'Legal pages' })).getAllByRole('link')
    expect(others.map((link) => link.getAttribute('href'))).toEqual(
      PAGES.filter(([other]) => other !== path).map(([other]) => other),
    )
  })

  it('describes itself to search engines', async () => {
    await open(path, title)
    await waitFor(() => expect(document.title).toBe(`${title} | Soundreel`))
    const description = document.querySelector('meta[name="description"]')?.getAttribute('content') ?? ''
    expect(description.length).toBeGreaterThan(50)
    expect(description.length).toBeLessThan(165)
  })
})

it('the refund rules stand as they are written, both limits on used credits among them', async () => {
  const main = await open('/refund-policy', 'Refund Policy')
  for (const rule of [
    /full refund of a subscription within 3 days of buying it if 200 credits or fewer were used/,
    /more than 10 credits were used is not eligible/,
    /^Processing fees are deducted\./,
    /^Refunds take 5-7 business days/,
  ]) {
    expect(main.getByText(rule)).toBeInTheDocument()
  }
  expect(main.getAllByText(/^Credit packs are non-refundable\./).length).toBeGreaterThan(0)
})

it('the terms name the price of each model', async () => {
  const main = await open('/terms-of-service', 'Terms of Service')
  for (const price of ['Kling 1.6: 20 credits', 'Veo 2: 180 credits', 'Veo 3: 330 credits']) {
    expect(main.getByText(price)).toBeInTheDocument()
  }
})

it('the privacy policy names what is kept, and who else receives data by the settings of this site', async () => {
  const main = await open('/privacy-policy', 'Privacy Policy')
  for (const name of [
    'Your sign-in',
    'Your profile',
    'Login records',
    'Jobs',
    'Pictures and videos',
    'Movements of credits',
    'Request counts',
    'Tries at the administrators’ login',
    'Server log',
    'Supabase',
    'Google, for sign-in',
    'The video service: Pollo AI, or fal where this site uses it',
    'X',
    'An IP lookup (ip.test)',
    'The host of these pages',
  ]) {
    expect(main.getByRole('heading', { level: 3, name })).toBeInTheDocument()
  }
})

import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { CREDIT_PACKS, PLANS, YEARLY_SAVING_PERCENT } from '@/config/plans'
import { renderApp } from '../../support/app/render-app'
import { testSession } from '../../support/app/session'

async function open(route: string, title: string, options: Partial<Parameters<typeof renderApp>[0]> = {}) {
  const app = renderApp({ route, ...options })
  await screen.findByRole('heading', { level: 1, name: title })
  return { ...app, main: within(screen.getByRole('main')) }
}

describe('Pricing page', () => {
  const openPricing = (options = {}) => open('/pricing', 'Plans & Pricing', options)
  const plan = (name: string) => within(screen.getByRole('article', { name }))

  it('shows the specified prices', () => {
    expect(
      PLANS.map(({ name, monthlyPrice, yearlyPrice, credits, recommended }) => [
        name,
        monthlyPrice,
        yearlyPrice,
        credits,
        recommended,
      ]),
    ).toEqual([
      ['Lite', 29.9, 286, 600, false],
      ['Pro', 49.9, 479, 1200, true],
      ['Pro+', 99.9, 959, 2500, false],
    ])
    expect(CREDIT_PACKS.map(({ name, credits, price, popular }) => [name, credits, price, popular])).toEqual([
      ['Starter', 1000, 49.9, false],
      ['Creator', 2000, 89.9, true],
      ['Business', 4000, 159.9, false],
    ])
    for (const { monthlyPrice, yearlyPrice } of PLANS)
      expect(Math.floor(100 * (1 - yearlyPrice / (12 * monthlyPrice)))).toBe(YEARLY_SAVING_PERCENT)
  })

  it('shows plans per month first, and per year by keyboard too', async () => {
    const { main, user } = await openPricing()
    expect(main.getByText('Save 20%')).toBeInTheDocument()
    expect(main.getByRole('radio', { name: /^Monthly/ })).toBeChecked()
    for (const text of ['$29.9', 'per month', 'or $286 per year', '600 credits', 'Max 5 s videos'])
      expect(plan('Lite').getByText(text)).toBeInTheDocument()
    for (const text of ['Most popular', '$49.9', 'Max 8 s videos'])
      expect(plan('Pro').getByText(text)).toBeInTheDocument()
    expect(main.getAllByText('Most popular')).toHaveLength(1)
    await user.click(main.getByRole('radio', { name: /^Monthly/ }))
    await user.keyboard('{ArrowRight}')
    for (const text of ['$959', 'per year', '$79.92 per month instead of $99.9'])
      expect(plan('Pro+').getByText(text)).toBeInTheDocument()
  })

  it('says how many videos each plan buys with each model', async () => {
    const { main } = await openPricing()
    const videos = (name: string) =>
      plan(name)
        .getAllByRole('term')
        .map((term) => `${term.textContent} ${term.nextElementSibling?.textContent}`)
    expect(videos('Lite')).toEqual(['Veo 3 videos 1', 'or Veo 2 videos 3', 'or Kling 1.6 videos 30'])
    expect(videos('Pro+')).toEqual(['Veo 3 videos 7', 'or Veo 2 videos 13', 'or Kling 1.6 videos 125'])
    const row = main.getByRole('heading', { level: 3, name: /^Creator/ }).closest('li') as HTMLElement
    for (const text of ['Popular', '2,000', '$89.9', '6 Veo 3, 11 Veo 2, or 100 Kling 1.6 videos'])
      expect(within(row).getByText(text)).toBeInTheDocument()
    expect(main.getByText('Credits never expire.')).toBeInTheDocument()
  })

  it('disables every purchase button, and says why', async () => {
    const { main } = await openPricing()
    const plans = main.getAllByRole('button', { name: 'Coming Soon' })
    const packs = main.getAllByRole('button', { name: 'Purchase' })
    expect([plans.length, packs.length]).toEqual([3, 3])
    for (const button of [...plans, ...packs]) {
      expect(button).toBeDisabled()
      expect(button).toHaveAccessibleDescription(/Payment system coming soon\.$/)
    }
  })

  it.each([
    [2480, '2,480 credits', 'Enough for 7 Veo 3, 13 Veo 2, or 124 Kling 1.6 videos.'],
    [179, '179 credits', 'Enough for 8 Kling 1.6 videos.'],
    [19, '19 credits', 'Not enough for a video yet.'],
  ])('shows a balance of %i, and how many videos the balance buys', async (credits, balance, enough) => {
    const { main } = await openPricing({ session: testSession(), credits })
    expect(await main.findByText(balance)).toBeInTheDocument()
    expect(main.getByText('Your balance')).toBeInTheDocument()
    expect(main.getByText(enough)).toBeInTheDocument()
  })

  it('shows the last known balance of a user known only from local storage, and none for a visitor', async () => {
    const visit = await openPricing()
    await within(screen.getByRole('banner')).findByRole('link', { name: 'Login' })
    expect(visit.main.queryByText(/^Your .*balance$/)).not.toBeInTheDocument()
    visit.unmount()
    window.localStorage.setItem('user', JSON.stringify({ id: 'u1', credits: 330 }))
    const { main } = await openPricing()
    expect(await main.findByText('Your last known balance')).toBeInTheDocument()
    expect(main.getByText('330 credits')).toBeInTheDocument()
  })

  it('marks prices for search engines as announced, not for sale', async () => {
    vi.stubEnv('SSR', true)
    await openPricing()
    const data = JSON.parse(document.querySelector('script[type="application/ld+json"]')?.textContent ?? '{}')
    const offers = data['@graph'].flatMap((item: { offers?: object }) => item.offers ?? [])
    expect(offers.map(({ price }: { price: number }) => price)).toEqual([
      ...[29.9, 286, 49.9, 479, 99.9, 959, 49.9, 89.9, 159.9],
    ])
    for (const { availability } of offers) expect(availability).toBe('https://schema.org/OutOfStock')
  })
})

const PAGES = [
  ['/terms-of-service', 'Terms of Service', '26'],
  ['/privacy-policy', 'Privacy Policy', '26'],
  ['/refund-policy', 'Refund Policy', '20'],
] as const

describe.each(PAGES)('Legal page %s', (path, title, day) => {
  it('links a legal page to its sections, the contact address, and the other legal pages, and sets its description', async () => {
    const { main } = await open(path, title)
    const getLinks = (name: string) => within(main.getByRole('navigation', { name })).getAllByRole('link')
    const links = getLinks('On this page')
    expect(links.length).toBeGreaterThanOrEqual(7)
    for (const link of links) {
      const id = link.getAttribute('href')?.split('#')[1] ?? ''
      expect(document.getElementById(id), id).toHaveAttribute('aria-labelledby', `${id}-title`)
      expect(document.getElementById(`${id}-title`)).toHaveTextContent(link.textContent)
    }
    expect(main.getByText(`${day} November 2026`)).toHaveAttribute('datetime', `2026-11-${day}`)
    for (const link of main.getAllByRole('link', { name: 'hello@soundreel.example' }))
      expect(link).toHaveAttribute('href', 'mailto:hello@soundreel.example')
    expect(getLinks('Legal pages').map((link) => link.getAttribute('href'))).toEqual(
      PAGES.filter(([other]) => other !== path).map(([other]) => other),
    )
    await waitFor(() => expect(document.title).toBe(`${title} | Soundreel`))
    const description = document.querySelector('meta[name="description"]')?.getAttribute('content') ?? ''
    expect(description).toMatch(/^.{50,165}$/)
  })
})

it('shows the refund rules as written, with both limits on used credits', async () => {
  const { main } = await open('/refund-policy', 'Refund Policy')
  for (const rule of [
    /full refund of a subscription within 3 days of buying it if 200 credits or fewer were used/,
    /more than 10 credits were used is not eligible/,
    /^Processing fees are deducted\./,
    /^Refunds take 5-7 business days/,
  ])
    expect(main.getByText(rule)).toBeInTheDocument()
  expect(main.getAllByText(/^Credit packs are non-refundable\./).length).toBeGreaterThan(0)
})

it('names the price of each model in the terms', async () => {
  const { main } = await open('/terms-of-service', 'Terms of Service')
  for (const price of ['Kling 1.6: 20 credits', 'Veo 2: 180 credits', 'Veo 3: 330 credits'])
    expect(main.getByText(price)).toBeInTheDocument()
})

it.each<[string, unknown, string]>([
  ['the server lists', { models: [{ providers: ['Pollo', 'fal'] }, { providers: ['fal'] }] }, 'Pollo and fal'],
  ['the generator names, if an older server lists none', { models: [{}] }, 'The generator names them below the model.'],
])('names in the privacy policy the providers that %s', async (_, data, sentence) => {
  const prepare: Parameters<typeof open>[2] = {
    prepare: ({ api }) => api.request.mockImplementation(async () => ({ success: true, data })),
  }
  const { main } = await open('/privacy-policy', 'Privacy Policy', prepare)
  expect(await main.findByText(sentence)).toBeInTheDocument()
})

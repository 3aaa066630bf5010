import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { renderApp } from '../../../support/app/render-app'
import { testSession } from '../../../support/app/session'

async function open(options: Partial<Parameters<typeof renderApp>[0]> = {}) {
  const app = renderApp({ route: '/pricing', ...options })
  await screen.findByRole('heading', { level: 1, name: 'Plans & Pricing' })
  return { ...app, main: within(screen.getByRole('main')) }
}

const plan = (name: string) => within(screen.getByRole('article', { name }))

describe('the plans', () => {
  it('are shown by the month first, with the yearly figure below', async () => {
    const { main } = await open()
    expect(main.getByRole('radio', { name: /^Monthly/ })).toBeChecked()
    for (const [name, monthly, yearly, credits] of [
      ['Lite', '$29.9', 'or $286 a year', '600 credits'],
      ['Pro', '$49.9', 'or $479 a year', '1,200 credits'],
      ['Pro+', '$99.9', 'or $959 a year', '2,500 credits'],
    ] as const) {
      expect(plan(name).getByText(monthly)).toBeInTheDocument()
      expect(plan(name).getByText('a month')).toBeInTheDocument()
      expect(plan(name).getByText(yearly)).toBeInTheDocument()
      expect(plan(name).getByText(credits)).toBeInTheDocument()
    }
  })

  it('change to the year and back, which says what it saves', async () => {
    const { main, user } = await open()
    const yearly = main.getByRole('radio', { name: /^Yearly/ })
    expect(main.getByText('Save 20%')).toBeInTheDocument()
    await user.click(yearly)
    expect(yearly).toBeChecked()
    for (const [name, price, monthly] of [
      ['Lite', '$286', '$23.83 a month, instead of $29.9'],
      ['Pro', '$479', '$39.92 a month, instead of $49.9'],
      ['Pro+', '$959', '$79.92 a month, instead of $99.9'],
    ] as const) {
      expect(plan(name).getByText(price)).toBeInTheDocument()
      expect(plan(name).getByText('a year')).toBeInTheDocument()
      expect(plan(name).getByText(monthly)).toBeInTheDocument()
    }
    await user.click(main.getByRole('radio', { name: /^Monthly/ }))
    expect(plan('Lite').getByText('$29.9')).toBeInTheDocument()
  })

  it('change by keyboard', async () => {
    const { main, user } = await open()
    await user.click(main.getByRole('radio', { name: /^Monthly/ }))
    await user.keyboard('{ArrowRight}')
    expect(plan('Pro').getByText('$479')).toBeInTheDocument()
  })

  it('mark one as most popular, and say how long videos may be', async () => {
    const { main } = await open()
    expect(main.getAllByText('Most popular')).toHaveLength(1)
    expect(plan('Pro').getByText('Most popular')).toBeInTheDocument()
    expect(plan('Lite').getByText('Max 5 s videos')).toBeInTheDocument()
    expect(plan('Pro').getByText('Max 8 s videos')).toBeInTheDocument()
  })

  it('say how many videos they buy with each model', async () => {
    await open()
    const videos = (name: string) =>
      plan(name)
        .getAllByRole('term')
        .map((term) => [term.textContent, term.nextElementSibling?.textContent])
    expect(videos('Lite')).toEqual([
      ['Veo 3 videos', '1'],
      ['or Veo 2 videos', '3'],
      ['or Kling 1.6 videos', '30'],
    ])
    expect(videos('Pro').map(([, count]) => count)).toEqual(['3', '6', '60'])
    expect(videos('Pro+').map(([, count]) => count)).toEqual(['7', '13', '125'])
  })
})

it('lists the packs with what they hold, cost and buy', async () => {
  const { main } = await open()
  for (const [name, credits, price, videos] of [
    ['Starter', '1,000', '$49.9', '3 with Veo 3, or 5 with Veo 2, or 50 with Kling 1.6'],
    ['Creator', '2,000', '$89.9', '6 with Veo 3, or 11 with Veo 2, or 100 with Kling 1.6'],
    ['Business', '4,000', '$159.9', '12 with Veo 3, or 22 with Veo 2, or 200 with Kling 1.6'],
  ] as const) {
    const row = main.getByRole('heading', { level: 3, name: new RegExp(`^${name}`) }).closest('li')
    if (!row) throw new Error(`no row for ${name}`)
    for (const text of [credits, price, videos]) expect(within(row).getByText(text)).toBeInTheDocument()
    expect(within(row).queryAllByText('Popular')).toHaveLength(name === 'Creator' ? 1 : 0)
  }
  expect(main.getByText('Credits never expire.')).toBeInTheDocument()
})

it('sells nothing: every purchase button is off and says why', async () => {
  const { main } = await open()
  const plans = main.getAllByRole('button', { name: 'Coming Soon' })
  const packs = main.getAllByRole('button', { name: 'Purchase' })
  expect([plans.length, packs.length]).toEqual([3, 3])
  for (const button of [...plans, ...packs]) {
    expect(button).toBeDisabled()
    expect(button).toHaveAttribute('title', 'Payment system coming soon.')
    expect(button).toHaveAccessibleDescription(/Payment system coming soon\.$/)
  }
  expect(plans[0]).toHaveAccessibleDescription('Lite Payment system coming soon.')
  expect(main.getAllByText('Payment system coming soon.')).toHaveLength(2)
})

describe('the balance', () => {
  it('is not there for a visitor', async () => {
    const { main } = await open()
    await within(screen.getByRole('banner')).findByRole('link', { name: 'Login' })
    expect(main.queryByText(/^Your .*balance$/)).not.toBeInTheDocument()
  })

  it('shows what a signed-in person holds, and what it is enough for', async () => {
    const { main } = await open({ session: testSession(), credits: 2480 })
    expect(await main.findByText('2,480 credits')).toBeInTheDocument()
    expect(main.getByText('Your balance')).toBeInTheDocument()
    expect(main.getByText('Enough for 7 with Veo 3, 13 with Veo 2 or 124 with Kling 1.6.')).toBeInTheDocument()
  })

  it('says when it is not enough for any video', async () => {
    const { main } = await open({ session: testSession(), credits: 19 })
    expect(await main.findByText('Not enough for a video yet.')).toBeInTheDocument()
  })

  it('names only the models it is enough for', async () => {
    const { main } = await open({ session: testSession(), credits: 179 })
    expect(await main.findByText('Enough for 8 with Kling 1.6.')).toBeInTheDocument()
  })

  it('is the last known one for a person known from local storage alone', async () => {
    window.localStorage.setItem('user', JSON.stringify({ id: 'u1', credits: 330 }))
    const { main } = await open()
    expect(await main.findByText('Your last known balance')).toBeInTheDocument()
    expect(main.getByText('330 credits')).toBeInTheDocument()
  })
})

it('tells search engines the announced prices, and that they cannot be bought', async () => {
  await open()
  await waitFor(() => expect(document.title).toBe('Plans & Pricing | Soundreel'))
  const data = JSON.parse(document.querySelector('script[type="application/ld+json"]')?.textContent ?? '{}')
  const products = data['@graph'].filter((item: { '@type': string }) => item['@type'] === 'Product')
  expect(products).toHaveLength(6)
  const offers = products.flatMap((product: { offers: { price: number; availability: string }[] }) => product.offers)
  expect(offers.map((offer: { price: number }) => offer.price)).toEqual([
    29.9, 286, 49.9, 479, 99.9, 959, 49.9, 89.9, 159.9,
  ])
  for (const offer of offers) expect(offer.availability).toBe('https://schema.org/OutOfStock')
})
